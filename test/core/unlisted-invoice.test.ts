import { expect, test } from 'vitest'
import type { Policy } from '../../src/core/policy.ts'
import { ownSlotOf, type UnlistedInvoice, unlistedBySlot } from '../../src/core/pull/unlisted-invoice.ts'
import { aPolicy, cop, slot } from './a.ts'

const DATE = slot().date
const stray = (ownDate: string | null, ownCycle: string | null, date = DATE): UnlistedInvoice => ({
  date,
  invoiceId: 'inv-1',
  status: 'paid',
  paid: cop(1),
  ownDate,
  ownCycle,
  listedIn: [],
})
/** Read whole: three cycles of the day, and one of the day after. */
const READ = [slot('2026-03-12', '11'), slot('2026-03-12', '13'), slot('2026-03-12', '14'), slot('2026-03-13', '20')]

const ROWS: readonly (readonly [string, UnlistedInvoice, Partial<Policy>, filedIn: string | null])[] = [
  ['the slot it names was read', stray(DATE, '13'), {}, '2026-03-12 cycle 13'],
  ['it names a slot that was not', stray(DATE, '15'), {}, '2026-03-12 cycle 14'],
  ['it names no cycle', stray(DATE, null), {}, '2026-03-12 cycle 14'],
  ['it names no date', stray(null, '13'), {}, '2026-03-12 cycle 14'],
  ['it names a slot of another date', stray('2026-03-13', '20'), {}, '2026-03-12 cycle 14'],
  [
    'it names another label of a cycle',
    stray(DATE, '11:00'),
    { cycleAliases: { '11:00': '11' } },
    '2026-03-12 cycle 11',
  ],
  ['nothing of its date was read', stray('2026-03-14', '11', slot('2026-03-14').date), {}, null],
]

test.each(ROWS)('where a stray is filed: %s', (_, one, policy, filedIn) => {
  expect([...unlistedBySlot([one], READ, aPolicy(policy))]).toEqual(filedIn === null ? [] : [[filedIn, [one]]])
})

test('several are filed in one slot', () => {
  expect(
    unlistedBySlot([stray(DATE, '13'), stray(DATE, '13')], READ, aPolicy()).get('2026-03-12 cycle 13'),
  ).toHaveLength(2)
})

test.each([
  [stray(DATE, '14'), { date: DATE, cycle: '14' }],
  [stray('2026-03-13', '14'), null],
  [stray(DATE, null), null],
])('which slot of the date it names', (one, named) => {
  expect(ownSlotOf(one)).toEqual(named)
})
