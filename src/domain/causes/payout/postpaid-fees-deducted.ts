import { minus, plus } from '../../money.ts'
import { defineCause } from '../define-cause.ts'
import { indistinctInEnglish, indistinctInSpanish } from './indistinct.ts'
import { byEquation } from './parts.ts'

/** Fees that are billed later were deducted at once. */
export const postpaidFeesDeducted = defineCause({
  code: 'POSTPAID_FEES_DEDUCTED',
  title: { en: 'postpaid fees deducted all the same', es: 'comisiones pospago descontadas' },
  when: 'fees that are billed later were deducted all the same',
  check: byEquation(
    ({ collected, fees, adjustments, isDeducted }) => (isDeducted ? null : plus(minus(collected, fees), adjustments)),
    ({ fees }) => fees,
  ),
  message: {
    en: ({ sum, indistinct }, say) =>
      [
        `fees of ${say.money(sum)} are postpaid but were deducted from the payout all the same`,
        ...indistinctInEnglish(indistinct),
      ].join('; '),
    es: ({ sum, indistinct }, say) =>
      [
        `comisiones de ${say.money(sum)} son pospago y de todos modos se descontaron del abono`,
        ...indistinctInSpanish(indistinct),
      ].join('; '),
  },
})
