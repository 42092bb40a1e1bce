import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { fittingInEnglish, fittingInSpanish } from '../list/list-fit.ts'
import { oneOfSample } from './fees-fit.ts'

/** One payment too many. */
export const feeChargedTwice = defineCause({
  code: 'FEE_CHARGED_TWICE',
  title: { en: 'the fee of one payment charged twice', es: 'la comisión de un pago cobrada dos veces' },
  when: 'the fee of one listed payment was charged twice',
  check: ({ fees }) => (fees === null ? DOES_NOT_FIT : oneOfSample(fees.chargedTwice)),
  message: {
    en: ({ candidates }) => `the fee of one listed payment was charged twice: ${fittingInEnglish(candidates)}`,
    es: ({ candidates }) => `la comisión de un pago listado se cobró dos veces: ${fittingInSpanish(candidates)}`,
  },
})
