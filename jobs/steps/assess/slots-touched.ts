import type { BankFacts } from '../../../src/core/bank/payout-arrivals.ts'
import { ZERO } from '../../../src/core/money.ts'
import { gatewaysAfter } from '../../../src/core/payout.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { firstContradictions } from '../../../src/core/readings/readings.ts'
import { nameOf, type Slot, uniqueSlots } from '../../../src/core/slot.ts'
import { nearTo } from '../../../src/rules/causes/neighbours.ts'
import { WITH_CAUSES } from '../../../src/rules/causes/registry.ts'
import { textOfRent } from '../../../src/rules/checks/receivables.ts'
import { codesWith } from '../../../src/rules/registry.ts'
import { groupBy } from '../../../src/std/group-by.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { checkedRead } from '../query/checked-read.ts'
import { judgedSettlements, type MerchantFacts } from './merchant-facts.ts'

/*
 * The effects of reading one slot on the findings of others. All of them are assessed in the same run, so that a later
 * check of the same pulls under the same policy finds nothing new.
 */

/** Findings that concern two slots: when one is read again, findings in the other may appear or disappear. */
const CODES_ACROSS_SLOTS = codesWith(({ dependsOn }) => dependsOn === 'others')

/** Findings about chargebacks and adjustments, which are matched over all slots. */
const CHARGEBACK_CODES = codesWith(({ dependsOn }) => dependsOn === 'chargebacks')

/** Findings that depend on bank statements. */
const BANK_CODES = codesWith(({ dependsOn }) => dependsOn === 'bank')

/** Findings that depend on the operator's invoices. */
const FEES_CODES = codesWith(({ dependsOn }) => dependsOn === 'fees')

/** Findings that depend on the merchant's lists of dues. */
const RENT_CODES = codesWith(({ dependsOn }) => dependsOn === 'receivables')

/** The slots that people acted on since their last check. */
export const slotsWithDispositions = (states: readonly SlotState[]): readonly Slot[] =>
  states.filter(({ actedSince }) => actedSince).map(({ slot }) => slot)

/** The slots that were read, and those whose findings depend on one of them. */
export const slotsTouched = async (
  store: Store,
  read: readonly Slot[],
  facts: MerchantFacts,
  policy: Policy,
): Promise<readonly Slot[]> => {
  const { states, filed } = facts
  const pulls = states.flatMap(({ pull }) => pull ?? [])
  return uniqueSlots([
    ...read,
    ...sharingKeys(read, facts),
    ...states.map(({ slot }) => slot).filter((slot) => filed.has(nameOf(slot))),
    ...(await store.findings.slotsWith(CODES_ACROSS_SLOTS)),
    ...(await slotsOfFees(store, facts)),
    ...(await gapsNear(store, read)),
    ...gatewaysAfter(read, pulls, policy),
    ...firstContradictions(judgedSettlements(states, policy), policy).map(({ slot }) => slot),
    ...(await chargebacksAndAdjustments(store, read, states)),
  ])
}

/** Slots with a finding about the bank, now or at their last check. */
export const slotsOfBank = async (store: Store, { states, bank }: MerchantFacts): Promise<readonly Slot[]> => {
  const nowAffected = states.map(({ slot }) => slot).filter((slot) => causesFindings(bank?.bySlot.get(nameOf(slot))))
  return uniqueSlots([...nowAffected, ...(await store.findings.slotsWith(BANK_CODES))])
}

/** The last settlements of months whose invoice differs or is missing, now or at their last check. */
export const slotsOfFees = async (store: Store, { states, feesInvoices }: MerchantFacts): Promise<readonly Slot[]> => {
  const nowAffected = states.flatMap(({ slot }) => {
    const { fees, isOverdue } = feesInvoices.get(nameOf(slot)) ?? {}
    return fees === undefined || fees.difference === ZERO || (fees.invoiced === null && !isOverdue) ? [] : [slot]
  })
  return uniqueSlots([...nowAffected, ...(await store.findings.slotsWith(FEES_CODES))])
}

/** Slots of whose payments the merchant's lists say something else than at their last check. Most say the same for months. */
export const slotsOfRents = async (store: Store, { states, rents }: MerchantFacts): Promise<readonly Slot[]> => {
  const shown = groupBy(await store.findings.rentsShown(RENT_CODES), nameOf)
  return states
    .filter(({ slot, pull }) => {
      const [now, before] = [rents.get(nameOf(slot)) ?? [], shown.get(nameOf(slot)) ?? []]
      const known = new Set(
        before.map(({ code, subject, reported, expected, due }) =>
          [code, subject, reported, expected ?? '', due ?? ''].join(' '),
        ),
      )
      return pull !== null && (now.length !== known.size || now.some((fault) => !known.has(textOfRent(fault))))
    })
    .map(({ slot }) => slot)
}

const causesFindings = (facts: BankFacts | undefined): boolean =>
  facts !== undefined &&
  (facts.arrival?.kind === 'missing' ||
    facts.arrival?.kind === 'candidates' ||
    facts.arrival?.kind === 'unconfirmed' ||
    facts.unknownCredits.length + facts.gaps.length > 0)

const sharingKeys = (read: readonly Slot[], { shared }: MerchantFacts): readonly Slot[] => {
  const names = new Set(read.map(nameOf))
  return shared
    .map(({ holders }) => holders.map(({ slot }) => slot))
    .filter((slots) => slots.some((slot) => names.has(nameOf(slot))))
    .flat()
}

/** Slots with a gap that an invoice or a gap of a slot nearby may close. */
const gapsNear = async (store: Store, read: readonly Slot[]): Promise<readonly Slot[]> => {
  const dates = [...new Set(read.map(({ date }) => date))].map((date) => ({ date }))
  return (await store.findings.slotsWith(WITH_CAUSES)).filter((slot) => dates.some(nearTo(slot)))
}

/**
 * All slots that have a chargeback or an adjustment, or had one when last checked, as soon as one of them has changed.
 */
const chargebacksAndAdjustments = async (
  store: Store,
  read: readonly Slot[],
  states: readonly SlotState[],
): Promise<readonly Slot[]> => {
  const slots = uniqueSlots([
    ...(await store.findings.slotsWith(CHARGEBACK_CODES)),
    ...(await store.invoices.chargebacks()).map(({ slot }) => slot),
    ...states.filter(({ pull }) => pull?.settlement && pull.settlement.adjustments !== 0n).map(({ slot }) => slot),
  ])
  const wasRead = new Set(read.map(nameOf))
  const changed = states.filter((state) => wasRead.has(nameOf(state.slot)) && hasChangedSinceCheck(state))
  const names = new Set(changed.map(({ slot }) => nameOf(slot)))
  return slots.some((slot) => names.has(nameOf(slot))) ? slots : []
}

/** Whether the settlement or its list differs from what the last check read. */
const hasChangedSinceCheck = (state: SlotState): boolean => state.pull !== null && checkedRead(state) === null
