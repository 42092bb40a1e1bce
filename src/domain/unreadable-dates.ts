import { instantIn } from './calendar/instant-in.ts'
import type { InvoiceTexts } from './invoice.ts'
import { factsOf, INVOICE_TEXTS, type InvoiceTextName } from './invoice-fields.ts'
import { asSlotDate } from './slot.ts'

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
  text === null || (text.length === DATE_CHARACTERS ? asSlotDate(text) !== null : isDateTime(text))

const DATE_CHARACTERS = 'yyyy-mm-dd'.length

/** With or without an offset. */
const isDateTime = (text: string): boolean => !Number.isNaN(instantIn(text)) || !Number.isNaN(instantIn(`${text}Z`))
