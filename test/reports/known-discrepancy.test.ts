import { expect, test } from 'vitest'
import { pullsOfDiscrepancy } from '../../reports/documents/discrepancies.ts'
import { type Sighting, timelineOf } from '../../src/core/findings/timeline.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import { aDiscrepancy } from './a-slot.ts'

const aPull = (number: number | null): PastPull => ({
  id: number ?? 0,
  number,
  at: 0,
  incomplete: number === null ? { code: 'NETWORK', reason: 'no answer' } : null,
  verdict: null,
  checkedAfter: null,
  settlement: null,
  invoices: { added: 0, left: 0, changed: 0 },
})
const sighting = (pull: number, isShown: boolean): Sighting => ({
  finding: isShown ? aDiscrepancy() : null,
  after: pull,
  at: 0,
  pull,
})
const behind = (numbers: readonly (number | null)[], sightings: readonly Sighting[], firstSeen = 0) =>
  pullsOfDiscrepancy({ firstSeen, pulls: numbers.map(aPull), steps: timelineOf(sightings, []) }).map(
    ({ pull, shows }) => `${pull.number} ${shows}`,
  )

/** The numbers of the slot's pulls, the findings of checks, and the pulls that are shown. */
test.each<[string, readonly (number | null)[], readonly Sighting[], readonly string[], firstSeen?: number]>([
  ['the first pull shows it', [3, 5], [sighting(3, true)], ['3 true', '5 true']],
  ['begins with the last pull that did not', [2, 3, 5], [sighting(5, true)], ['3 false', '5 true']],
  ['an attempt in between is a fact', [3, null, 5], [sighting(5, true)], ['3 false', 'null null', '5 true']],
  ['what the bank contradicts later', [3, 5], [sighting(5, true)], ['3 false', '5 false'], 1],
  ['gone', [3, 5, 7], [sighting(3, true), sighting(5, false)], ['3 true', '5 false', '7 false']],
])('the pulls behind a discrepancy: %s', (_, numbers, sightings, expected, firstSeen) => {
  expect(behind(numbers, sightings, firstSeen)).toEqual(expected)
})
