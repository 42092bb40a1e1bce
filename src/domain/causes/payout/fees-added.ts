import { plus } from '../../money.ts'
import { defineCause } from '../define-cause.ts'
import { indistinctInEnglish, indistinctInSpanish } from './indistinct.ts'
import { byEquation } from './parts.ts'

/** Fees were added to the payout instead of deducted. */
export const feesAdded = defineCause({
  code: 'FEES_ADDED',
  title: { en: 'fees added instead of deducted', es: 'comisiones sumadas en vez de descontadas' },
  when: 'fees were added to the payout',
  check: byEquation(
    ({ collected, fees, adjustments }) => plus(plus(collected, fees), adjustments),
    ({ fees }) => fees,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [`fees of ${say.money(sum)} were added to the payout`, ...indistinctInEnglish(indistinct)].join('; '),
    es: ({ sum, indistinct }, say) =>
      [`comisiones de ${say.money(sum)} se sumaron al abono`, ...indistinctInSpanish(indistinct)].join('; '),
  },
})
