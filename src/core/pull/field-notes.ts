import { instantIn } from '../calendar/calendar.ts'
import { type Invoice, type InvoiceTexts, isPaidOrCharged } from '../invoice.ts'
import {
  ENUM_FIELDS,
  type EnumField,
  factsOf,
  INVOICE_FIELDS,
  INVOICE_TEXTS,
  type InvoiceTextName,
  isPaymentField,
} from '../invoice-fields.ts'
import { isFractional } from '../money.ts'
import { isCycleNumber, SETTLEMENT_SUMS, type Settlement } from '../settlement.ts'
import { asSlotDate, isDateTime } from '../slot.ts'
import type { InvoiceInPull } from './invoice-in-pull.ts'

/** The dates and times that are documented as present, always or in paid invoices. */
const DATES: readonly InvoiceTextName[] = INVOICE_TEXTS.filter((name) => {
  const { kind, presence } = factsOf(name)
  return kind !== 'text' && presence !== 'sometimes'
})

const NONE: readonly InvoiceTextName[] = []

/** The fields of the invoice whose text should be a date and is none. The text itself stays as it is. */
export const unreadableDates = (invoice: InvoiceTexts): readonly InvoiceTextName[] =>
  DATES.every((field) => isReadable(invoice[field])) ? NONE : DATES.filter((field) => !isReadable(invoice[field]))

const isReadable = (text: string | null): boolean =>
  text === null || (text.length === DATE_CHARACTERS ? asSlotDate(text) !== null : isTime(text))

const DATE_CHARACTERS = 'yyyy-mm-dd'.length

/** With or without an offset. */
const isTime = (text: string): boolean => !Number.isNaN(instantIn(text)) || !Number.isNaN(instantIn(`${text}Z`))

/** Numbers of records, by field or by `field=value`, in our words when the field is documented. */
export type Counts = ReadonlyMap<string, number>

/** Fields and values of a slot's records that api.md does not document, and documented fields that are missing. */
export interface FieldNotes {
  readonly missing: Counts
  readonly unknownFields: Counts
  readonly unknownValues: Counts
  readonly fractional: Counts
  /** Dates received as date-times. */
  readonly dateTimes: Counts
}

/** api.md, Resources: the documented values of each enum. */
const DOCUMENTED: ReadonlyMap<EnumField, ReadonlySet<string>> = new Map(
  ENUM_FIELDS.map((field) => [field, new Set<string>(INVOICE_FIELDS[field].values)]),
)
const STATUSES: ReadonlySet<string> = new Set(INVOICE_FIELDS.status.values)
export const isDocumentedStatus = (status: string): boolean => STATUSES.has(status)

const SETTLEMENT_STATUSES = new Set(['processing', 'paid', 'credited', 'error'])

const count = (counts: Map<string, number>, key: string, by = 1): void => {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

const fieldsOf = (extra: string | null): readonly string[] => {
  if (extra === null) return []
  const fields: Readonly<Record<string, unknown>> = JSON.parse(extra)
  return Object.keys(fields).filter((field) => fields[field] !== null)
}

/** Counts these in one pass over the list. */
export const gatherFieldNotes = () => {
  const missing = new Map<string, number>()
  const unknownFields = new Map<string, number>()
  const unknownValues = new Map<string, number>()
  const fractional = new Map<string, number>()
  const dateTimes = new Map<string, number>()

  /** Payment fields of a paid invoice are reported of that invoice. */
  const addMissing = (invoice: Invoice, fields: readonly string[]): void => {
    for (const field of fields) if (!isPaymentField(field) || !isPaidOrCharged(invoice)) count(missing, field)
  }

  const addInvoice = (invoice: Invoice): void => {
    addMissing(invoice, invoice.flaws)
    addMissing(invoice, unreadableDates(invoice))
    for (const field of fieldsOf(invoice.extra)) count(unknownFields, field)
    for (const [field, documented] of DOCUMENTED) {
      const value = invoice[field]
      if (value !== null && !documented.has(value)) count(unknownValues, `${field}=${value}`)
    }
    if (invoice.ownDate !== null && isDateTime(invoice.ownDate)) count(dateTimes, 'ownDate')
    if (isFractional(invoice.amount)) count(fractional, 'amount')
    if (invoice.paid !== null && isFractional(invoice.paid)) count(fractional, 'paid')
  }

  const add = ({ current }: InvoiceInPull): void => {
    if (current !== null) addInvoice(current)
  }

  const addSettlement = (settlement: Settlement): void => {
    for (const field of fieldsOf(settlement.extra))
      if (field !== 'cycle' || !isCycleNumber(settlement)) count(unknownFields, field)
    if (!SETTLEMENT_STATUSES.has(settlement.status)) count(unknownValues, `status=${settlement.status}`)
    for (const field of SETTLEMENT_SUMS) if (isFractional(settlement[field])) count(fractional, field)
  }

  /** Undocumented fields of the pages themselves. */
  const addPages = (pages: Readonly<Record<string, number>>): void => {
    for (const [field, number] of Object.entries(pages)) count(unknownFields, field, number)
  }

  const result = (): FieldNotes => ({ missing, unknownFields, unknownValues, fractional, dateTimes })

  return { add, addSettlement, addPages, result }
}
