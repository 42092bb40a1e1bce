import { negate, times } from '../../money.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { listFit } from './list-fit.ts'

/**
 * Charged-back invoices were subtracted from collected: left out if the policy counts them, and subtracted once more.
 */
export const chargebacksDeducted = defineCause({
  code: 'CHARGEBACKS_DEDUCTED',
  title: { en: 'chargebacks taken from collected', es: 'contracargos restados de lo recaudado' },
  when: 'charged-back invoices were deducted from the sum of the others',
  check: ({ list, policy }) => {
    if (list === null || list.chargebacks.invoices.number === 0) return DOES_NOT_FIT
    const {
      invoices: { number, first },
      sum,
    } = list.chargebacks
    const isCounted = policy.chargebacks === 'counted'
    return listFit(list.gap, {
      collected: negate(times(sum, isCounted ? 2 : 1)),
      count: isCounted ? -number : 0,
      data: { chargebacks: number, sum },
      invoices: first,
      candidates: 1,
    })
  },
  message: {
    en: ({ chargebacks, sum }, say) =>
      chargebacks === 1
        ? `the chargeback of ${say.money(sum)} was deducted from the sum of the others`
        : `the ${chargebacks} chargebacks of ${say.money(sum)} were deducted from the sum of the others`,
    es: ({ chargebacks, sum }, say) =>
      chargebacks === 1
        ? `el contracargo de ${say.money(sum)} se descontó de lo que suman las demás`
        : `los ${chargebacks} contracargos por ${say.money(sum)} se descontaron de lo que suman las demás`,
  },
})
