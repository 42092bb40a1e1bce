import { expect, test } from 'vitest'
import { trials } from '../../../trials.ts'
import { inWords } from './a-schedule.ts'
import type { Troubles } from './generate.ts'
import { needed, recover } from './recovery.ts'

/** Histories of each kind. */
const HISTORIES = trials(1)

const KINDS: readonly (readonly [string, Troubles])[] = [
  ['charged right', { wrong: 0, changes: false, twins: false }],
  ['a fifth charged wrongly', { wrong: 0.2, changes: false, twins: false }],
  ['rates that change', { wrong: 0.1, changes: true, twins: false }],
  ['a fifth charged wrongly, and rates that change', { wrong: 0.2, changes: true, twins: false }],
  ['two methods that always come together', { wrong: 0.2, changes: false, twins: true }],
]

test.each(KINDS)('%s: right, or open, never wrong', { timeout: 3_600_000 }, (_kind, troubles) => {
  const recoveries = Array.from({ length: HISTORIES }, (_, seed) => ({ seed, ...recover(seed + 2, troubles) }))
  const counts = { right: 0, open: 0, refusal: 0, wrong: 0 }
  for (const { result } of recoveries) counts[result] += 1
  expect(recoveries.filter(({ wrong }) => wrong.length > 0).map(({ seed, wrong }) => [seed, wrong])).toEqual([])
  expect(counts.right + counts.open).toBeGreaterThan(HISTORIES / 2)
})

// A minute each: every night.
test.each(KINDS.slice(0, HISTORIES - 1))(
  '%s: with fewer settlements nothing, or less, never wrong',
  { timeout: 3_600_000 },
  (_kind, troubles) => {
    const all = Array.from({ length: HISTORIES }, (_, seed) => needed(seed + 2, troubles))
    const sizes = all.flatMap(({ settlements }) => settlements ?? [])
    expect(all.flatMap(({ wrong }) => wrong)).toEqual([])
    expect(sizes.length).toBeGreaterThan(HISTORIES / 2)
  },
)

test('of fixed sums in whole pesos it does not tell how they are rounded', () => {
  const [schedule] = recover(62, { wrong: 0, changes: false, twins: false }).fit.schedules
  expect([schedule?.schedule.rounding, schedule?.roundings.map(inWords)]).toEqual([
    'none',
    ['settlement', 'invoice', 'invoice centavo'],
  ])
})
