import { defineCause } from '../define-cause.ts'
import { indistinctInEnglish, indistinctInSpanish } from './indistinct.ts'
import { byEquation, lessFees } from './parts.ts'

/** Adjustments are reported but did not reach the payout. */
export const adjustmentsIgnored = defineCause({
  code: 'ADJUSTMENTS_IGNORED',
  title: { en: 'adjustments left out', es: 'ajustes no aplicados' },
  when: 'adjustments did not go into the payout',
  check: byEquation(lessFees, ({ adjustments }) => adjustments),
  message: {
    en: ({ sum, indistinct }, say) =>
      [`adjustments of ${say.money(sum)} did not go into the payout`, ...indistinctInEnglish(indistinct)].join('; '),
    es: ({ sum, indistinct }, say) =>
      [`ajustes por ${say.money(sum)} no se incluyeron en el abono`, ...indistinctInSpanish(indistinct)].join('; '),
  },
})
