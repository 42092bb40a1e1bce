import { nothingPulled, THIS_MERCHANT } from '../../jobs/steps/query/nothing-pulled.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import type { QueryContext } from '../../jobs/steps/run/context.ts'
import { INVOICE_LIST, type InvoiceListReport } from '../../reports/documents/fees/fees-invoices.ts'
import type { Days, Zone } from '../core/calendar/calendar.ts'
import type { NamedTax, OperatorInvoiceLine, OperatorInvoiceRecord } from '../core/fees/operator-invoice.ts'
import { sumOf } from '../core/money.ts'
import { month } from '../input/dates.ts'
import { once } from '../input/options.ts'
import { optional } from '../input/readers.ts'
import { inEach } from '../print/names.ts'
import { column, note, type Report, table } from '../print/report.ts'
import { inBoth } from '../std/both.ts'
import { dayIn } from '../words/dates.ts'
import { asOfNotes, question } from './question.ts'

/** The invoices of the operator that were imported, including those that were voided. */
export const FEES_INVOICE_LIST = question({
  name: 'fees invoice list',
  group: 'month-end',
  describe: {
    en: 'The invoices of the operator that were imported, and those that were voided',
    es: 'Las facturas del operador importadas y las anuladas',
  },
  manual: 'With lines, taxes and withholdings.',
  examples: [
    ['cuadre fees invoice list', { en: 'all of them', es: 'todas' }],
    ['cuadre fees invoice list --month 2026-02', { en: 'those of February', es: 'las de febrero' }],
  ],
  operands: {},
  options: {
    month: once<Days | undefined>(
      { en: 'Only those of this month: YYYY-MM', es: 'Solo las de este mes: AAAA-MM' },
      optional(month),
    ),
  },
  isOfPast: true,
  read: (context, { month: days }) => readInvoices(context, days?.from.slice(0, 7) ?? null),
  shape: INVOICE_LIST,
  report: (facts, { zone }) => invoicesReport(facts, zone),
})

export const invoicesReport = ({ merchant, invoices, asOf }: InvoiceListReport, zone: Zone): Report => ({
  merchant,
  title: { en: 'Invoices of the operator', es: 'Facturas del operador' },
  sections: [
    ...asOfNotes(asOf, zone),
    invoicesTable(invoices),
    taxesTable(invoices),
    linesTable(invoices),
    ...invoices.flatMap((invoice) => voidedNote(invoice, zone)),
  ],
})

const readInvoices = async (context: QueryContext, period: string | null): Promise<InvoiceListReport> => {
  const report = await readDatabase(context, async (store, _then, asOf) => {
    const invoices = (await store.operatorInvoices.all()).filter((one) => period === null || one.period === period)
    return { merchant: store.merchant.name, asOf, invoices }
  })
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
  return report
}

const KINDS = {
  invoice: { en: 'invoice', es: 'factura' },
  'credit-note': { en: 'credit note', es: 'nota crédito' },
}
const NUMBER = { en: 'Number', es: 'Número' }
const KIND = { en: 'Kind', es: 'Clase' }
const SUM = { en: 'Sum', es: 'Valor' }

const NOT_ON_SCREEN = { only: ['csv', 'xlsx', 'html'] } as const
const INTO_FILES = { only: ['csv', 'xlsx'] } as const
/** A credit note takes off, and a void invoice does not count. */
const NOT_SUMMED = { isSummed: false }

