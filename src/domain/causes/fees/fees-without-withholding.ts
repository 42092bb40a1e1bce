import { negate } from '../../money.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { feesFit, fitsGap } from './fees-fit.ts'

/** The fees are those of the tariff without the withheld sum. */
export const feesWithoutWithholding = defineCause({
  code: 'FEES_WITHOUT_WITHHOLDING',
  title: { en: 'withholding not charged', es: 'retención sin practicar' },
  when: 'the withholdings of the tariff are not part of the fees',
  check: ({ fees }) =>
    fees !== null && fitsGap(fees, negate(fees.withheld)) ? feesFit({ sum: fees.withheld }) : DOES_NOT_FIT,
  message: {
    en: ({ sum }, say) => `withholdings of ${say.money(sum)} are not part of the fees`,
    es: ({ sum }, say) => `las retenciones de ${say.money(sum)} no hacen parte de la comisión`,
  },
})
