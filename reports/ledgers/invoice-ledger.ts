import { counts, type Invoice } from '../../src/core/invoice.ts'
import { factsOf, INVOICE_FIELD_NAMES, type InvoiceFieldName } from '../../src/core/invoice-fields.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Slot } from '../../src/core/slot.ts'
import { column, type ReportColumn } from '../../src/print/report.ts'
import { CELL_WORDS } from '../../src/words/cell-words.ts'
import { type LedgerColumn, ledger, settlementColumns } from './ledger.ts'

/** The values that all rows of a slot share. */
export interface InvoiceList {
  readonly merchant: string
  readonly slot: Slot
  /** The status of the slot's settlement; null without one. */
  readonly settlementStatus: string | null
  readonly policy: Policy
  /** Converts a date-time of the service to the policy's zone. */
  readonly localTime: (text: string) => string
}

const STATUS_TONES = { chargeback: 'warning', ready: 'warning', cancelled: 'warning' } as const

type InvoiceColumn = LedgerColumn<Invoice, InvoiceList>

const KINDS = { sum: 'money', time: 'time', date: 'date', word: 'text', text: 'text' } as const

/** `customerDocument` becomes `customer_document`. */
const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const cellOf = (name: InvoiceFieldName): InvoiceColumn['of'] => {
  if (factsOf(name).kind !== 'time') return (invoice) => invoice[name]
  return (invoice, { localTime }) => {
    const time = invoice[name]
    return typeof time === 'string' ? localTime(time) : null
  }
}

const fieldColumn = (name: InvoiceFieldName): InvoiceColumn => {
  const { kind, column: of } = factsOf(name)
  const title = name === 'id' ? 'invoice_id' : columnName(name)
  const words = Object.entries<ReportColumn['words']>(CELL_WORDS).find(([column]) => column === title)?.[1]
  return column(title, KINDS[kind], of.head, cellOf(name), {
    meaning: of.meaning,
    ...(KINDS[kind] === 'text' ? { width: of.width ?? TEXT_WIDTH } : {}),
    ...(name === 'status' ? { tones: STATUS_TONES } : {}),
    ...(words ? { words } : {}),
  })
}

const TEXT_WIDTH = 20

/** Columns that are not invoice fields, by the field that they follow. */
const AFTER: { readonly [Name in InvoiceFieldName]?: InvoiceColumn } = {
  status: column(
    'counted',
    'text',
    { en: 'Counts', es: 'Suma al recaudo' },
    (invoice, { policy }) => counts(invoice, policy),
    { width: 16, words: CELL_WORDS.counted, meaning: 'whether it counts towards collected' },
  ),
  expirationDate: column(
    'settlement_status',
    'text',
    { en: 'Settlement status', es: 'Estado de la liquidación' },
    (_, { settlementStatus }) => settlementStatus,
    { width: 15, words: CELL_WORDS.settlement_status, meaning: 'the status of the settlement that lists it' },
  ),
}

/**
 * One row for each listed invoice, in order of slot and invoice id: the caller reads them in that order, a page at a
 * time.
 */
export const INVOICE_LEDGER = ledger<Invoice, InvoiceList>('invoice-ledger.csv', [
  ...settlementColumns<Invoice, InvoiceList>((_, { slot }) => slot),
  ...INVOICE_FIELD_NAMES.flatMap((name) => {
    const after = AFTER[name]
    return after === undefined ? [fieldColumn(name)] : [fieldColumn(name), after]
  }),
])
