import { expect, test } from 'vitest'
import type { Discrepancy, DiscrepancyState, Severity } from '../../src/core/findings/discrepancy.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import {
  exitCodeOf,
  type FailOn,
  type Outcome,
  outcomeOf,
  type SlotReport,
  slotReport,
} from '../../src/rules/assessment/slot-report.ts'
import { aPolicy, slot } from './a.ts'

const NEVER_READ = slotReport(
  'default',
  { slot: slot(), read: null, incomplete: null, discrepancies: [], due: true },
  aPolicy(),
)
const found = (severity: Severity, state: DiscrepancyState): Discrepancy => ({
  id: '00',
  case: '00',
  caseAmount: null,
  slot: slot(),
  state,
  firstSeen: 0,
  lastSeen: 0,
  ageEnd: 0,
  code: 'ADJUSTMENT',
  severity,
  subject: 'settlement',
  figures: { unit: null, reported: null, expected: null },
  message: '',
  data: null,
  amount: null,
  causes: [],
})
const a = (verdict: Verdict, ...discrepancies: Discrepancy[]): SlotReport => ({ ...NEVER_READ, verdict, discrepancies })

const agreeing = a('reconciled')
const differing = a('discrepant', found('error', 'open'))
const incomplete = a('incomplete')

/** Exit statuses with --fail-on error, warning, info and never. */
const FAIL_ON: readonly FailOn[] = ['error', 'warning', 'info', 'never']
const ROWS: readonly (readonly [string, SlotReport[], Outcome, exitCodes: readonly number[]])[] = [
  ['no slot', [], 'nothing-due', [0, 0, 0, 0]],
  ['none due', [a('not-due'), a('not-due')], 'nothing-due', [0, 0, 0, 0]],
  ['due and never read', [a('not-due'), a('not-pulled')], 'incomplete', [5, 5, 5, 5]],
  ['one agrees', [a('not-due'), agreeing], 'agrees', [0, 0, 0, 0]],
  ['provisional, accepted and empty agree', [a('provisional'), a('accepted'), a('empty')], 'agrees', [0, 0, 0, 0]],
  ['an open error', [agreeing, differing], 'differs', [3, 3, 3, 0]],
  ['a new error', [a('discrepant', found('error', 'new'))], 'differs', [3, 3, 3, 0]],
  ['a failed settlement', [a('failed', found('error', 'open'))], 'differs', [3, 3, 3, 0]],
  ['a accepted error', [a('accepted', found('error', 'accepted'))], 'agrees', [0, 0, 0, 0]],
  ['a resolved error', [a('reconciled', found('error', 'resolved'))], 'agrees', [0, 0, 0, 0]],
  ['a warning', [a('reconciled', found('warning', 'open'))], 'agrees', [0, 3, 3, 0]],
  ['an info', [a('reconciled', found('info', 'new'))], 'agrees', [0, 0, 3, 0]],
  ['incomplete', [agreeing, incomplete], 'incomplete', [5, 5, 5, 5]],
  ['incomplete wins over an error', [differing, incomplete], 'incomplete', [5, 5, 5, 5]],
]

test.each(ROWS)('%s', (_, slots, outcome, exitCodes) => {
  expect(outcomeOf(slots)).toBe(outcome)
  expect(FAIL_ON.map((failOn) => exitCodeOf(slots, failOn))).toEqual(exitCodes)
})
