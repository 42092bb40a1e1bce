import { ADD_VERSION, hasVersion } from '../core/base-url.ts'
import { type Slot, slotInWords } from '../core/slot.ts'
import type { Both } from '../std/both.ts'
import { CuadreError } from '../std/errors.ts'

export const settlementNotFound = (slot: Slot, baseUrl: string | null): CuadreError =>
  notFound(
    'SETTLEMENT_NOT_FOUND',
    { en: `there is no settlement of ${slotInWords(slot).en}`, es: `no hay liquidación de ${slotInWords(slot).es}` },
    {
      en: 'it may come after the hour of its cycle; "cuadre invoice list" with --settlement-date and --settlement-cycle shows its invoices',
      es: 'puede llegar después de la hora de su ciclo; "cuadre invoice list" con --settlement-date y --settlement-cycle muestra sus facturas',
    },
    baseUrl,
  )

/** The message does not repeat the id: something else may have been typed in its place. */
export const invoiceNotFound = (status: number, baseUrl: string | null): CuadreError =>
  notFound(
    'INVOICE_NOT_FOUND',
    {
      en: `the service shows no invoice with this id (it answered ${status})`,
      es: `el servicio no muestra ninguna factura con este id (respondió ${status})`,
    },
    {
      en: 'look for it with "cuadre invoice list", and check that base URL and key are those of its merchant',
      es: 'búsquela con "cuadre invoice list", y revise que la dirección y la clave sean las de su comercio',
    },
    baseUrl,
  )

/** A base URL without its version (`/v1`) gives the same answer, so the advice mentions it. */
const notFound = (
  code: 'INVOICE_NOT_FOUND' | 'SETTLEMENT_NOT_FOUND',
  message: Both<string>,
  next: Both<string>,
  baseUrl: string | null,
): CuadreError =>
  baseUrl === null || hasVersion(baseUrl)
    ? new CuadreError(code, message, next)
    : new CuadreError(
        code,
        {
          en: `${message.en} at ${baseUrl}, which does not end with /v1`,
          es: `${message.es} en ${baseUrl}, que no termina en /v1`,
        },
        ADD_VERSION,
      )
