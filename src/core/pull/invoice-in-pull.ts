import type { Json } from '../cell.ts'
import { type Invoice, isPaidOrCharged } from '../invoice.ts'
import { factsOf, INVOICE_FIELD_NAMES, type InvoiceFieldName } from '../invoice-fields.ts'
import type { Centavos } from '../money.ts'
import { isKnownCycle, type Policy, sameCycle, withoutAlias } from '../policy.ts'
import type { Settlement } from '../settlement.ts'
import { isSameDate, type Slot } from '../slot.ts'
import type { Departure } from './pull.ts'

/** One version of an invoice in a slot, shown by the pulls from `from` up to, but not including, `to` (null: until now). */
export interface InvoiceVersion {
  readonly invoice: Invoice
  readonly from: number
  readonly to: number | null
}

/** Everything the database knows about one invoice of a slot, as of one pull. */
export interface InvoiceInPull {
  readonly id: string
  /** As the pull lists it; null when it does not list it. */
  readonly current: Invoice | null
  /** Its first version read as paid or chargeback; it never changes. */
  readonly baseline: Invoice | null
  /** Whether it is in the list of the slot's baseline pull. */
  readonly inBaselineList: boolean
  /** Whether some pull after the baseline pull listed it. */
  readonly listedSinceBaseline: boolean
  /** The version before the current one, or the last version when it left. */
  readonly previous: Invoice | null
  /** An earlier version was paid. */
  readonly wasPaid: boolean
  /** An earlier version was a chargeback. */
  readonly wasChargeback: boolean
}

const liveAt = ({ from, to }: InvoiceVersion, pull: number): boolean => from <= pull && (to === null || to > pull)

/**
 * Folds the versions of one invoice, oldest first, as of a pull. `baselinePull` is the slot's first pull with a final
 * settlement, or null while there is none. One loop without a list, since it runs for every invoice of every slot, and
 * most have one version.
 */
export const invoiceInPull = (
  versions: readonly [InvoiceVersion, ...InvoiceVersion[]],
  pull: number,
  baselinePull: number | null,
): InvoiceInPull => {
  let current: Invoice | null = null
  let previous: Invoice | null = null
  let baseline: Invoice | null = null
  let inBaselineList = false
  let listedSinceBaseline = false
  let wasPaid = false
  let wasChargeback = false
  for (const version of versions) {
    const { invoice, from, to } = version
    if (from > pull) break
    if (baseline === null && isPaidOrCharged(invoice)) baseline = invoice
    if (baselinePull !== null) {
      inBaselineList ||= liveAt(version, baselinePull)
      listedSinceBaseline ||= to === null || to > baselinePull
    }
    if (liveAt(version, pull)) {
      current = invoice
    } else {
      previous = invoice
      wasPaid ||= invoice.status === 'paid'
      wasChargeback ||= invoice.status === 'chargeback'
    }
  }
  const { id } = versions[0].invoice
  return { id, current, baseline, inBaselineList, listedSinceBaseline, previous, wasPaid, wasChargeback }
}

/** What the invoice paid, in centavos; where the present list does not say, what an earlier one said. */
export const lastPaidOf = ({
  current,
  baseline,
  previous,
}: Pick<InvoiceInPull, 'current' | 'baseline' | 'previous'>): Centavos | null =>
  current?.paid ?? baseline?.paid ?? previous?.paid ?? null

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

/** A current record that carries a key: an invoice in the list of a slot's latest whole pull. */
export interface KeyHolder {
  readonly slot: Slot
  readonly invoiceId: string
  readonly status: string
  readonly paid: Centavos | null
  /** The ordinal of the run since which it is listed here without a gap. Runs of a database are numbered 1, 2, 3, ... */
  readonly listedSinceRun: number
  /** The ordinal of the run that made the slot's latest whole pull. */
  readonly readInRun: number
}

/** A payment id, reference or invoice id that more than one current record carries, over all slots of the merchant. */
export interface SharedKey {
  readonly kind: 'payment' | 'reference' | 'invoice'
  readonly value: string
  readonly holders: readonly KeyHolder[]
}

/** An invoice that names another slot than the one that lists it. */
interface OutsideInvoice {
  readonly invoiceId: string
  /** What was paid; where the present list has none, the last sum that was known. */
  readonly paid: Centavos | null
  readonly ownDate: string | null
  readonly ownCycle: string | null
}

/** The slots that the invoices of a list name as their own. */
export interface OwnSlots {
  /** The one unknown label that all of them carry instead of the slot's, or null. */
  readonly label: string | null
  /** The invoices that name another slot; none when only the label differs. */
  readonly outside: readonly OutsideInvoice[]
}

const namesAnotherDate = ({ ownDate }: Pick<Invoice, 'ownDate'>, slot: Slot): boolean =>
  ownDate !== null && !isSameDate(ownDate, slot.date)

const namesAnotherCycle = (invoice: Invoice, slot: Slot, policy: Policy): boolean =>
  invoice.ownCycle !== null && !sameCycle(invoice.ownCycle, slot.cycle, policy)

/** The other slot that it names; null where it names this one, or none. */
export const otherSlotOf = (
  { ownDate: date, ownCycle: cycle }: Pick<Invoice, 'ownDate' | 'ownCycle'>,
  slot: Slot,
  policy: Policy,
): { readonly date: string; readonly cycle: string } | null => {
  if (date === null || cycle === null) return null
  return isSameDate(date, slot.date) && sameCycle(cycle, slot.cycle, policy) ? null : { date, cycle }
}

const isUnknownLabel = (label: string, policy: Policy): boolean => !isKnownCycle(withoutAlias(label, policy), policy)

/** Gathers the labels and the outside invoices of a list in one pass: whether all share a label is known only at its end. */
export const gatherOwnSlots = (slot: Slot, policy: Policy) => {
  const outside: OutsideInvoice[] = []
  const labels = new Set<string>()

  const add = (invoice: InvoiceInPull): void => {
    const { current } = invoice
    if (current === null) return
    if (current.ownCycle !== null) labels.add(current.ownCycle)
    if (!namesAnotherDate(current, slot) && !namesAnotherCycle(current, slot, policy)) return
    const { id, ownDate, ownCycle } = current
    outside.push({ invoiceId: id, paid: lastPaidOf(invoice), ownDate, ownCycle })
  }

  /** A label that the settlement itself carries is the slot's: its invoices under that label are not outside. */
  const isOfSettlement = ({ ownDate, ownCycle }: OutsideInvoice, settlement: Settlement | null): boolean =>
    settlement !== null &&
    ownCycle !== null &&
    sameCycle(ownCycle, settlement.cycle, policy) &&
    isUnknownLabel(settlement.cycle, policy) &&
    !namesAnotherDate({ ownDate }, slot)

  const result = (settlement: Settlement | null): OwnSlots => {
    const [label, ...others] = labels
    const isMerelyAnotherLabel =
      label !== undefined &&
      others.length === 0 &&
      !sameCycle(label, slot.cycle, policy) &&
      isUnknownLabel(label, policy)
    if (!isMerelyAnotherLabel)
      return { label: null, outside: outside.filter((invoice) => !isOfSettlement(invoice, settlement)) }
    return { label, outside: outside.filter((invoice) => namesAnotherDate(invoice, slot)) }
  }

  return { add, result }
}
