import { negate } from '../../money.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { listFit } from './list-fit.ts'

/** Charged-back invoices that the policy counts were left out of collected. */
export const chargebacksExcluded = defineCause({
  code: 'CHARGEBACKS_EXCLUDED',
  title: { en: 'chargebacks left out of collected', es: 'contracargos fuera de lo recaudado' },
  when: 'charged-back invoices that the policy counts were left out of collected',
  check: ({ list, policy }) => {
    if (list === null || policy.chargebacks === 'excluded') return DOES_NOT_FIT
    const {
      invoices: { number, first },
      sum,
    } = list.chargebacks
    if (number === 0) return DOES_NOT_FIT
    const data = { chargebacks: number, sum }
    return listFit(list.gap, { collected: negate(sum), count: -number, data, invoices: first, candidates: 1 })
  },
  message: {
    en: ({ chargebacks, sum }, say) =>
      chargebacks === 1
        ? `the chargeback of ${say.money(sum)} was left out of collected`
        : `the ${chargebacks} chargebacks of ${say.money(sum)} were left out of collected`,
    es: ({ chargebacks, sum }, say) =>
      chargebacks === 1
        ? `el contracargo de ${say.money(sum)} quedó fuera de lo recaudado`
        : `los ${chargebacks} contracargos por ${say.money(sum)} quedaron fuera de lo recaudado`,
  },
})
