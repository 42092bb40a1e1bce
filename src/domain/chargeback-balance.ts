import type { Zone } from './calendar.ts'
import type { ChargebackSeen } from './chargebacks.ts'
import { isEcho } from './checks/judged.ts'
import { type Centavos, negated, plus, ZERO } from './money.ts'
import type { Days } from './month.ts'
import type { Policy } from './policy.ts'
import type { Pull } from './pull.ts'
import type { Settlement } from './settlement.ts'

/** The chargebacks of some days held against the adjustments of the settlements of the same days. */
export interface ChargebackBalance extends Days {
  /** How many invoices became chargebacks, and what they had paid. */
  readonly seen: number
  readonly paid: Centavos
  /** As the settlements state them, summed: their sign is the service's. */
  readonly adjustments: Centavos
  /**
   * What the two do not explain of each other. Above zero: charged back and not debited by an adjustment. Below zero: adjustments took
   * more than the chargebacks come to. Zero: all that was charged back was debited, and nothing else.
   */
  readonly unexplained: Centavos
}

/**
 * A chargeback belongs to the day on which it was first read so; one that was a chargeback from its first reading to the date of its slot,
 * as in `chargebacksSince`. An adjustment belongs to the date of its settlement, and goes into the payout with the sign of the policy.
 */
export const chargebackBalance = (
  chargebacks: readonly ChargebackSeen[],
  pulls: readonly Pick<Pull, 'slot' | 'settlement'>[],
  { from, to }: Days,
  { policy, zone }: { readonly policy: Policy; readonly zone: Zone },
): ChargebackBalance => {
  const isWithin = (date: string): boolean => date >= from && date <= to
  const seen = chargebacks.filter(({ slot, turnedAt }) =>
    isWithin(turnedAt === null ? slot.date : zone.dateAt(turnedAt)),
  )
  const settlements = pulls.flatMap(({ slot, settlement }): readonly Settlement[] =>
    settlement === null || !isWithin(slot.date) || isEcho(settlement, slot, policy) ? [] : [settlement],
  )
  const paid = seen.reduce((sum, chargeback) => plus(sum, chargeback.paid), ZERO)
  const adjustments = settlements.reduce((sum, settlement) => plus(sum, settlement.adjustments), ZERO)
  const effect = policy.adjustments === 'add' ? adjustments : negated(adjustments)
  return { from, to, seen: seen.length, paid, adjustments, unexplained: plus(paid, effect) }
}
