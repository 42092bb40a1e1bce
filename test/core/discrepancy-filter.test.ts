import { expect, test } from 'vitest'
import {
  type Discrepancy,
  type DiscrepancyFilter,
  EVERYTHING,
  passesFilter,
} from '../../src/core/findings/discrepancy.ts'
import { BOGOTA, slot } from './a.ts'

const ONE: Discrepancy = {
  id: 'd',
  case: 'd',
  caseAmount: null,
  slot: slot('2026-03-12', '11'),
  code: 'COUNT_MISMATCH',
  severity: 'error',
  state: 'open',
  subject: 'settlement',
  figures: { unit: null, reported: null, expected: null },
  message: '',
  data: null,
  amount: null,
  causes: [],
  firstSeen: 0,
  lastSeen: 0,
  ageEnd: Date.parse('2026-03-19T23:00:00-05:00'),
}
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
