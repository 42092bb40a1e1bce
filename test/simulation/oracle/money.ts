import type { SlotKey } from '../story.ts'
import { isCounted, type Reading, type Settlement } from './reading.ts'
import type { FullPolicy } from './words.ts'

/** The sums of one reading, in centavos. */
export interface Money {
  /** c: the number of invoices that count. */
  readonly count: number
  /** S: their sum. */
  readonly listed: number
  readonly isFinal: boolean
  readonly isEcho: boolean
  readonly rule: string | null
  /** D; null when no payout is expected. */
  readonly deducted: number | null
  /** E; null without a settlement, and when records cannot be read or the settlement is another's. */
  readonly expected: number | null
  /** The payout from the reported parts, under the rule; null when nothing is asserted. */
  readonly byItsParts: number | null
  /** Why nothing is compared; of several reasons the contract does not say which is named. */
  readonly notCompared: readonly string[]
  readonly difference: number | null
}

export const isFinal = (settlement: Settlement | null, policy: FullPolicy): boolean =>
  settlement !== null && policy.finalStatuses.includes(settlement.status)

/** The cycle with which a label is compared. */
export const aliased = (label: string, policy: FullPolicy): string => policy.cycleAliases[label] ?? label

export const isKnownCycle = (cycle: string, policy: FullPolicy): boolean =>
  policy.cycles.includes(cycle) || policy.extraCycles.includes(cycle)

/** The settlement is of another date or another known cycle. */
export const isEcho = (slot: SlotKey, settlement: Settlement | null, policy: FullPolicy): boolean => {
  if (settlement === null) return false
  const cycle = aliased(settlement.cycle, policy)
  return settlement.date !== slot.date || (cycle !== slot.cycle && isKnownCycle(cycle, policy))
}

export const moneyOf = ({ slot, settlement, invoices, malformed }: Reading, policy: FullPolicy): Money => {
  const counted = [...invoices.values()].filter((invoice) => isCounted(invoice, policy))
  const listed = counted.reduce(
    (sum, { amount, paid }) => sum + (policy.collectedBasis === 'amount' ? amount : (paid ?? 0)),
    0,
  )
  const final = isFinal(settlement, policy)
  const echo = isEcho(slot, settlement, policy)
  const notCompared = notComparedOf(settlement, final, echo, malformed.length > 0)
  const base = { count: counted.length, listed, isFinal: final, isEcho: echo, notCompared }
  if (settlement === null) {
    return { ...base, rule: null, deducted: null, expected: null, byItsParts: null, difference: null }
  }
  const { rule, byItsParts, deducted, adjusted } = ruleOf(settlement, policy)
  const isShown = !echo && malformed.length === 0
  const collectedPart = rule === 'gateway-zero' || rule === 'gateway-adjustments-less-fees' ? 0 : listed
  const expected = isShown ? collectedPart - deducted + adjusted : null
  return {
    ...base,
    rule,
    byItsParts,
    deducted: isShown ? deducted : null,
    expected,
    difference: notCompared.length === 0 && expected !== null ? settlement.payout - expected : null,
  }
}

const notComparedOf = (
  settlement: Settlement | null,
  final: boolean,
  echo: boolean,
  hasMalformed: boolean,
): readonly string[] => {
  const reasons = [
    ...(settlement === null ? ['no-settlement'] : []),
    ...(echo ? ['echo'] : []),
    ...(settlement?.status === 'error' ? ['failed'] : []),
    ...(hasMalformed ? ['malformed'] : []),
    ...(settlement !== null && settlement.status !== 'error' && !final ? ['not-final'] : []),
  ]
  return reasons
}

interface Rule {
  readonly rule: string
  readonly byItsParts: number | null
  readonly deducted: number
  readonly adjusted: number
}

/** The equation of the expected payout: under the policy, from the reported figures. */
const ruleOf = (settlement: Settlement, policy: FullPolicy): Rule => {
  const { collected, fees, feesPostpaid, adjustments, gateway, payout } = settlement
  const effect = policy.adjustments === 'add' ? adjustments : -adjustments
  const deducted = feesPostpaid && policy.postpaidFees === 'not-deducted' ? 0 : fees
  const usual: Rule = {
    rule: feesPostpaid ? 'gross' : 'net',
    byItsParts: collected - deducted + effect,
    deducted,
    adjusted: effect,
  }
  if (!gateway || policy.gateway === 'same') return usual
  if (policy.gateway === 'unchecked') return { ...usual, rule: 'unchecked', byItsParts: null }
  const readings: Rule[] = [
    usual,
    { rule: 'gateway-collected', byItsParts: collected, deducted: 0, adjusted: 0 },
    ...(collected > 0 ? [{ rule: 'gateway-zero', byItsParts: 0, deducted: 0, adjusted: 0 }] : []),
    { rule: 'gateway-adjustments-less-fees', byItsParts: effect - fees, deducted: fees, adjusted: effect },
  ]
  const tolerance = Math.round(policy.toleranceCop * 100)
  const fits = (within: number) => (rule: Rule) => Math.abs(payout - (rule.byItsParts ?? payout)) <= within
  return readings.find(fits(0)) ?? readings.find(fits(tolerance)) ?? usual
}
