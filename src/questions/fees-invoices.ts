import { nothingPulled, THIS_MERCHANT } from '../../jobs/steps/query/nothing-pulled.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import type { QueryContext } from '../../jobs/steps/run/context.ts'
import { INVOICE_LIST, type InvoiceListReport } from '../../reports/documents/fees/fees-invoices.ts'
import type { Days, Zone } from '../core/calendar/calendar.ts'
import type { NamedTax, OperatorInvoiceRecord } from '../core/fees/operator-invoice.ts'
import { sumOf } from '../core/money.ts'
import { month } from '../input/dates.ts'
import { optional } from '../input/readers.ts'
import { inEach } from '../print/names.ts'
import { note, type Report, table } from '../print/report.ts'
import { dayIn } from '../words/dates.ts'
import { asOfNotes, once, question } from './question.ts'

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

const invoicesTable = (invoices: readonly OperatorInvoiceRecord[]) =>
  table({
    name: 'invoices',
    title: null,
    none: { en: 'No invoice of the operator was imported.', es: 'No se ha importado ninguna factura del operador.' },
    rows: invoices,
    columns: [
      { name: 'number', kind: 'text', head: NUMBER, of: ({ number }) => number },
      { name: 'kind', kind: 'word', head: { en: 'Kind', es: 'Clase' }, words: KINDS, of: ({ kind }) => kind },
      { name: 'day', kind: 'date', head: { en: 'Day', es: 'Fecha' }, of: ({ day }) => day },
      { name: 'period', kind: 'text', head: { en: 'Month', es: 'Mes' }, of: ({ period }) => period },
      { name: 'base', kind: 'money', head: { en: 'Base', es: 'Base' }, of: ({ base }) => base },
      { name: 'iva', kind: 'money', head: { en: 'IVA', es: 'IVA' }, of: ({ iva }) => iva },
      {
        name: 'withholdings',
        kind: 'money',
        head: { en: 'Withholdings', es: 'Retenciones' },
        of: ({ withholdings }) => sumOf(withholdings.map(({ sum }) => sum)),
      },
      { name: 'total', kind: 'money', head: { en: 'To pay', es: 'Por pagar' }, of: ({ total }) => total },
      {
        name: 'void',
        kind: 'word',
        head: { en: 'Void', es: 'Anulada' },
        words: { true: { en: 'yes', es: 'sí' }, false: { en: '', es: '' } },
        of: ({ voided }) => voided !== null,
      },
      {
        name: 'supplier',
        kind: 'text',
        head: { en: 'Supplier', es: 'Emisor' },
        only: ['csv', 'xlsx', 'html'],
        of: ({ supplier }) => supplier,
      },
      {
        name: 'customer',
        kind: 'text',
        head: { en: 'Customer', es: 'Adquiriente' },
        only: ['csv', 'xlsx', 'html'],
        of: ({ customer }) => customer,
      },
      { name: 'cufe', kind: 'text', head: { en: 'CUFE', es: 'CUFE' }, only: ['csv', 'xlsx'], of: ({ cufe }) => cufe },
      {
        name: 'file',
        kind: 'text',
        head: { en: 'File', es: 'Archivo' },
        only: ['csv', 'xlsx', 'html'],
        of: ({ name }) => name,
      },
      {
        name: 'sha256',
        kind: 'text',
        head: { en: 'SHA-256', es: 'SHA-256' },
        only: ['csv', 'xlsx'],
        of: ({ digest }) => digest,
      },
    ],
  })

interface TaxRow extends NamedTax {
  readonly number: string
  readonly kind: 'tax' | 'withholding'
}

const taxesTable = (invoices: readonly OperatorInvoiceRecord[]) =>
  table({
    name: 'taxes',
    title: { en: 'Taxes and withholdings, as they stand', es: 'Impuestos y retenciones, como están' },
    rows: invoices.flatMap(({ number, taxes, withholdings }) => [
      ...taxes.map((tax): TaxRow => ({ ...tax, number, kind: 'tax' })),
      ...withholdings.map((tax): TaxRow => ({ ...tax, number, kind: 'withholding' })),
    ]),
    columns: [
      { name: 'number', kind: 'text', head: NUMBER, of: ({ number }) => number },
      {
        name: 'kind',
        kind: 'word',
        head: { en: 'Kind', es: 'Clase' },
        words: { tax: { en: 'tax', es: 'impuesto' }, withholding: { en: 'withholding', es: 'retención' } },
        of: ({ kind }) => kind,
      },
      { name: 'code', kind: 'text', head: { en: 'Code', es: 'Código' }, of: ({ code }) => code },
      { name: 'name', kind: 'text', head: { en: 'Name', es: 'Nombre' }, of: ({ name }) => name },
      { name: 'percent', kind: 'text', head: { en: 'Percent', es: 'Porcentaje' }, of: ({ percent }) => percent },
      { name: 'sum', kind: 'money', head: { en: 'Sum', es: 'Valor' }, of: ({ sum }) => sum },
    ],
  })

const linesTable = (invoices: readonly OperatorInvoiceRecord[]) =>
  table({
    name: 'lines',
    title: { en: 'Lines', es: 'Líneas' },
    rows: invoices.flatMap(({ number, lines }) => lines.map((line) => ({ ...line, number }))),
    columns: [
      { name: 'number', kind: 'text', head: NUMBER, of: ({ number }) => number },
      { name: 'text', kind: 'text', head: { en: 'Text', es: 'Texto' }, of: ({ text }) => text },
      { name: 'sum', kind: 'money', head: { en: 'Sum', es: 'Valor' }, of: ({ sum }) => sum },
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
