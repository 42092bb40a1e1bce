import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { feesFit, fitsGap } from './fees-fit.ts'

/** The fees include their tax twice. */
export const feesTaxTwice = defineCause({
  code: 'FEES_TAX_TWICE',
  title: { en: 'tax on fees charged twice', es: 'impuesto sobre la comisión cobrado dos veces' },
  when: 'the tax on the fees was charged twice',
  check: ({ fees }) => (fees !== null && fitsGap(fees, fees.tax) ? feesFit({ sum: fees.tax }) : DOES_NOT_FIT),
  message: {
    en: ({ sum }, say) => `the tax on the fees, ${say.money(sum)}, was charged twice`,
    es: ({ sum }, say) => `el impuesto sobre la comisión, ${say.money(sum)}, se cobró dos veces`,
  },
})
