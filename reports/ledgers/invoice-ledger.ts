import { counts, type Invoice } from '../../src/core/invoice.ts'
import {
  factsOf,
  INVOICE_FIELD_NAMES,
  type InvoiceFieldFacts,
  type InvoiceFieldName,
} from '../../src/core/invoice-fields.ts'
import type { Policy } from '../../src/core/policy.ts'
import type { Slot } from '../../src/core/slot.ts'
import { ledger, SHAPE, settlementColumns, type Tones, type WorkbookColumn, workbookColumn } from './ledger.ts'

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

const STATUS_TONES: Tones = { chargeback: 'warning', ready: 'warning', cancelled: 'warning' }

type InvoiceColumn = WorkbookColumn<Invoice, InvoiceList>

const SHAPES = { sum: SHAPE.money, time: SHAPE.time, date: SHAPE.date } as const

const shapeOf = ({ kind, column }: InvoiceFieldFacts) =>
  kind === 'word' || kind === 'text' ? SHAPE.text(column.width ?? SHAPE.time.width) : SHAPES[kind]

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
  const { head, meaning } = factsOf(name).column
  const tones = name === 'status' ? { tones: STATUS_TONES } : {}
  return workbookColumn(name === 'id' ? 'invoice_id' : columnName(name), {
    of: cellOf(name),
    ...shapeOf(factsOf(name)),
    head,
    meaning,
    ...tones,
  })
}

/** Columns that are not invoice fields, by the field that they follow. */
const AFTER: { readonly [Name in InvoiceFieldName]?: InvoiceColumn } = {
  status: workbookColumn('counted', {
    of: (invoice, { policy }) => counts(invoice, policy),
    ...SHAPE.text(16),
    head: { en: 'Counts', es: 'Suma al recaudo' },
    meaning: 'whether it counts towards collected',
  }),
  expirationDate: workbookColumn('settlement_status', {
    of: (_, { settlementStatus }) => settlementStatus,
    ...SHAPE.text(15),
    head: { en: 'Settlement status', es: 'Estado de la liquidación' },
    meaning: 'the status of the settlement that lists it',
  }),
}

/**
 * One row for each listed invoice, in order of slot and invoice id: the caller reads them in that order, a page at a
 * time.
 */
export const INVOICE_LEDGER = ledger<Invoice, InvoiceList, InvoiceColumn>('invoice-ledger.csv', [
  ...settlementColumns<Invoice, InvoiceList>((_, { slot }) => slot),
  ...INVOICE_FIELD_NAMES.flatMap((name) => {
    const after = AFTER[name]
    return after === undefined ? [fieldColumn(name)] : [fieldColumn(name), after]
  }),
])
