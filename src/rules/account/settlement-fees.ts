import { type Centavos, fromCentavos, minus, size } from '../../core/money.ts'
import type { Policy } from '../../core/policy.ts'
import type { CountedInvoices, Totals } from '../../core/pull/tally.ts'
import type { Settlement } from '../../core/settlement.ts'
import type { NotCompared, SettlementMoney } from './position.ts'

/** Why a settlement's fees were not compared with the tariff: there is none, a payment has no rate, or the reason of its other figures. */
export type FeesNotCompared = NotCompared | 'no-tariff' | 'unpriced'

/** The fees of one settlement (SPEC, section 8), in centavos; null means unknown, never zero. */
export interface SettlementFees {
  /** As reported, whether deducted or billed apart. Null for an echo, whose fees are those of another slot. */
  readonly charged: Centavos | null
  /** Under the tariff, for the listed payments that count. */
  readonly expected: Centavos | null
  /** Charged less expected: positive when too much was charged. Null when nothing was compared. */
  readonly difference: Centavos | null
  /** Null when they were compared. */
  readonly notCompared: FeesNotCompared | null
}

/** Lists with unknown contents, for which no fees can be expected. */
const UNKNOWN_LISTS: ReadonlySet<NotCompared | null> = new Set(['unread', 'malformed', 'echo'])

/** `settlement` is that of the last whole pull, `totals` those of its list, and `malformed` its number of malformed records; null without them. */
export const settlementFees = (
  { notCompared, isEcho }: Pick<SettlementMoney, 'notCompared' | 'isEcho'>,
  settlement: Settlement | null,
  totals: Totals | null,
  malformed: number,
): SettlementFees => {
  const charged = isEcho === true ? null : (settlement?.fees ?? null)
  const isNothing = settlement === null && totals?.counted === 0
  const isUnknown = totals === null || isNothing || UNKNOWN_LISTS.has(notCompared) || malformed > 0
  const expected = isUnknown ? null : (totals.fees?.expected ?? null)
  const why = whyNotCompared(notCompared, totals)
  const difference = why !== null || charged === null || expected === null ? null : minus(charged, expected)
  return { charged, expected, difference, notCompared: why }
}

const whyNotCompared = (notCompared: NotCompared | null, totals: Totals | null): FeesNotCompared | null => {
  if (totals === null || notCompared === 'echo') return notCompared
  if (totals.fees === undefined) return 'no-tariff'
  return notCompared ?? (totals.fees.expected === null ? 'unpriced' : null)
}

const HALF_A_PESO = 50

/** Whether the fees differ from the tariff by more than the tolerance. `totals` are those of the list; null when none was read. */
export const isOffTariff = (
  { difference }: Pick<SettlementFees, 'difference'>,
  totals: Pick<CountedInvoices, 'counted'> | null,
  policy: Pick<Policy, 'feesTolerance'>,
): boolean => difference !== null && totals !== null && size(difference) > feesTolerance(policy, totals)

/** The allowed difference of fees: the setting, or half a peso for each payment that counts, since the operator's rounding is unknown. */
export const feesTolerance = (
  { feesTolerance: given }: Pick<Policy, 'feesTolerance'>,
  { counted }: Pick<CountedInvoices, 'counted'>,
): Centavos => given ?? fromCentavos(HALF_A_PESO * counted)
