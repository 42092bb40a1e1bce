import { defineCause } from '../define-cause.ts'
import { feesFit } from './fees-fit.ts'

/** All payments by a method were charged as if they were by another. */
export const feesOfOtherMethod = defineCause({
  code: 'FEES_OF_OTHER_METHOD',
  title: { en: 'one method at the rate of another', es: 'un medio de pago con la tarifa de otro' },
  when: 'payments by one method were charged at the rate of another',
  check: ({ fees }) => (fees?.byMethod ?? []).flatMap((swap) => feesFit(swap)),
  message: {
    en: ({ method, other }) => `payments by ${method} were charged at the rate of ${other}`,
    es: ({ method, other }, say) =>
      `los pagos por ${say.method(method)} se cobraron con la tarifa de ${say.method(other)}`,
  },
})
