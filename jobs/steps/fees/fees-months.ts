import type { Instant, Zone } from '../../../src/core/calendar/calendar.ts'
import { type FeesOfMonth, feesOfMonths, type SettlementCharge } from '../../../src/core/fees/operator-invoice.ts'
import { plus, sumOf, ZERO } from '../../../src/core/money.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { isJudged, isListJudged, ownSettlement, type Pull } from '../../../src/core/pull/pull.ts'
import type { Totals } from '../../../src/core/pull/tally.ts'
import { addDays, asSlotDate, lastDayOfMonth, nameOf } from '../../../src/core/slot.ts'
import { chargedParts } from '../../../src/rules/account/fees-summary.ts'
import type { FeesInvoiceFacts } from '../../../src/rules/facts.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { checkedRead } from '../query/checked-read.ts'
import { totalsUnderPolicy } from '../query/totals-under-policy.ts'

export interface FeesRules {
  readonly policy: Policy
  readonly zone: Zone
  readonly signal: AbortSignal
  /** Whether the totals of its last check do not hold any more: another policy or version made them. */
  readonly isStale?: (state: SlotState) => boolean
}

/**
 * The fees of each month against the operator's invoices for it. Nothing is read, and none is there, without an invoice
 * and without the tax id by which one is missed.
 */
export const feesMonths = async (
  store: Store,
  states: readonly SlotState[],
  rules: FeesRules,
): Promise<readonly FeesOfMonth[]> => {
  const invoices = await store.operatorInvoices.inForce()
  if (invoices.length === 0 && rules.policy.taxId === null) return []
  const invoiced = new Set(invoices.map(({ period }) => period))
  const charges: SettlementCharge[] = []
  for (const state of states) {
    const isInvoiced = invoiced.has(state.slot.date.slice(0, 7))
    if (isInvoiced || rules.policy.taxId !== null) charges.push(...(await chargesOf(store, state, isInvoiced, rules)))
  }
  return feesOfMonths(charges, invoices)
}

/** Only where there is an invoice to compare with, the list counts. */
const chargesOf = async (
  store: Store,
  state: SlotState,
  isInvoiced: boolean,
  rules: FeesRules,
): Promise<readonly SettlementCharge[]> => {
  const { slot, pull } = state
  const settlement = pull === null ? null : ownSettlement({ ...pull, policy: rules.policy })
  const { deducted, billedApart } = chargedParts(settlement, rules.policy)
  if (pull === null || deducted === null || billedApart === null) return []
  const charged = plus(deducted, billedApart)
  if (!isInvoiced) return [{ slot, charged, withheld: ZERO, payments: 0 }]
  // A list that this run has read is not checked yet.
  const checked = rules.isStale?.(state) ? null : checkedRead(state)
  const totals = checked?.totals ?? (await totalsUnderPolicy(store, rules, pull, rules.policy))
  return [{ slot, charged, withheld: withheldIn(pull, totals, rules.policy), payments: totals.counted }]
}

/** What the tariff withholds of the payments, where the fees are compared with it. */
const withheldIn = ({ slot, settlement, list }: Pull, { fees }: Totals, policy: Policy) =>
  isJudged(settlement, slot, policy) && isListJudged(list) && fees !== undefined && fees.expected !== null
    ? sumOf([...fees.byMethod.values()].map(({ withheld }) => withheld))
    : ZERO

const DAYS_TO_INVOICE = 10

/** The facts of the operator's invoices, by the name of the month's last settlement. Judged at the time of the newest reading. */
export const feesInvoiceFacts = (
  months: readonly FeesOfMonth[],
  states: readonly SlotState[],
  zone: Zone,
): ReadonlyMap<string, FeesInvoiceFacts> => {
  const newest = states.reduce<Instant>((last, { pull }) => Math.max(last, pull?.at ?? 0), 0)
  const today = zone.dateAt(newest)
  return new Map(
    months.map((fees) => {
      const first = asSlotDate(`${fees.month}-01`)
      const isOverdue = first !== null && addDays(lastDayOfMonth(first), DAYS_TO_INVOICE) <= today
      return [nameOf(fees.last), { fees, isOverdue }]
    }),
  )
}
