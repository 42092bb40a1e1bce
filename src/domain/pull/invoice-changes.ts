import type { Json } from '../cell.ts'
import type { Invoice } from '../invoice.ts'
import { factsOf, INVOICE_FIELD_NAMES, type InvoiceFieldName } from '../invoice-fields.ts'
import type { Policy } from '../policy.ts'
import type { Slot } from '../slot.ts'
import type { InvoiceVersion } from './invoice-in-pull.ts'
import { otherSlotOf } from './own-slots.ts'
import type { Departure } from './pull.ts'

/** A field that differs from the previous version. */
export interface FieldChange {
  readonly field: string
  /** Whether the field may identify a person: its change is shown, its values are not. */
  readonly isPersonal: boolean
  readonly before: Json
  readonly now: Json
}

/** A change of one invoice of a slot by one pull. */
export type InvoiceChange = { readonly invoiceId: string; readonly pull: number } & (
  | { readonly kind: 'added'; readonly isBack: boolean }
  /** `became` is the service's answer about it by id: null when it was not asked for. */
  | { readonly kind: 'left'; readonly became: Departure | null }
  /** It left the list and names another slot now. */
  | { readonly kind: 'moved'; readonly became: Departure }
  | { readonly kind: 'altered'; readonly fields: readonly FieldChange[] }
)

type Field = Exclude<InvoiceFieldName, 'id'> | 'extra'

/** In the order of the ledger. */
const FIELDS: readonly Field[] = [...INVOICE_FIELD_NAMES.filter((name) => name !== 'id'), 'extra']

/** A code of the merchant's is personal only when somebody wrote a person into it. */
const isPersonal = (field: Field): boolean =>
  field === 'extra' || ['customer', 'words'].includes(factsOf(field).personal ?? '')

export interface ListedInvoice {
  /** Versions of one invoice in a slot, oldest first. */
  readonly versions: readonly InvoiceVersion[]
  /** The service's answers about it by id, with the pull that asked. */
  readonly departures: readonly { readonly pull: number; readonly departure: Departure }[]
}

/** A slot, and the first and last of its pulls, by their ids. */
export interface PullsOfSlot {
  readonly slot: Slot
  readonly first: number
  readonly last: number
}

/** The changes of one invoice by each pull after the slot's first one. */
export const invoiceChanges = (
  { versions, departures }: ListedInvoice,
  { slot, first, last }: PullsOfSlot,
  policy: Policy,
): InvoiceChange[] =>
  versions.flatMap((version, at) => {
    const { invoice, from, to } = version
    const before = versions[at - 1]
    const after = versions[at + 1]
    const begun = from > first && from <= last ? [changeOfVersion(before, version)] : []
    if (to === null || to > last || after?.from === to) return begun
    const became = departures.find(({ pull }) => pull >= to)?.departure ?? null
    const common = { invoiceId: invoice.id, pull: to }
    if (became === null || otherSlotOf(became, slot, policy) === null)
      return [...begun, { kind: 'left', ...common, became }]
    return [...begun, { kind: 'moved', ...common, became }]
  })

const changeOfVersion = (before: InvoiceVersion | undefined, { invoice, from }: InvoiceVersion): InvoiceChange => {
  const common = { invoiceId: invoice.id, pull: from }
  if (before?.to !== from) return { kind: 'added', ...common, isBack: before !== undefined }
  return { kind: 'altered', ...common, fields: fieldChanges(before.invoice, invoice) }
}

const fieldChanges = (before: Invoice, now: Invoice): readonly FieldChange[] => {
  const changes = FIELDS.filter((field) => before[field] !== now[field]).map((field) => {
    const isHidden = isPersonal(field)
    return { field, isPersonal: isHidden, before: isHidden ? null : before[field], now: isHidden ? null : now[field] }
  })
  const [then, since] = [before.flaws.join(' '), now.flaws.join(' ')]
  if (then === since) return changes
  return [...changes, { field: 'flaws', isPersonal: false, before: then, now: since }]
}
