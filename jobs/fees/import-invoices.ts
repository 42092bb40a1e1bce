import { basename } from 'node:path'
import type {
  InvoiceImport,
  InvoiceImportReport,
  InvoiceVoidReport,
} from '../../reports/documents/fees/fees-invoices.ts'
import { type InvoiceInFile, ofInvoiceFile, readInvoiceFile } from '../../src/bank/invoice/read-invoice-file.ts'
import type { Days } from '../../src/core/calendar/calendar.ts'
import type { OperatorInvoiceRecord } from '../../src/core/fees/operator-invoice.ts'
import { forMerchant, type NamedMerchant } from '../../src/input/for-merchant.ts'
import type { Both } from '../../src/std/both.ts'
import { CuadreError } from '../../src/std/errors.ts'
import { harmless } from '../../src/std/harmless.ts'
import { quoteForShell } from '../../src/std/quote-for-shell.ts'
import type { InvoiceToKeep } from '../../src/store/bank/operator-invoices.ts'
import type { Store } from '../../src/store/store.ts'
import { bytesOfFile } from '../../src/tables/bytes-of-file.ts'
import { elementAt } from '../../src/tables/markup.ts'
import { recordBankRun } from '../steps/bank/record-bank-run.ts'
import { withDatabase } from '../steps/database/with-database.ts'
import { feesMonths } from '../steps/fees/fees-months.ts'
import { requireDatabase } from '../steps/query/nothing-pulled.ts'
import type { JobContext } from '../steps/run/context.ts'

export interface InvoiceImportRequest {
  /** Paths of the files. */
  readonly files: readonly string[]
  /** The month of invoices that name no period of their own; null for that of their issue. */
  readonly month: Days | null
  readonly by: string
}

/** Imports invoices of the operator. All files are read before the first is stored, and all of them are stored or none. */
export const importInvoices = async (
  job: JobContext,
  { files, month, by }: InvoiceImportRequest,
): Promise<InvoiceImportReport> => {
  const { policy, journal } = job.settings
  const parties = { customer: policy.taxId, supplier: journal?.thirdParties.operator ?? null }
  await requireDatabase(job)
  const found: InvoiceInFile[] = []
  for (const path of files) {
    job.signal.throwIfAborted()
    found.push(...readInvoiceFile(await bytesOfFile(path, ofInvoiceFile), basename(path), parties))
  }
  return withDatabase(job, 'fees invoice import', async (store) => {
    const known = await store.operatorInvoices.inForce()
    const toKeep = invoicesToKeep(found, known, month?.from.slice(0, 7) ?? null, job.settings)
    const keep = (): Promise<unknown> => store.operatorInvoices.keep(toKeep, { by, at: job.now() })
    const written = toKeep.length === 0 ? [] : (await recordBankRun(job, store, 'fees invoice import', keep)).files
    const kept = new Map((await store.operatorInvoices.inForce()).map((one) => [one.cufe, one]))
    const isNew = new Set(toKeep.map(({ cufe }) => cufe))
    const imports = found.flatMap(({ name, cufe }): readonly InvoiceImport[] => {
      const invoice = kept.get(cufe)
      return invoice === undefined ? [] : [{ name, invoice, isKnown: !isNew.has(cufe) }]
    })
    return { merchant: store.merchant.name, imports, months: await monthsOf(job, store, imports), files: written }
  })
}

/** The months that the imported invoices are of, against their fees. */
const monthsOf = async (job: JobContext, store: Store, imports: readonly InvoiceImport[]) => {
  const { settings, zone, signal } = job
  const months = await feesMonths(store, await store.slots.states(), { policy: settings.policy, zone, signal })
  return months.filter(({ month }) => imports.some(({ invoice }) => invoice.period === month))
}

/** Invoices come before the credit notes that are about them, in whatever order they are named. What is there already is left out. */
const invoicesToKeep = (
  found: readonly InvoiceInFile[],
  known: readonly OperatorInvoiceRecord[],
  month: string | null,
  settings: NamedMerchant,
): readonly InvoiceToKeep[] => {
  const kept: InvoiceToKeep[] = []
  for (const one of found.toSorted((a, b) => Number(a.kind !== 'invoice') - Number(b.kind !== 'invoice'))) {
    const all = [...known, ...kept]
    const twin = all.find(({ cufe }) => cufe === one.cufe)
    if (twin?.contents === one.contents) continue
    if (twin !== undefined) throw knownAlready(one, 'UUID', settings)
    if (all.some(({ number, supplier }) => number === one.number && supplier === one.supplier))
      throw knownAlready(one, 'ID', settings)
    const { days: _days, about: _about, root: _root, ...invoice } = one
    kept.push({ ...invoice, period: periodOf(one, all, month) })
  }
  return kept
}

/** A credit note is of the month of the invoice that it names; else the document says, or the person, or the day of issue. */
const periodOf = (
  invoice: InvoiceInFile,
  all: readonly Pick<OperatorInvoiceRecord, 'cufe' | 'number' | 'period'>[],
  month: string | null,
): string => {
  const { kind, days, day, about } = invoice
  if (kind === 'credit-note' && about.length > 0) {
    const periods = new Set(all.flatMap((one) => (isNamed(one, about) ? [one.period] : [])))
    const [period] = periods.size === 1 ? periods : [month]
    if (period !== null && period !== undefined) return ofMonth(invoice, 'BillingReference', period, month)
    throw wrong(invoice, 'BillingReference', periods.size > 1 ? OF_TWO_MONTHS : NOT_THERE)
  }
  if (days === null) return month ?? day.slice(0, 7)
  const [from, to] = [days.from.slice(0, 7), days.to.slice(0, 7)]
  if (from === to) return ofMonth(invoice, 'InvoicePeriod', from, month)
  if (month === from || month === to) return month
  throw wrong(invoice, 'InvoicePeriod', OF_TWO_MONTHS)
}

