import type { Invoice } from '../invoice.ts'
import type { Centavos } from '../money.ts'
import { type Policy, sameCycle } from '../policy.ts'
import { isSameDate, nameOf, type Slot, type SlotDate } from '../slot.ts'

/** A date listed once without a cycle. Every item is in the list of some slot, unlisted, or malformed. */
export interface DateListing {
  readonly date: SlotDate
  /** Its number in the event sequence. */
  readonly number: number
  readonly pages: number
  readonly items: number
  readonly malformed: number
  readonly unlisted: number
}

/** An invoice in the listing of a date that was in no slot read so far. */
export interface UnlistedInvoice {
  /** The date that was listed. */
  readonly date: SlotDate
  readonly invoiceId: string
  readonly status: string
  readonly paid: Centavos | null
  /** The slot the invoice itself names. */
  readonly ownDate: string | null
  readonly ownCycle: string | null
  /** The slots whose latest pulls hold it. */
  readonly listedIn: readonly Slot[]
}

/** The slot of the listed date that an unlisted invoice names; null when it names none, or one of another date. */
export const ownSlotOf = ({ date, ownDate, ownCycle }: Pick<UnlistedInvoice, 'date' | 'ownDate' | 'ownCycle'>) =>
  ownDate !== null && isSameDate(ownDate, date) && ownCycle !== null ? { date, cycle: ownCycle } : null

/**
 * Where each unlisted invoice is filed, by the name of the slot: in the slot it names, if that was ever read whole,
 * else in the last such slot of the date. `read` are the slots that were read whole, in order.
 */
export const unlistedBySlot = (
  unlisted: readonly UnlistedInvoice[],
  read: readonly Slot[],
  policy: Policy,
): ReadonlyMap<string, readonly UnlistedInvoice[]> => {
  const filed = new Map<string, UnlistedInvoice[]>()
  for (const invoice of unlisted) {
    const ofDate = read.filter(({ date }) => date === invoice.date)
    const own = ownSlotOf(invoice)
    const place = ofDate.find(({ cycle }) => own !== null && sameCycle(cycle, own.cycle, policy)) ?? ofDate.at(-1)
    if (place === undefined) continue
    const name = nameOf(place)
    const here = filed.get(name)
    if (here === undefined) filed.set(name, [invoice])
    else here.push(invoice)
  }
  return filed
}

export const TEXT_FIELDS = ['id', 'reference', 'contract', 'customerDocument', 'paymentId'] as const
export const SUM_FIELDS = ['amount', 'paid'] as const
/** The fields by which a person looks for an invoice. */
export const SEARCH_FIELDS = [...TEXT_FIELDS, ...SUM_FIELDS] as const
export type SearchField = (typeof SEARCH_FIELDS)[number]

/** A text to search for, and whether a field must equal it or only begin with it; or a sum in centavos. */
export type InvoiceSearch =
  | { readonly text: string; readonly mode: 'exact' | 'beginning' }
  | { readonly sum: Centavos; readonly mode: 'sum' }

/** An invoice of a slot that carries the text, in its present list or an earlier one. */
export interface InvoiceMatch {
  readonly slot: Slot
  readonly invoiceId: string
}

/** The fields of an invoice that carry the text or the sum. */
export const fieldsMatching = (invoice: Invoice, search: InvoiceSearch): readonly SearchField[] => {
  if (search.mode === 'sum') return SUM_FIELDS.filter((field) => invoice[field] === search.sum)
  const { text, mode } = search
  return TEXT_FIELDS.filter((field) => {
    const value = invoice[field]
    return value !== null && (mode === 'exact' ? value === text : value.startsWith(text))
  })
}
