import { negate } from '../../money.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { payoutFit } from './parts.ts'

/** The result was below zero, and nothing was paid out instead. */
export const clampedAtZero = defineCause({
  code: 'CLAMPED_AT_ZERO',
  title: { en: 'a negative result reported as zero', es: 'un resultado negativo puesto en cero' },
  when: 'the payout comes to less than nothing, and zero was reported',
  check: ({ gaps: { payout: gap }, settlement }) =>
    gap !== null && gap > 0n && settlement.payout === 0n ? payoutFit({ result: negate(gap) }) : DOES_NOT_FIT,
  message: {
    en: ({ result }, say) => `the payout comes to ${say.money(result)}, below zero, and was reported as zero instead`,
    es: ({ result }, say) => `el abono da ${say.money(result)}, menor que cero, y se reportó como cero`,
  },
})
