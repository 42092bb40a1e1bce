import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { fittingInEnglish, fittingInSpanish } from '../list/list-fit.ts'
import { oneOfSample } from './fees-fit.ts'

/** One payment too few. */
export const feeLeftOut = defineCause({
  code: 'FEE_LEFT_OUT',
  title: { en: 'the fee of one payment not charged', es: 'la comisión de un pago sin cobrar' },
  when: 'the fee of one listed payment was not charged',
  check: ({ fees }) => (fees === null ? DOES_NOT_FIT : oneOfSample(fees.notCharged)),
  message: {
    en: ({ candidates }) => `the fee of one listed payment was not charged: ${fittingInEnglish(candidates)}`,
    es: ({ candidates }) => `la comisión de un pago listado no se cobró: ${fittingInSpanish(candidates)}`,
  },
})
