import { expect, test } from 'vitest'
import {
  gravestVerdict,
  isSettled,
  VERDICTS,
  type Verdict,
  type VerdictFacts,
  verdictOf,
} from '../../src/core/verdict.ts'

/** A slot that agrees in every respect. */
const AGREES: VerdictFacts = {
  due: true,
  read: true,
  lastAttemptIncomplete: false,
  settlement: 'of-sums',
  hasFailed: false,
  settlementFinal: true,
  counted: 3,
  openErrors: 0,
  openFigureErrors: 0,
  decidedErrors: 0,
}
const unread = { read: false, settlement: 'absent', hasFailed: false, settlementFinal: false, counted: 0 } as const
const absent = { settlement: 'absent', settlementFinal: false } as const
const failed = { hasFailed: true, settlementFinal: false }
const processing = { settlementFinal: false }

const OF_FIGURES = { openErrors: 1, openFigureErrors: 1 }

/** Each verdict, alone and against every later one. */
const ROWS: readonly (readonly [story: string, facts: Partial<VerdictFacts>, verdict: Verdict])[] = [
  ['not due, never read', { ...unread, due: false }, 'not-due'],
  ['due, never read', unread, 'not-pulled'],
  ['never read whole', { ...unread, lastAttemptIncomplete: true }, 'incomplete'],
  ['not due, asked for by name, not read whole', { ...unread, due: false, lastAttemptIncomplete: true }, 'incomplete'],
  ['read before, not read whole now', { lastAttemptIncomplete: true }, 'incomplete'],
  ['failed before, not read whole now', { ...failed, openErrors: 1, lastAttemptIncomplete: true }, 'incomplete'],
  ['failed', { ...failed, openErrors: 1 }, 'failed'],
  ['failed, and a person accepted it', { ...failed, decidedErrors: 1 }, 'failed'],
  ['failed, and nothing counts', { ...failed, settlement: 'of-zeros', counted: 0 }, 'failed'],
  ['figures disagree', OF_FIGURES, 'discrepant'],
  ['figures disagree, and another error is open', { ...OF_FIGURES, openErrors: 2 }, 'discrepant'],
  ['figures disagree, and an error is accepted', { ...OF_FIGURES, decidedErrors: 1 }, 'discrepant'],
  ['figures disagree in what is not final', { ...processing, ...OF_FIGURES }, 'discrepant'],
  ['figures disagree where nothing counts', { ...absent, counted: 0, ...OF_FIGURES }, 'discrepant'],
  ['an error that leaves the figures alone', { openErrors: 1 }, 'exceptions'],
  ['one, and figures that a person accepted', { openErrors: 1, decidedErrors: 1 }, 'exceptions'],
  ['one in what is not final', { ...processing, openErrors: 1 }, 'exceptions'],
  ['one where nothing counts', { ...absent, counted: 0, openErrors: 1 }, 'exceptions'],
  ['invoices and no settlement', absent, 'provisional'],
  ['not final', processing, 'provisional'],
  ['not final, nothing counts', { ...processing, counted: 0 }, 'provisional'],
  ['not final, of zeros', { ...processing, settlement: 'of-zeros', counted: 0 }, 'provisional'],
  ['not final, and an accepted error', { ...processing, decidedErrors: 1 }, 'provisional'],
  ['nothing at all', { ...absent, counted: 0 }, 'empty'],
  ['a final settlement of zeros', { settlement: 'of-zeros', counted: 0 }, 'empty'],
  ['nothing at all, and an accepted error', { ...absent, counted: 0, decidedErrors: 1 }, 'empty'],
  ['every error accepted', { decidedErrors: 2 }, 'accepted'],
  ['zeros where invoices count, and a person accepted it', { settlement: 'of-zeros', decidedErrors: 2 }, 'accepted'],
  ['nothing counts in a settlement of something', { counted: 0 }, 'reconciled'],
  ['agrees', {}, 'reconciled'],
  ['read before it was due', { due: false }, 'reconciled'],
]

test.each(ROWS)('%s', (_, facts, verdict) => expect(verdictOf({ ...AGREES, ...facts })).toBe(verdict))

test('the rows reach every verdict, in the order of the specification', () => {
  const order = ROWS.map(([, , verdict]) => VERDICTS.indexOf(verdict))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(new Set(order).size).toBe(VERDICTS.length)
})

test('reconciled, accepted and empty slots need no further look', () => {
  expect(VERDICTS.filter(isSettled)).toEqual(['empty', 'accepted', 'reconciled'])
})

test.each<[verdicts: readonly Verdict[], gravest: Verdict | null]>([
  [[], null],
  [['reconciled', 'empty'], 'empty'],
  [['reconciled', 'incomplete', 'discrepant', 'failed'], 'failed'],
  [['provisional', 'not-pulled'], 'not-pulled'],
])('the gravest of %j is %s', (verdicts, gravest) => {
  expect(gravestVerdict(verdicts)).toBe(gravest)
})