/** The month that the document says, which a person must not contradict. */
const ofMonth = (invoice: InvoiceInFile, element: string, period: string, month: string | null): string => {
  if (month === null || month === period) return period
  const what = { en: `it is of ${period}, and not of ${month}`, es: `es de ${period}, y no de ${month}` }
  throw wrong(invoice, element, what, LEAVE_OUT)
}

const LEAVE_OUT: Both<string> = {
  en: 'leave out --month: it is for a document that names no month',
  es: 'omita --month: es para un documento que no dice su mes',
}

const isNamed = ({ cufe, number }: Pick<OperatorInvoiceRecord, 'cufe' | 'number'>, about: readonly string[]): boolean =>
  about.includes(cufe) || (about.includes(number) && !about.some((one) => one.length === cufe.length && one !== cufe))

const OF_TWO_MONTHS: Both<string> = { en: 'it is of more than one month', es: 'es de más de un mes' }
const NOT_THERE: Both<string> = {
  en: 'the invoice that the credit note names was not imported',
  es: 'la factura que nombra la nota crédito no se ha importado',
}
const NAME_MONTH: Both<string> = {
  en: 'name the month that counts: --month YYYY-MM (for a credit note, or import its invoice first)',
  es: 'indique el mes que cuenta: --month AAAA-MM (si es una nota crédito, o importe primero su factura)',
}

const wrong = (
  { name, root }: InvoiceInFile,
  element: string,
  what: Both<string>,
  next = NAME_MONTH,
  code: 'FEES_INVOICE_WRONG' | 'FEES_INVOICE_KNOWN' = 'FEES_INVOICE_WRONG',
): CuadreError => {
  const [file, line] = [harmless(name), elementAt(root, element)?.position]
  const message = {
    en: `${file}: line ${line}: <${element}>: ${what.en}; nothing was imported`,
    es: `${file}: línea ${line}: <${element}>: ${what.es}; no se importó nada`,
  }
  return new CuadreError(code, message, next)
}

const KNOWN: Readonly<Record<'ID' | 'UUID', Both<string>>> = {
  UUID: {
    en: 'an invoice with this CUFE is there, with other bytes',
    es: 'ya hay una factura con este CUFE, con otros bytes',
  },
  ID: {
    en: 'an invoice with this number is there, with another CUFE',
    es: 'ya hay una factura con este número, con otro CUFE',
  },
}

const knownAlready = (invoice: InvoiceInFile, element: keyof typeof KNOWN, settings: NamedMerchant): CuadreError => {
  const voidIt = (reason: string): string =>
    forMerchant(`cuadre fees invoice void ${quoteForShell(invoice.number)} --reason ${reason}`, settings)
  const next = {
    en: `if the earlier one is wrong, void it: ${voidIt('TEXT')}`,
    es: `si la anterior está mal, anúlela: ${voidIt('TEXTO')}`,
  }
  return wrong(invoice, element, KNOWN[element], next, 'FEES_INVOICE_KNOWN')
}

export interface InvoiceVoidRequest {
  /** The number of the invoice as it stands in it, or its CUFE. */
  readonly number: string
  readonly reason: string
  readonly by: string
}

/** Voids an invoice that should not count. It is kept, and its number is free for another import. */
export const voidInvoice = async (
  job: JobContext,
  { number, reason, by }: InvoiceVoidRequest,
): Promise<InvoiceVoidReport> => {
  await requireDatabase(job)
  return withDatabase(job, 'fees invoice void', async (store) => {
    const invoice = invoiceToVoid(await store.operatorInvoices.all(), number, job.settings)
    const voidIt = (): Promise<number> => store.operatorInvoices.void(invoice, { by, at: job.now(), reason })
    const { files } = await recordBankRun(job, store, 'fees invoice void', voidIt)
    const after = (await store.operatorInvoices.all()).find(({ act }) => act.number === invoice.act.number)
    return { merchant: store.merchant.name, invoice: after ?? invoice, files }
  })
}

const invoiceToVoid = (
  invoices: readonly OperatorInvoiceRecord[],
  typed: string,
  settings: NamedMerchant,
): OperatorInvoiceRecord => {
  const named = invoices.filter(({ number, cufe }) => number === typed || cufe === typed.toLowerCase())
  const [invoice, second] = named.filter(({ voided }) => voided === null)
  if (invoice !== undefined && second === undefined) return invoice
  const shown = harmless(typed)
  throw new CuadreError(
    'NO_FEES_INVOICE',
    second !== undefined
      ? { en: `two invoices have the number ${shown}`, es: `dos facturas tienen el número ${shown}` }
      : named.length > 0
        ? { en: `invoice ${shown} is void already`, es: `la factura ${shown} ya está anulada` }
        : { en: `there is no invoice ${shown} of the operator`, es: `no hay una factura ${shown} del operador` },
    {
      en: `see "${forMerchant('cuadre fees invoice list', settings)}"${second === undefined ? '' : ', and name its CUFE'}`,
      es: `vea "${forMerchant('cuadre fees invoice list', settings)}"${second === undefined ? '' : ' e indique su CUFE'}`,
    },
  )
}
