import { minus } from '../../money.ts'
import { defineCause } from '../define-cause.ts'
import { indistinctInEnglish, indistinctInSpanish } from './indistinct.ts'
import { byEquation, lessFees } from './parts.ts'

/** Adjustments were subtracted where the policy adds them, or vice versa. */
export const adjustmentsOtherSign = defineCause({
  code: 'ADJUSTMENTS_OTHER_SIGN',
  title: { en: 'adjustments with the other sign', es: 'ajustes con el signo contrario' },
  when: 'adjustments went into the payout with the other sign',
  check: byEquation(
    (parts) => minus(lessFees(parts), parts.adjustments),
    ({ adjustments }) => adjustments,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [
        `adjustments of ${say.money(sum)} went into the payout with the other sign`,
        ...indistinctInEnglish(indistinct),
      ].join('; '),
    es: ({ sum, indistinct }, say) =>
      [
        `ajustes por ${say.money(sum)} se incluyeron en el abono con el signo contrario`,
        ...indistinctInSpanish(indistinct),
      ].join('; '),
  },
})
