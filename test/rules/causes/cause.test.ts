import { expect, test } from 'vitest'
import { type Cause, type Finding, NO_CAUSES, sameCauses } from '../../../src/core/findings/discrepancy.ts'
import { nameOf, type Slot } from '../../../src/core/slot.ts'
import { laterThan, nearTo, neighboursOf, otherLabelsOf } from '../../../src/rules/causes/neighbours.ts'
import { CAUSES, gapOf, WITH_CAUSES, withCauses } from '../../../src/rules/causes/registry.ts'
import { aFinding, aPolicy, slot } from '../../core/a.ts'

const cause = (instead: Partial<Cause> = {}): Cause => ({
  code: 'FEES_ADDED',
  detail: 'why',
  invoices: ['inv-1'],
  candidates: 1,
  tiedWith: [],
  ...instead,
})

test('each cause has a code of its own', () => {
  expect(new Set(CAUSES.map(({ code }) => code)).size).toBe(CAUSES.length)
})

test('two lists of causes are the same when every one says the same', () => {
  expect(sameCauses(NO_CAUSES, [])).toBe(true)
  expect(sameCauses([cause()], [cause()])).toBe(true)
  const others = [{ code: 'ROUNDING' as const }, { detail: 'other' }, { candidates: 2 }, { invoices: ['inv-2'] }]
  for (const instead of others) expect(sameCauses([cause()], [cause(instead)])).toBe(false)
  expect(sameCauses([cause()], [])).toBe(false)
  expect(sameCauses([], [cause()])).toBe(false)
})

test('a finding about a gap gets its causes, and no other does', () => {
  const finding = (code: Finding['code']) => aFinding({ code })
  const codes: Finding['code'][] = [
    'PAYOUT_MISMATCH',
    'COLLECTED_MISMATCH',
    'COUNT_MISMATCH',
    'INVOICES_MISSING',
    'FEES_MISMATCH',
    'CHARGEBACK',
    'CHECK_FROM_OUTSIDE',
  ]
  const found = withCauses(codes.map(finding), (gap) => [cause({ detail: gap })])
  expect(found.map(({ causes }) => causes.map(({ detail }) => detail))).toEqual([
    ['payout'],
    ['collected'],
    ['count'],
    ['count'],
    ['fees'],
    [],
    [],
  ])
  expect(codes.filter((code) => gapOf({ code }) !== null)).toEqual(WITH_CAUSES)
})

const NAMES = [
  '2026-02-08 11',
  '2026-02-09 11',
  '2026-03-06 20',
  '2026-03-10 11',
  '2026-03-10 18',
  '2026-03-12 1',
  '2026-03-12 11:00',
  '2026-03-12 13',
  '2026-03-16 11',
  '2026-03-17 11',
  '2026-04-12 11',
  '2026-04-13 11',
]
const slots: readonly Slot[] = NAMES.map((name) => {
  const [date, cycle] = name.split(' ')
  return slot(date, cycle)
})
const names = (found: readonly Slot[]) => found.map((one) => nameOf(one).replace(' cycle', ''))

test('the neighbours are the other cycles of the date and of the nearest days in the database', () => {
  expect(names(neighboursOf(slot(), [...slots, slot()]))).toEqual([
    '2026-03-10 11',
    '2026-03-10 18',
    '2026-03-12 1',
    '2026-03-12 11:00',
    '2026-03-12 13',
    '2026-03-16 11',
  ])
  expect(neighboursOf(slot(), slots.toReversed())).toEqual(neighboursOf(slot(), slots))
  expect(neighboursOf(slot(), [slot('2026-01-01')])).toEqual([])
})

test('a slot is near within 31 days, and later slots come after it', () => {
  expect(names(slots.filter(nearTo(slot())))).toEqual(NAMES.slice(1, -1))
  expect(names(laterThan(slot(), [...slots, slot()].reverse()))).toEqual([
    '2026-03-12 11:00',
    '2026-03-12 13',
    '2026-03-16 11',
    '2026-03-17 11',
    '2026-04-12 11',
  ])
})

test('another label is one nobody knows, one of the same hour, or one that policy says is the same', () => {
  expect(names(otherLabelsOf(slot(), [...slots, slot()], aPolicy()))).toEqual(['2026-03-12 1', '2026-03-12 11:00'])
  const ofOtherDay = slot('2026-03-13', '1')
  expect(names(otherLabelsOf(slot(), [ofOtherDay, ...slots.toReversed()], aPolicy()))).toEqual([
    '2026-03-12 1',
    '2026-03-12 11:00',
  ])
  const known = { extraCycles: [slot('2026-03-12', '1').cycle, slot('2026-03-12', '11:00').cycle] }
  expect(names(otherLabelsOf(slot(), slots, aPolicy(known)))).toEqual(['2026-03-12 11:00'])
  expect(names(otherLabelsOf(slot(), slots, aPolicy({ ...known, cycleAliases: { '13': '11' } })))).toEqual([
    '2026-03-12 11:00',
    '2026-03-12 13',
  ])
})
