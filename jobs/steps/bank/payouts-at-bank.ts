import type { BankListReport } from '../../../reports/documents/bank/bank-list-report.ts'
import {
  type BankOverview,
  kindWithoutCredit,
  type PayoutAtBank,
  type PayoutWithoutCredit,
  payoutToArrive,
} from '../../../src/core/bank/bank-overview.ts'
import type { Arrival } from '../../../src/core/bank/payout-arrivals.ts'
import { tiesInForce } from '../../../src/core/bank/tie-out.ts'
import type { Zone } from '../../../src/core/calendar/calendar.ts'
import { subjectText, theBankEntry } from '../../../src/core/findings/discrepancy.ts'
import { sumOf, ZERO } from '../../../src/core/money.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import { CODES_AT_BANK } from '../../../src/rules/account/settlement-money.ts'
import { bankUnknownCredit } from '../../../src/rules/checks/bank.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import type { QueryContext } from '../run/context.ts'
import { bankInDatabase } from './bank-in-database.ts'

/**
 * Every payout that should arrive, or that a person tied with a credit, in order of date and cycle, and what the bank's
 * statements show of it. Of one that is tied and does not count as paid out (any more) nothing was paid out.
 */
export const payoutsAtBank = async (
  store: Store,
  states: readonly SlotState[],
  overview: BankOverview,
  policy: Policy,
): Promise<readonly PayoutAtBank[]> => {
  const decided = await decidedAtBank(store)
  return states.flatMap(({ slot, pull }) => {
    const settlement = pull?.settlement ?? null
    const arrival = arrivalOf(slot, overview)
    if (settlement === null) return []
    const isToArrive = payoutToArrive(settlement, slot, policy) !== null
    if (!isToArrive && arrival?.kind !== 'arrived') return []
    const isPaidOut = isToArrive || kindWithoutCredit(settlement, slot, policy) !== null
    const payout = isPaidOut ? settlement.payout : ZERO
    return [{ slot, payout, arrival: arrival ?? { kind: 'not-covered' as const }, ...decided.get(nameOf(slot)) }]
  })
}

/** By the name of the slot: whether all that is shown about its arrival was accepted or paid, and what was paid elsewhere of claims. */
const decidedAtBank = async (
  store: Store,
): Promise<ReadonlyMap<string, Pick<PayoutAtBank, 'isSettled' | 'recovered'>>> => {
  const decided = new Map<string, Pick<PayoutAtBank, 'isSettled' | 'recovered'>>()
  for (const slot of await store.findings.slotsWith([...CODES_AT_BANK])) {
    const found = (await store.findings.ofSlot(slot)).filter(({ code }) => CODES_AT_BANK.has(code))
    const shown = found.filter(({ state }) => state !== 'resolved')
    const isSettled = shown.length > 0 && shown.every(({ state }) => state === 'accepted' || state === 'paid')
    const recovered = sumOf(found.map((one) => one.recovered ?? ZERO))
    decided.set(nameOf(slot), { ...(isSettled && { isSettled }), ...(recovered !== ZERO && { recovered }) })
  }
  return decided
}

/** The day on which a person accepted each unknown credit as it is, by its subject. */
export const acceptedCredits = async (store: Store, zone: Zone): Promise<ReadonlyMap<string, SlotDate>> => {
  const days = new Map<string, SlotDate>()
  for (const slot of await store.findings.slotsWith([bankUnknownCredit.code])) {
    const timelines = await store.findings.timelines(slot)
    for (const { code, state, subject, id } of await store.findings.ofSlot(slot)) {
      if (code !== bankUnknownCredit.code || state !== 'accepted') continue
      const acceptance = (timelines.get(id) ?? []).findLast(({ event }) => event === 'accepted')
      if (acceptance !== undefined) days.set(subject, zone.dateAt(acceptance.at))
    }
  }
  return days
}

/** Every payout for which no credit is expected and none is tied, in order of date and cycle. */
export const payoutsWithoutCredit = (
  states: readonly SlotState[],
  overview: BankOverview,
  policy: Policy,
): readonly PayoutWithoutCredit[] =>
  states.flatMap(({ slot, pull }) => {
    const settlement = pull?.settlement ?? null
    const kind = settlement === null ? null : kindWithoutCredit(settlement, slot, policy)
    const isTied = arrivalOf(slot, overview)?.kind === 'arrived'
    return settlement === null || kind === null || isTied ? [] : [{ slot, payout: settlement.payout, kind }]
  })

const arrivalOf = (slot: Slot, { bySlot }: BankOverview): Arrival | null => bySlot.get(nameOf(slot))?.arrival ?? null

/** What the bank's statements show of every payout. */
export const bankListIn = async (
  store: Store,
  { settings: { policy }, zone }: Pick<QueryContext, 'settings' | 'zone'>,
): Promise<BankListReport | 'nothing'> => {
  const states = await store.slots.states()
  const overview = await bankInDatabase(store, states, { policy, zone })
  if (overview === null) return 'nothing'
  const accepted = await acceptedCredits(store, zone)
  return {
    merchant: store.merchant.name,
    covered: overview.covered,
    gaps: overview.gaps,
    payouts: await payoutsAtBank(store, states, overview, policy),
    withoutCredit: payoutsWithoutCredit(states, overview, policy),
    ties: tiesInForce(await store.bank.ties()),
    entries: new Map((await store.bank.entries()).map((entry) => [entry.id, entry])),
    unknownCredits: overview.unknownCredits.map((entry) => {
      const acceptedOn = accepted.get(subjectText(theBankEntry(entry.id)))
      return { ...entry, ...(acceptedOn && { acceptedOn }) }
    }),
    reversals: overview.reversals,
    isComplete: overview.open.isComplete,
  }
}
