import { type Amount, amountOfSums } from '../amount.ts'
import { type Days, isWithin } from '../calendar/month.ts'
import { type Centavos, minus, negate, sumOf, ZERO } from '../money.ts'
import type { Slot, SlotDate } from '../slot.ts'
import { type Adjustment, type Chargeback, type ChargebackAccount, isLeftOut } from './chargeback-account.ts'

/**
 * Chargebacks and adjustments of the settlements of some days, each as the account of the whole database explains it.
 * What a settlement of a later day debits was not debited at the end of these.
 */
export interface ChargebackBalance extends Days {
  /** The number of invoices that are chargebacks, and the sum that was paid for them. */
  readonly seen: number
  readonly paid: Centavos
  /** The sum as the service reports it, with its sign, of the adjustments that are in a payout. */
  readonly adjustments: Centavos
  /** The adjustments that gateway readings leave out of their payouts, as reported; in no other sum. */
  readonly leftOut: Amount
  /**
   * Adjustments that no set of chargebacks explains: those that lower payouts, and those that raise them. Both
   * positive, never netted.
   */
  readonly withoutChargeback: { readonly taken: Amount; readonly brought: Amount }
  readonly debited: Amount
  /** Chargebacks of final settlements that no adjustment has debited by the last day. */
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
    adjustments: sumOf(adjustments.map(({ reported }) => reported)),
    leftOut: amountOfSums(adjustmentsOfDays.filter(isLeftOut).map(({ reported }) => reported)),
    withoutChargeback: bothWays(adjustments.filter(isUnexplained).map(({ inPayout }) => inPayout)),
    debited: amountOfSums(
      account.debited.filter((one) => isOfDays(one) && one.debitedBy.date <= days.to).map(({ paid }) => paid),
    ),
    notDebited: amountOfSums(open.filter(isOfDays).map(({ paid }) => paid)),
    notDebitedBefore: amountOfSums(open.filter(({ slot }) => slot.date < days.from).map(({ paid }) => paid)),
  }
}

/** Chargebacks of final settlements that no adjustment had debited by the end of that day. */
export const notDebitedOn = ({ notDebited, debited }: ChargebackAccount, day: SlotDate): readonly Chargeback[] => [
  ...notDebited,
  ...debited.filter(({ debitedBy }) => debitedBy.date > day),
]

/** Chargebacks in settlements that are not final yet: neither debited nor to be debited so far. */
export const notFinalIn = ({ seen, paid, debited, notDebited }: ChargebackBalance): Amount => ({
  number: seen - debited.number - notDebited.number,
  sum: minus(minus(paid, debited.sum), notDebited.sum),
})

export const isUnexplained = ({ sets }: Adjustment): boolean => sets.length === 0

/** The sums, in centavos, by which these effects lower and raise payouts. Both positive, never netted. */
export const bothWays = (effects: readonly Centavos[]): ChargebackBalance['withoutChargeback'] => ({
  taken: amountOfSums(effects.filter((effect) => effect < ZERO).map(negate)),
  brought: amountOfSums(effects.filter((effect) => effect > ZERO)),
})
