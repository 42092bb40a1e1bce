import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { feesFit, fitsGap } from './fees-fit.ts'

/** The withheld sum was taken twice. */
export const feesWithholdingTwice = defineCause({
  code: 'FEES_WITHHOLDING_TWICE',
  title: { en: 'withholding charged twice', es: 'retención practicada dos veces' },
  when: 'the withholdings of the tariff were charged twice',
  check: ({ fees }) => (fees !== null && fitsGap(fees, fees.withheld) ? feesFit({ sum: fees.withheld }) : DOES_NOT_FIT),
  message: {
    en: ({ sum }, say) => `withholdings of ${say.money(sum)} were charged twice`,
    es: ({ sum }, say) => `las retenciones de ${say.money(sum)} se practicaron dos veces`,
  },
})
