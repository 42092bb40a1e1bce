import { describe, expect, test } from 'vitest'
import {
  byGravity,
  type Discrepancy,
  type DiscrepancyFilter,
  type DiscrepancyState,
  EVERYTHING,
  type Finding,
  identityText,
  passesFilter,
  type Severity,
  sameFinding,
} from '../../src/core/findings/discrepancy.ts'
import { type Change, changesToNotify, runTransition } from '../../src/core/findings/timeline.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import {
  exitCodeOf,
  type FailOn,
  type Outcome,
  outcomeOf,
  type SlotReport,
  slotReport,
} from '../../src/rules/assessment/slot-report.ts'
import type { Code } from '../../src/rules/registry.ts'
import { aFinding, anOpenFinding, aPolicy, BOGOTA, cop, slot } from './a.ts'

const finding = aFinding({
  code: 'COLLECTED_MISMATCH',
  figures: { unit: 'COP', reported: cop(2), expected: cop(1) },
  message: 'two and one',
})

describe('a discrepancy is the same tomorrow', () => {
  test('by merchant, date, cycle, code and subject, joined by line feeds', () => {
    expect(identityText('default', slot(), finding)).toBe('default\n2026-03-12\n11\nCOLLECTED_MISMATCH\nsettlement')
  })

  test('whatever its figures, severity and message', () => {
    const other: Finding = { ...finding, severity: 'info', message: 'other', figures: { ...finding.figures } }
    expect(identityText('default', slot(), other)).toBe(identityText('default', slot(), finding))
  })

  test('and no other is', () => {
    const texts = [
      identityText('default', slot(), finding),
      identityText('other', slot(), finding),
      identityText('default', slot('2026-03-13'), finding),
      identityText('default', slot('2026-03-12', '1'), finding),
      identityText('default', slot(), { ...finding, code: 'COUNT_MISMATCH' }),
      identityText('default', slot(), { ...finding, subject: 'list' }),
    ]
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('nothing about a finding has changed', () => {
  const OTHERWISE: readonly (readonly [string, Partial<Finding>, same: boolean])[] = [
    ['alike', {}, true],
    ['figures written anew', { figures: { unit: 'COP', reported: cop(2), expected: cop(1) } }, true],
    ['another severity', { severity: 'warning' }, false],
    ['another amount', { amount: cop(1) }, false],
    ['another message', { message: 'other' }, false],
    ['other causes', { causes: [{ code: 'ROUNDING', detail: '', invoices: [], candidates: 1, tiedWith: [] }] }, false],
    ['another unit', { figures: { unit: 'invoices', reported: null, expected: null } }, false],
    ['other reported', { figures: { unit: 'COP', reported: cop(2.01), expected: cop(1) } }, false],
    ['other expected', { figures: { unit: 'COP', reported: cop(2), expected: null } }, false],
  ]
  test.each(OTHERWISE)('%s', (_, instead, same) => expect(sameFinding(finding, { ...finding, ...instead })).toBe(same))

  test('another unit, of figures that are both absent', () => {
    const [money, texts] = (['COP', null] as const).map((unit) => ({
      ...finding,
      figures: { unit, reported: null, expected: null },
    }))
    expect(money && texts && sameFinding(money, texts)).toBe(false)
  })
})

test('a list for people begins with the gravest, then the most pesos; a sum of zero comes before none', () => {
  const one = (id: string, severity: Severity, pesos: number | null, cycle = '11') => ({
    id,
    severity,
    amount: pesos === null ? null : cop(pesos),
    slot: slot('2026-03-12', cycle),
    code: id.slice(0, 1),
    subject: 'settlement',
  })
  const listed = [
    one('warning', 'warning', 9_000),
    one('b', 'error', 0),
    one('c', 'error', null),
    one('d', 'error', 5),
    one('a2', 'error', 5, '13'),
    one('a1', 'error', 5),
    one('info', 'info', null),
  ]
  for (const inAnyOrder of [listed, listed.toReversed()])
    expect(inAnyOrder.toSorted(byGravity).map(({ id }) => id)).toEqual(['a1', 'd', 'a2', 'b', 'c', 'warning', 'info'])
})

const ONE = anOpenFinding({
  id: 'd',
  case: 'd',
  slot: slot('2026-03-12', '11'),
  ageEnd: Date.parse('2026-03-19T23:00:00-05:00'),
})
const dates = (from: string, to: string) => ({ dates: { from: slot(from).date, to: slot(to).date } })

test.each<readonly [Partial<DiscrepancyFilter>, boolean]>([
  [{}, true],
  [{ states: ['new', 'open'] }, true],
  [{ states: ['new'] }, false],
  [{ codes: ['COUNT_MISMATCH'] }, true],
  [{ codes: ['CHARGEBACK'] }, false],
  [{ severities: ['error'] }, true],
  [{ severities: ['info', 'warning'] }, false],
  [{ cycles: [slot('2026-03-12', '11').cycle] }, true],
  [{ cycles: [slot('2026-03-12', '1').cycle] }, false],
  [dates('2026-03-12', '2026-03-12'), true],
  [dates('2026-03-13', '2026-03-14'), false],
  [dates('2026-03-01', '2026-03-11'), false],
  [{ olderThanDays: 7 }, true],
  [{ olderThanDays: 8 }, false],
  [{ newerThanDays: 8 }, true],
  [{ newerThanDays: 7 }, false],
  [{ codes: ['COUNT_MISMATCH'], severities: ['info'] }, false],
])('%o of an open error of a settlement seven days old: %s', (filter, expected) => {
  expect(passesFilter({ ...EVERYTHING, ...filter }, BOGOTA, ONE)).toBe(expected)
})

const change = (code: Code, before: Severity | null, after: Severity | null): Change => ({
  id: 'x',
  slot: slot(),
  code,
  before,
  after,
})

describe('what is told of a change', () => {
  test.each<[Code, Severity | null, Severity | null, string]>([
    ['COUNT_MISMATCH', null, 'error', 'appeared'],
    ['COUNT_MISMATCH', 'error', 'error', ''],
    ['COUNT_MISMATCH', 'error', null, 'resolved'],
    ['COUNT_MISMATCH', null, null, ''],
    ['CHARGEBACK', null, 'warning', 'appeared'],
    ['CHARGEBACK', 'warning', null, 'resolved'],
    ['SETTLEMENT_MISSING', 'info', 'error', 'worse'],
    ['SETTLEMENT_OVERDUE', 'warning', 'error', 'worse'],
    ['SETTLEMENT_OVERDUE', 'error', 'warning', ''],
    ['CHARGEBACK', null, null, ''],
    ['CHARGEBACK', 'info', 'warning', ''],
    ['UNDERPAID', null, 'warning', ''],
    ['UNDERPAID', 'warning', null, ''],
  ])('%s from %s to %s: %s', (code, before, after, expected) => {
    const told = changesToNotify([change(code, before, after)], ['CHARGEBACK', 'SETTLEMENT_OVERDUE'])
    const where = Object.entries(told).flatMap(([name, changes]) => (changes.length > 0 ? [name] : []))
    expect(where.join(' ')).toBe(expected)
  })
})

describe('what a run is beside the one before it', () => {
  const ran = (exitCode: number | null) => ({ end: exitCode === null ? null : { at: 0, exitCode, outcome: '' } })
  test.each([
    [null, 0, 'as-before'],
    [null, 5, 'stopped'],
    [ran(0), 3, 'as-before'],
    [ran(3), 5, 'stopped'],
    [ran(5), 5, 'as-before'],
    [ran(5), 4, 'stopped'],
    [ran(5), 0, 'recovered'],
    [ran(null), 3, 'recovered'],
    [ran(null), 5, 'stopped'],
  ] as const)('%j, then %d: %s', (previous, exitCode, expected) => {
    expect(runTransition(previous, exitCode)).toBe(expected)
  })
})

const NEVER_READ = slotReport(
  'default',
  { slot: slot(), read: null, incomplete: null, discrepancies: [], due: true },
  aPolicy(),
)
const found = (severity: Severity, state: DiscrepancyState) => anOpenFinding({ code: 'ADJUSTMENT', severity, state })
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
