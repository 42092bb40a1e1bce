import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { invoiceDocument } from '../../../../reports/documents/invoice-document.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { INCOMPLETE } from '../../../domain/assessment/slot-report.ts'
import type { FetchedInvoice, InvoiceFilter, MalformedRecord } from '../../../domain/invoice.ts'
import { flawInSpanish, malformedRecord } from '../../../domain/rules/checks/list.ts'
import { SAY } from '../../../i18n/say.ts'
import { jsonText } from '../../../publish/json.ts'
import type { PageForPerson } from '../../../service/pages.ts'
import { type Command, type CommandArguments, usageError } from '../../framework/command.ts'
import { cycleIn, parseDate } from '../../framework/dates.ts'
import { failureLine } from '../../framework/failure.ts'
import { SERVICE_FLAGS, settingsFor, withClient } from '../../framework/with-client.ts'
import { parseText } from './new-invoice.ts'
import { tableText } from './table-text.ts'

export const invoiceList: Command = {
  name: 'invoice list',
  group: 'service',
  exits: ['key', 'incomplete'],
  describe: {
    en: 'List invoices, all pages of them; the table leaves out names and documents',
    es: 'Lista facturas, todas las páginas; la tabla omite nombres y documentos',
  },
  manual: [
    [
      '[--reference R] [--document N] [--contract C] [--payment-date D] [--settlement-date D] [--settlement-cycle C] [--limit N] [--json]',
      'All invoices that fit, from every page; the table leaves out names and documents.',
    ],
  ],
  examples: [
    [
      'cuadre invoice list --reference ARR-0001',
      { en: 'what became of a reference', es: 'qué pasó con una referencia' },
    ],
    [
      'cuadre invoice list --settlement-date 2026-03-12 --settlement-cycle 11',
      { en: 'the invoices of a settlement', es: 'las facturas de una liquidación' },
    ],
    [
      'cuadre invoice list --payment-date 2026-03-10 --json',
      { en: 'paid on a day, for a program', es: 'pagadas en un día, para un programa' },
    ],
    [
      'cuadre invoice list --limit 20',
      {
        en: 'the first 20 in whatever order the service lists them',
        es: 'las 20 primeras, en el orden en que el servicio las lista',
      },
    ],
  ],
  flags: {
    reference: { kind: 'once', describe: { en: 'Only with this reference', es: 'Solo con esta referencia' } },
    document: {
      kind: 'once',
      describe: {
        en: 'Only of the customer with this document number',
        es: 'Solo del cliente con este número de documento',
      },
    },
    contract: { kind: 'once', describe: { en: 'Only of this contract', es: 'Solo de este contrato' } },
    'payment-date': {
      kind: 'once',
      describe: { en: 'Only paid on this day, YYYY-MM-DD', es: 'Solo pagadas este día, AAAA-MM-DD' },
    },
    'settlement-date': {
      kind: 'once',
      describe: { en: 'Only settled on this day, YYYY-MM-DD', es: 'Solo liquidadas este día, AAAA-MM-DD' },
    },
    'settlement-cycle': { kind: 'once', describe: { en: 'Only of this cycle', es: 'Solo de este ciclo' } },
    limit: { kind: 'once', describe: { en: 'No more than this many', es: 'No más de tantas' } },
    ...SERVICE_FLAGS,
  },
  execute: async (given, io) => {
    const filter = parseFilter(given)
    const limit = parseLimit(given)
    const settings = settingsFor(given, io)
    const pageLimit = Math.min(settings.pageLimit, limit)
    const listed = await withClient({ ...settings, pageLimit }, io, (client, context) =>
      gather(client.pagesForPerson(filter, context), limit),
    )
    const error = unreadable(listed.malformed)
    if (error !== null) io.stderr(failureLine(error, io.language))
    const exitCode = error === null ? 0 : INCOMPLETE
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(answerDocument('invoice list', exitCode, documentOf(listed), error))}\n`
        : tableText(listed, zoneByName(settings.policy.timeZone), io.language),
    )
    return exitCode
  },
}

const parseFilter = (given: CommandArguments): InvoiceFilter => {
  const [paymentDate, date, cycle] = ['payment-date', 'settlement-date', 'settlement-cycle'].map(given.text)
  return {
    reference: parseText(given, 'reference') ?? undefined,
    customerDocument: parseText(given, 'document') ?? undefined,
    contract: parseText(given, 'contract') ?? undefined,
    paymentDate: paymentDate === undefined ? undefined : parseDate('--payment-date', paymentDate),
    date: date === undefined ? undefined : parseDate('--settlement-date', date),
    cycle: cycle === undefined ? undefined : cycleIn('--settlement-cycle', cycle),
  }
}

const parseLimit = ({ text }: CommandArguments): number => {
  const typed = text('limit')
  if (typed === undefined) return Number.POSITIVE_INFINITY
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed)
  throw usageError(
    { en: '--limit is not a whole number from 1 to 999999999', es: '--limit no es un número entero de 1 a 999999999' },
    { en: 'give one, in digits', es: 'dé uno, en dígitos' },
  )
}

interface InvoiceListing {
  /** Without repetition: the last of several records with one id counts. */
  readonly invoices: readonly FetchedInvoice[]
  /** The number of records that repeat an invoice. */
  readonly repeated: number
  readonly malformed: readonly MalformedRecord[]
  /** False when the limit came before the end of the list. */
  readonly complete: boolean
}

/** Reads pages until there are as many records as asked for; no further page is requested. */
const gather = async (pages: AsyncIterable<PageForPerson>, limit: number): Promise<InvoiceListing> => {
  const byId = new Map<string, FetchedInvoice>()
  const malformed: MalformedRecord[] = []
  let shown = 0
  let left = limit
  const listing = (complete: boolean): InvoiceListing => {
    const invoices = [...byId.values()]
    return { invoices, repeated: shown - invoices.length, malformed, complete }
  }
  for await (const { records, isLast } of pages) {
    for (const parsed of records.slice(0, left)) {
      if (parsed.kind === 'malformed') malformed.push(parsed.record)
      else {
        shown += 1
        byId.set(parsed.invoice.id, parsed)
      }
    }
    if (records.length >= left) return listing(isLast && records.length === left)
    left -= records.length
  }
  return listing(true)
}

/** The message about records that are not invoices; null when there are none. */
const unreadable = ([first, ...others]: readonly MalformedRecord[]) => {
  if (first === undefined) return null
  const isOne = others.length === 0
  const { field, reason } = first
  const what = { en: `${field} ${reason}`, es: `${SAY.es.bothNames(field)}: ${flawInSpanish(reason)}` }
  return {
    code: malformedRecord.code,
    texts: {
      message: isOne
        ? {
            en: `a record of the list is not readable: ${what.en}`,
            es: `no se puede leer un registro de la lista: ${what.es}`,
          }
        : {
            en: `${others.length + 1} records of the list are not readable: ${what.en} in the first of them`,
            es: `no se pueden leer ${others.length + 1} registros de la lista: ${what.es} en el primero`,
          },
      next: {
        en: 'tell the operator of the service; the others are shown',
        es: 'avise al operador del servicio; las demás se muestran',
      },
    },
  }
}

const documentOf = ({ invoices, repeated, malformed, complete }: InvoiceListing) => ({
  complete,
  count: invoices.length,
  repeated,
  invoices: invoices.map(invoiceDocument),
  malformed: malformed.map(({ invoiceId, field, reason, digest }) => ({ invoiceId, field, reason, digest })),
})
