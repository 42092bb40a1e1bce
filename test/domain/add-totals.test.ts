import { expect, test } from 'vitest'
import { addTotals, NO_TOTALS } from '../../src/domain/account/add-totals.ts'
import type { MoneyTotals } from '../../src/domain/account/money-totals.ts'
import { fromCentavos } from '../../src/domain/money.ts'

/** Totals with a different number everywhere, each a multiple of `step`. */
const totalsBy = (step: number): MoneyTotals => {
  let count = 0
  const counted = (part: unknown): unknown => {
    if (typeof part === 'object' && part !== null)
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, counted(inner)]))
    count += step
    return typeof part === 'bigint' ? fromCentavos(count) : count
  }
  return Object.assign(structuredClone(NO_TOTALS), counted(NO_TOTALS))
}

test('each number of the totals of two merchants is added to its own', () => {
  expect(addTotals(totalsBy(100), totalsBy(1))).toEqual(totalsBy(101))
})

test('the totals of nothing change nothing', () => {
  expect(addTotals(totalsBy(7), NO_TOTALS)).toEqual(totalsBy(7))
})
