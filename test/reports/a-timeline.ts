import type { Act } from '../../src/core/findings/act.ts'
import { inCop } from '../../src/core/findings/discrepancy.ts'
import type { Sighting, TimelineStep } from '../../src/core/findings/timeline.ts'
import { timelineOf } from '../../src/core/findings/timeline.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { at, cop } from '../core/a.ts'
import { A_CAUSE } from './a-month.ts'
import { aDiscrepancy } from './a-slot.ts'

const seen = (
  number: number,
  day: number,
  reported: number | null,
  severity: 'error' | 'warning' = 'error',
): Sighting => {
  const { figures: _, ...finding } = aDiscrepancy({ causes: [A_CAUSE], severity })
  return {
    finding:
      reported === null
        ? null
        : { ...finding, figures: inCop(cop(reported), cop(100)), amount: cop(Math.abs(reported - 100)) },
    after: number,
    at: at(`2026-03-${String(day).padStart(2, '0')}T22:30:00-05:00`),
    pull: number,
  }
}

const done = (number: number, day: number): { number: number; at: number; by: string; discrepancy: string } => ({
  number,
  at: at(`2026-03-${String(day).padStart(2, '0')}T09:00:00-05:00`),
  by: 'Ana',
  discrepancy: 'aaaaaaaaaaaaaaaa',
})

const UNTIL = { date: '2026-03-20' as SlotDate, end: at('2026-03-21T05:00:00Z') }

const CLAIM: Act = { ...done(6, 4), kind: 'claim', reason: 'asked them', ticket: 'T-7', until: UNTIL }

/**
 * Found, noted, claimed; its sum changed, which ended the claim; it disappeared, and returned; it was claimed again.
 */
export const aTimeline = (): readonly TimelineStep[] =>
  timelineOf(
    [seen(3, 2, 90), seen(7, 4, 80), seen(9, 6, null), seen(12, 7, 80)],
    [{ ...done(4, 3), kind: 'note', reason: 'looked at it' }, CLAIM, { ...CLAIM, ...done(13, 8) }],
  )

/** Found as a warning, and accepted permanently. */
export const anAcceptedLife = (): readonly TimelineStep[] =>
  timelineOf([seen(3, 2, 99, 'warning')], [{ ...done(8, 5), kind: 'accept', reason: 'small', until: null }])
