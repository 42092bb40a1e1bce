import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { feesFit } from './fees-fit.ts'

/** The one missing invoice was charged for. */
export const feeOfUnlisted = defineCause({
  code: 'FEE_OF_UNLISTED',
  title: { en: 'the fee of an invoice that is not listed', es: 'la comisión de una factura que no está en la lista' },
  when: 'the fees include that of the one invoice that is reported but not listed',
  check: ({ fees }) => {
    const unlisted = fees?.unlisted ?? null
    if (unlisted === null) return DOES_NOT_FIT
    return unlisted.methods.flatMap((method) => feesFit({ method, paid: unlisted.paid }))
  },
  message: {
    en: ({ method, paid }, say) =>
      `the fees include that of an invoice that is not listed: ${say.money(paid)} paid by ${method}`,
    es: ({ method, paid }, say) =>
      `la comisión incluye la de una factura que no está en la lista: ${say.money(paid)} por ${say.method(method)}`,
  },
})
