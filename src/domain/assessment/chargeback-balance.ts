import { type Amount, amountOfSums } from '../amount.ts'
import { type Days, isWithin } from '../calendar/month.ts'
import { type Centavos, minus, negate, sumOf, ZERO } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'
import { type Chargeback, type ChargebackAccount, isLeftOut, unexplainedOf } from './chargeback-account.ts'

/**
 * Chargebacks and adjustments of the settlements of some days, each as the account of the whole database explains it.
 * What a settlement of a later day debits was not debited at the end of these. In centavos; paid = debited + notDebited, and
 * adjustments = explained - withoutChargeback.taken + withoutChargeback.brought.
 */
export interface ChargebackBalance extends Days {
  /** The number of invoices that are chargebacks, and the sum that was paid for them. */
  readonly seen: number
  readonly paid: Centavos
  /** The adjustments that are in a payout, with their effect on it: negative takes from the merchant. */
  readonly adjustments: Centavos
  /** The part of them that chargebacks explain. */
  readonly explained: Centavos
  /** The adjustments that gateway readings leave out of their payouts, as reported; in no other sum. */
  readonly leftOut: Amount
  /**
   * What of adjustments no chargeback explains: what lowers payouts, and what raises them. Both positive, never netted.
   */
  readonly withoutChargeback: { readonly taken: Amount; readonly brought: Amount }
  readonly debited: Amount
  /** Chargebacks that no adjustment has debited by the last day. */
  readonly notDebited: Amount
  /** The same of earlier days. */
  readonly notDebitedBefore: Amount
}

export const chargebackBalance = (account: ChargebackAccount, days: Days): ChargebackBalance => {
  const isOfDays = ({ slot: { date } }: { readonly slot: Slot }): boolean => isWithin(date, days)
  const chargebacks = account.chargebacks.filter(isOfDays)
  const adjustmentsOfDays = account.adjustments.filter(isOfDays)
  const adjustments = adjustmentsOfDays.filter((one) => !isLeftOut(one))
  const open = notDebitedOn(account, days.to)
  return {
    from: days.from,
    to: days.to,
    seen: chargebacks.length,
    paid: sumOf(chargebacks.map(({ paid }) => paid)),
    adjustments: sumOf(adjustments.map(({ inPayout }) => inPayout)),
    explained: sumOf(adjustments.map((one) => minus(one.inPayout, unexplainedOf(one)))),
    leftOut: amountOfSums(adjustmentsOfDays.filter(isLeftOut).map(({ reported }) => reported)),
    withoutChargeback: bothWays(adjustments.map(unexplainedOf)),
    debited: amountOfSums(
      account.debited.filter((one) => isOfDays(one) && one.debitedBy.date <= days.to).map(({ paid }) => paid),
    ),
    notDebited: amountOfSums(open.filter(isOfDays).map(({ paid }) => paid)),
    notDebitedBefore: amountOfSums(open.filter(({ slot }) => slot.date < days.from).map(({ paid }) => paid)),
  }
}

/** Chargebacks that no adjustment had debited by the end of that day. */
export const notDebitedOn = ({ notDebited, debited }: ChargebackAccount, day: SlotDate): readonly Chargeback[] => [
  ...notDebited,
  ...debited.filter(({ debitedBy }) => debitedBy.date > day),
]

/** The sums, in centavos, by which these effects lower and raise payouts. Both positive, never netted. */
export const bothWays = (effects: readonly Centavos[]): ChargebackBalance['withoutChargeback'] => ({
  taken: amountOfSums(effects.filter((effect) => effect < ZERO).map(negate)),
  brought: amountOfSums(effects.filter((effect) => effect > ZERO)),
})
