import type { ListGap } from '../assessment/gaps.ts'
import { counts, type PaidInvoice, worthOf } from '../invoice.ts'
import { type Centavos, minus, negate, plus, ZERO } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'
import type { Repeat } from '../pull/pull.ts'
import { isSameDate, type Slot } from '../slot.ts'
import type { Group, ListClues } from './evidence.ts'
import { gatherSample } from './sample.ts'

/** The facts about a slot before its list is read a second time. */
export interface ListQuestion {
  readonly slot: Slot
  readonly policy: Policy
  readonly gap: ListGap
  readonly repeats: readonly Repeat[]
  /** The number of copies beyond the first, over all invoices. */
  readonly repeated: number
}

/** Reads the list of a slot a second time, invoice by invoice, now that the gap is known. Holds only the first few ids. */
export const gatherListClues = ({ slot, policy, gap, repeats, repeated }: ListQuestion) => {
  const chargebacks = gatherGroup()
  const otherBasis = gatherGroup()
  const doubled = gatherGroup()
  const worthTheExcess = gatherSample()
  const doubledWorthTheGap = gatherSample()
  const byOtherLabel = new Map<string, ReturnType<typeof gatherGroup>>()
  const listedTwice = new Set(repeats.map(({ invoiceId }) => invoiceId))
  let counted = 0

  const addCounted = (invoice: PaidInvoice): void => {
    const { id, paid, amount, ownCycle, ownDate } = invoice
    const worth = worthOf(invoice, policy)
    counted += 1
    if (paid !== amount) otherBasis.add(id, minus(worth === paid ? amount : paid, worth))
    if (worth === negate(gap.collected)) worthTheExcess.add(id)
    if (listedTwice.has(id)) {
      doubled.add(id, worth)
      if (worth === gap.collected) doubledWorthTheGap.add(id)
    }
    if (ownCycle === null || ownCycle === slot.cycle || (ownDate !== null && !isSameDate(ownDate, slot.date))) return
    const label = byOtherLabel.get(ownCycle) ?? gatherGroup()
    byOtherLabel.set(ownCycle, label)
    label.add(id, worth)
  }

  return {
    add: ({ current }: InvoiceInPull): void => {
      if (current === null) return
      if (current.status === 'chargeback') chargebacks.add(current.id, chargedBack(current, policy))
      if (counts(current, policy)) addCounted(current)
    },
    result: (): ListClues => ({
      gap,
      counted,
      chargebacks: chargebacks.result(),
      otherBasis: otherBasis.result(),
      worthTheExcess: worthTheExcess.result(),
      doubled: doubled.result(),
      doubledWorthTheGap: doubledWorthTheGap.result(),
      furtherCopies: furtherCopies(repeats.length, repeated),
      byOtherLabel: new Map([...byOtherLabel].map(([label, group]) => [label, group.result()])),
    }),
  }
}

/** A chargeback that the policy excludes may have no paid sum. */
const chargedBack = ({ paid, amount }: InvoiceInPull['current'] & object, policy: Policy): Centavos =>
  policy.collectedBasis === 'paid' ? (paid ?? ZERO) : amount

/**
 * The number of copies of each is known when only one invoice was repeated, or when there are as many copies as
 * invoices.
 */
const furtherCopies = (invoices: number, copies: number): number | null => {
  if (invoices === 1) return copies
  return invoices === copies ? 1 : null
}

export const gatherGroup = () => {
  const invoices = gatherSample()
  let sum = ZERO
  return {
    add: (id: string, worth: Centavos): void => {
      invoices.add(id)
      sum = plus(sum, worth)
    },
    result: (): Group => ({ invoices: invoices.result(), sum }),
  }
}
