import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BalancedEntry, chainOfDays } from '../../src/bank/tables/chain-of-days.ts'
import { asSlotDate } from '../../src/core/slot.ts'
import { cop } from '../core/a.ts'
import { trials } from '../trials.ts'

const rowOf = (day: string, value: number, balance: number | null, position: number): BalancedEntry => {
  const bookedOn = asSlotDate(day)
  if (bookedOn === null) throw new Error('no day')
  const entry = { bookedOn, valueOn: null, value: cop(value), text: '', reference: null, position }
  return { entry, balance: balance === null ? null : cop(balance) }
}

/** Days with values; the balances follow from an opening. */
const rowsOf = (
  opening: number,
  values: readonly (readonly [day: number, value: number])[],
): readonly BalancedEntry[] => {
  let balance = opening
  return values
    .toSorted(([a], [b]) => a - b)
    .map(([day, value], index) => {
      balance += value
      return rowOf(`2026-03-0${day}`, value, balance, index)
    })
}

const isChain = (rows: readonly BalancedEntry[]): boolean =>
  rows.every(({ entry, balance }, index) => index === 0 || (rows[index - 1]?.balance ?? 0n) + entry.value === balance)

test('whatever the order of the rows, a chain over all of them is found, day by day', () => {
  const day = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: -3, max: 3 }))
  const shuffled = fc
    .tuple(fc.integer({ min: -5, max: 5 }), fc.array(day, { minLength: 1, maxLength: 20 }))
    .chain(([opening, values]) => {
      const rows = rowsOf(opening, values)
      return fc.shuffledSubarray([...rows], { minLength: rows.length })
    })
  fc.assert(
    fc.property(shuffled, (rows) => {
      const chain = chainOfDays(rows) ?? []
      expect(new Set(chain)).toEqual(new Set(rows))
      expect(isChain(chain)).toBe(true)
      const days = chain.map(({ entry }) => entry.bookedOn)
      expect(days).toEqual(days.toSorted())
    }),
    { numRuns: trials(100) },
  )
})

test.each([
  ['a balance that does not follow', [rowOf('2026-03-01', 1, 1, 1), rowOf('2026-03-01', 1, 3, 2)]],
  ['two chains that do not meet', [rowOf('2026-03-01', 0, 1, 1), rowOf('2026-03-01', 0, 3, 2)]],
  ['a day that begins elsewhere', [rowOf('2026-03-01', 1, 1, 1), rowOf('2026-03-02', 1, 3, 2)]],
  ['a row without a balance', [rowOf('2026-03-01', 1, null, 1), rowOf('2026-03-01', 1, 3, 2)]],
])('%s: none', (_, rows) => {
  expect(chainOfDays(rows)).toBeNull()
})