const invoicesTable = (invoices: readonly OperatorInvoiceRecord[]) =>
  table<OperatorInvoiceRecord>({
    name: 'invoices',
    title: null,
    none: { en: 'No invoice of the operator was imported.', es: 'No se ha importado ninguna factura del operador.' },
    rows: invoices,
    columns: [
      column('number', 'text', NUMBER, ({ number }) => number),
      column('kind', 'word', KIND, ({ kind }) => kind, { words: KINDS }),
      column('day', 'date', { en: 'Day', es: 'Fecha' }, ({ day }) => day),
      column('period', 'text', { en: 'Month', es: 'Mes' }, ({ period }) => period),
      column('base', 'money', inBoth('Base'), ({ base }) => base, NOT_SUMMED),
      column('iva', 'money', inBoth('IVA'), ({ iva }) => iva, NOT_SUMMED),
      column('withholdings', 'money', { en: 'Withholdings', es: 'Retenciones' }, withheldOf, NOT_SUMMED),
      column('total', 'money', { en: 'To pay', es: 'Por pagar' }, ({ total }) => total, NOT_SUMMED),
      column('void', 'word', { en: 'Void', es: 'Anulada' }, ({ voided }) => voided !== null, { words: VOID }),
      column('supplier', 'text', { en: 'Supplier', es: 'Emisor' }, ({ supplier }) => supplier, NOT_ON_SCREEN),
      column('customer', 'text', { en: 'Customer', es: 'Adquiriente' }, ({ customer }) => customer, NOT_ON_SCREEN),
      column('cufe', 'text', inBoth('CUFE'), ({ cufe }) => cufe, INTO_FILES),
      column('file', 'text', { en: 'File', es: 'Archivo' }, ({ name }) => name, NOT_ON_SCREEN),
      column('sha256', 'text', inBoth('SHA-256'), ({ digest }) => digest, INTO_FILES),
    ],
  })

const VOID = { true: { en: 'yes', es: 'sí' }, false: inBoth('') }
const withheldOf = ({ withholdings }: OperatorInvoiceRecord) => sumOf(withholdings.map(({ sum }) => sum))

interface TaxRow extends NamedTax {
  readonly number: string
  readonly kind: 'tax' | 'withholding'
}

const TAX_KINDS = { tax: { en: 'tax', es: 'impuesto' }, withholding: { en: 'withholding', es: 'retención' } }

const taxesTable = (invoices: readonly OperatorInvoiceRecord[]) =>
  table<TaxRow>({
    name: 'taxes',
    title: { en: 'Taxes and withholdings, as they stand', es: 'Impuestos y retenciones, como están' },
    rows: invoices.flatMap(({ number, taxes, withholdings }) => [
      ...taxes.map((tax) => ({ ...tax, number, kind: 'tax' as const })),
      ...withholdings.map((tax) => ({ ...tax, number, kind: 'withholding' as const })),
    ]),
    columns: [
      column('number', 'text', NUMBER, ({ number }) => number),
      column('kind', 'word', KIND, ({ kind }) => kind, { words: TAX_KINDS }),
      column('code', 'text', { en: 'Code', es: 'Código' }, ({ code }) => code),
      column('name', 'text', { en: 'Name', es: 'Nombre' }, ({ name }) => name),
      column('percent', 'text', { en: 'Percent', es: 'Porcentaje' }, ({ percent }) => percent),
      column('sum', 'money', SUM, ({ sum }) => sum, NOT_SUMMED),
    ],
  })

const linesTable = (invoices: readonly OperatorInvoiceRecord[]) =>
  table<OperatorInvoiceLine & { readonly number: string }>({
    name: 'lines',
    title: { en: 'Lines', es: 'Líneas' },
    rows: invoices.flatMap(({ number, lines }) => lines.map((line) => ({ ...line, number }))),
    columns: [
      column('number', 'text', NUMBER, ({ number }) => number),
      column('text', 'text', { en: 'Text', es: 'Texto' }, ({ text }) => text),
      column('sum', 'money', SUM, ({ sum }) => sum, NOT_SUMMED),
    ],
  })

const voidedNote = ({ number, voided }: OperatorInvoiceRecord, zone: Zone) => {
  if (voided === null) return []
  const { by, reason, at } = voided
  return [
    note(
      inEach((language) => {
        const day = dayIn(zone.dateAt(at), language)
        return {
          en: `${number} was voided by ${by} on ${day}: ${reason}`,
          es: `${by} anuló la ${number} el ${day}: ${reason}`,
        }[language]
      }),
    ),
  ]
}
