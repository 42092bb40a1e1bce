import { defineCause } from '../define-cause.ts'
import { indistinctInEnglish, indistinctInSpanish } from './indistinct.ts'
import { byEquation } from './parts.ts'

/** The whole collected sum was paid out. */
export const payoutIsCollected = defineCause({
  code: 'PAYOUT_IS_COLLECTED',
  title: { en: 'all that was collected was paid out', es: 'se abonó todo lo recaudado' },
  when: 'all that was collected was paid out, without fees and adjustments',
  check: byEquation(
    ({ collected }) => collected,
    ({ collected }) => collected,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [
        `the payout is all that was collected, ${say.money(sum)}, without fees and adjustments`,
        ...indistinctInEnglish(indistinct),
      ].join('; '),
    es: ({ sum, indistinct }, say) =>
      [
        `el abono es todo lo recaudado, ${say.money(sum)}, sin comisiones ni ajustes`,
        ...indistinctInSpanish(indistinct),
      ].join('; '),
  },
})
