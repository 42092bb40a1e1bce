import { negate } from '../../money.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { feesFit, fitsGap } from './fees-fit.ts'

/** The fees are those of the tariff without their tax. */
export const feesWithoutTax = defineCause({
  code: 'FEES_WITHOUT_TAX',
  title: { en: 'tax on fees not charged', es: 'impuesto sobre la comisión sin cobrar' },
  when: 'the tax on the fees was not charged',
  check: ({ fees }) => (fees !== null && fitsGap(fees, negate(fees.tax)) ? feesFit({ sum: fees.tax }) : DOES_NOT_FIT),
  message: {
    en: ({ sum }, say) => `the tax on the fees, ${say.money(sum)}, was not charged`,
    es: ({ sum }, say) => `el impuesto sobre la comisión, ${say.money(sum)}, no se cobró`,
  },
})
