import { plus } from '../../money.ts'
import { defineCause } from '../define-cause.ts'
import { indistinctInEnglish, indistinctInSpanish } from './indistinct.ts'
import { byEquation } from './parts.ts'

/** Fees that are due at once were not deducted from the payout. */
export const feesNotDeducted = defineCause({
  code: 'FEES_NOT_DEDUCTED',
  title: { en: 'fees not deducted', es: 'comisiones sin descontar' },
  when: 'fees that are due at once were left in the payout',
  check: byEquation(
    ({ collected, adjustments, isDeducted }) => (isDeducted ? plus(collected, adjustments) : null),
    ({ fees }) => fees,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [`fees of ${say.money(sum)} were not deducted from the payout`, ...indistinctInEnglish(indistinct)].join('; '),
    es: ({ sum, indistinct }, say) =>
      [`comisiones de ${say.money(sum)} no se descontaron del abono`, ...indistinctInSpanish(indistinct)].join('; '),
  },
})
