import { negate } from '../../money.ts'
import { DOES_NOT_FIT, defineCause } from '../define-cause.ts'
import { payoutFit } from './parts.ts'

/** Nothing was paid out. */
export const payoutIsZero = defineCause({
  code: 'PAYOUT_IS_ZERO',
  title: { en: 'nothing was paid out', es: 'no se abonó nada' },
  when: 'nothing was paid out',
  check: ({ gaps: { payout: gap }, settlement }) =>
    gap !== null && gap !== 0n && settlement.payout === 0n ? payoutFit({ due: negate(gap) }) : DOES_NOT_FIT,
  message: {
    en: ({ due }, say) => `nothing was paid out; by the reported figures it should be ${say.money(due)}`,
    es: ({ due }, say) => `no se abonó nada; según lo reportado debería ser ${say.money(due)}`,
  },
})
