import { expect, test } from 'vitest'
import { storedAndExpected } from '../../jobs/steps/schedule/slots-for-timetable.ts'
import type { Cycle, SlotDate } from '../../src/core/slot.ts'
import { NOTHING_AT_REST } from '../../src/rules/account/at-rest.ts'
import { aPolicy, slot } from '../core/a.ts'

const POLICY = aPolicy({ cycles: ['11', '20'] as Cycle[] })
const shown = (stored: readonly (readonly [day: string, cycle: string])[], through: SlotDate | null = null): string => {
  const states = stored.map(([day, cycle]) => ({
    slot: slot(`2026-03-${day}`, cycle),
    pull: null,
    incomplete: null,
    assessment: null,
    actedSince: false,
  }))
  return storedAndExpected({ states, rest: NOTHING_AT_REST }, POLICY, through)
    .map(({ date, cycle }) => `${date.slice(8)}/${cycle}`)
    .join(' ')
}

test.each<[string, readonly (readonly [string, string])[], string]>([
  ['nothing is expected of a database that holds nothing', [], ''],
  ['one slot has the other cycles of its day', [['12', '11']], '12/11 12/20'],
  [
    'days between two are expected',
    [
      ['10', '20'],
      ['12', '11'],
    ],
    '10/11 10/20 11/11 11/20 12/11 12/20',
  ],
  [
    'in whatever order they are stored',
    [
      ['12', '11'],
      ['11', '20'],
    ],
    '11/11 11/20 12/11 12/20',
  ],
  [
    'a cycle that nobody expects is there on its day alone',
    [
      ['11', '9'],
      ['12', '11'],
    ],
    '11/9 11/11 11/20 12/11 12/20',
  ],
])('%s', (_, stored, expected) => expect(shown(stored)).toBe(expected))

test.each([
  ['2026-03-10', '11/11 11/20'],
  ['2026-03-11', '11/11 11/20'],
  ['2026-03-12', '11/11 11/20 12/11 12/20'],
])('what is expected through %s', (through, expected) => {
  expect(shown([['11', '11']], slot(through).date)).toBe(expected)
  expect(shown([], slot(through).date)).toBe('')
})
