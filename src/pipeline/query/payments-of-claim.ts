import { unexplainedOf } from '../../domain/assessment/chargeback-account.ts'
import type { Discrepancy } from '../../domain/findings/discrepancy.ts'
import { type ClaimPayment, claimOfPayment } from '../../domain/findings/disposition.ts'
import { ZERO } from '../../domain/money.ts'
import { compareSlots } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'
import { readChargebackAccount } from '../assess/chargebacks.ts'
import { type BankRules, bankInDatabase } from '../bank/bank-in-database.ts'

/**
 * The later adjustments and credits that nothing explains and that are exactly what is left of this claim, and of no other: a person may say
 * that one of them paid it.
 */
export const paymentsOfClaim = async (
  store: Store,
  rules: BankRules,
  claim: Discrepancy,
): Promise<readonly ClaimPayment[]> => {
  if (claim.state !== 'claimed') return []
  const states = await store.slots.states()
  const { adjustments } = await readChargebackAccount(store, states, rules.policy)
  const bank = await bankInDatabase(store, states, rules)
  const payments: readonly ClaimPayment[] = [
    ...adjustments
      .filter(({ slot }) => compareSlots(slot, claim.slot) > 0)
      .map(
        (one) => ({ by: { kind: 'adjustment', slot: one.slot }, on: one.slot.date, left: unexplainedOf(one) }) as const,
      ),
    ...(bank?.unknownCredits ?? [])
      .filter(({ bookedOn }) => bookedOn >= claim.slot.date)
      .map(({ id, bookedOn, value }) => ({ by: { kind: 'entry', entry: id }, on: bookedOn, left: value }) as const),
  ]
  const all = await store.findings.all()
  return payments.filter((payment) => payment.left > ZERO && claimOfPayment(payment, all) === claim.case)
}
