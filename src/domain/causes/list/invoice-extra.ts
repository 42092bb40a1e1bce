import { negate } from '../../money.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { fittingInEnglish, fittingInSpanish, listFit } from './list-fit.ts'

/** One listed invoice is not part of the settlement. The count must agree, since round rents fit by chance. */
export const invoiceExtra = defineCause({
  code: 'INVOICE_EXTRA',
  title: { en: 'a listed invoice does not belong here', es: 'una factura listada no corresponde aquí' },
  when: 'one listed invoice does not belong here; reported only when the number of invoices fits too',
  check: ({ list }) => {
    if (list === null || list.gap.count !== -1) return DOES_NOT_FIT
    const { number, first } = list.worthTheExcess
    const { collected } = list.gap
    if (number === 0) return DOES_NOT_FIT
    const data = { sum: negate(collected), candidates: number }
    return listFit(list.gap, { collected, count: -1, data, invoices: first, candidates: number })
  },
  message: {
    en: ({ sum, candidates }, say) =>
      `one listed invoice of ${say.money(sum)} does not belong here: ${fittingInEnglish(candidates)}`,
    es: ({ sum, candidates }, say) =>
      `una factura listada de ${say.money(sum)} no corresponde aquí: ${fittingInSpanish(candidates)}`,
  },
})
