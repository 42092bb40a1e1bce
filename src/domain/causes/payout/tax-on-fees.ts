import { type Centavos, divideHalfAwayFromZero, negate } from '../../money.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { payoutFit } from './parts.ts'

/** Rates have at most four decimals. */
const RATE_STEPS = 10_000
const WHOLE_CENTAVO = 1_000_000n

/** To the centavo, and to the whole peso: api.md does not document the rounding. */
const taxesOn = (fees: Centavos, rate: number): readonly Centavos[] => {
  const share = fees * BigInt(Math.round(rate * RATE_STEPS))
  return [
    divideHalfAwayFromZero(share, WHOLE_CENTAVO),
    (divideHalfAwayFromZero(share, WHOLE_CENTAVO * 100n) * 100n) as Centavos,
  ]
}

/** A tax on the fees, at the user's rate, was taken in addition. */
export const taxOnFees = defineCause({
  code: 'TAX_ON_FEES',
  title: { en: 'tax on fees deducted', es: 'impuesto sobre comisiones descontado' },
  when: 'tax on the fees, at `taxOnFeesRate`, was deducted in addition to them',
  check: ({ gaps: { payout: gap }, settlement, policy: { taxOnFeesRate: rate } }) => {
    if (rate === null || gap === 0n) return DOES_NOT_FIT
    const tax = taxesOn(settlement.fees, rate).find((sum) => negate(sum) === gap)
    return tax === undefined ? DOES_NOT_FIT : payoutFit({ rate, tax })
  },
  message: {
    en: ({ rate, tax }, say) =>
      `tax of ${say.percent(rate)} on the fees, ${say.money(tax)}, was deducted from the payout in addition to them`,
    es: ({ rate, tax }, say) =>
      `un impuesto del ${say.percent(rate)} sobre las comisiones, ${say.money(tax)}, se descontó del abono además de ellas`,
  },
})
