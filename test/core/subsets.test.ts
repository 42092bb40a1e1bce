import { expect, test } from 'vitest'
import { type Centavos, fromCentavos } from '../../src/core/money.ts'
import { subsetsOf } from '../../src/core/subsets.ts'

const search = (worths: readonly number[], sum: number) => {
  const { sets, isComplete } = subsetsOf(
    worths,
    (worth): Centavos => fromCentavos(BigInt(worth)),
    fromCentavos(BigInt(sum)),
  )
  return [sets.map((set) => set.join('+')), isComplete ? 'complete' : 'incomplete']
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const times = (number: number, worth: number) => range(1, number).map(() => worth)

test.each<[what: string, worths: readonly number[], sum: number, sets: readonly string[]]>([
  ['nothing to choose from', [], 5, []],
  ['one alone', [5], 5, ['5']],
  ['none that fits', [3, 4], 5, []],
  ['each once', [5], 10, []],
  ['one larger than the sum has no part', [9, 2, 3], 5, ['3+2']],
  ['the smallest set first, in whatever order they stand', [1, 2, 3, 5], 5, ['5', '3+2']],
  ['all that fit', [4, 1, 3, 2, 6], 6, ['6', '4+2', '3+2+1']],
  ['two of one worth are two', [3, 3], 3, ['3', '3']],
  ['all together', [1, 2, 3], 6, ['3+2+1']],
  ['twelve sets are all told', times(12, 1), 1, times(12, 1).map(String)],
  ['more than all of them together: no set need be tried', times(60, 7), 421, []],
  ['less than the least two of them: no pair need be tried', range(300, 599), 600, []],
])('%s', (_, worths, sum, sets) => {
  expect(search(worths, sum)).toEqual([sets, 'complete'])
})

test.each<[what: string, worths: readonly number[], sum: number, number: number]>([
  ['more than twelve sets', times(13, 1), 1, 12],
  ['more sets of two than twelve', times(6, 1), 2, 12],
  ['twelve sets of one, and another of two', [...times(12, 5), 3, 2], 5, 12],
  ['too many steps', range(1_000, 1_400).map((n) => 2 * n), 9_001, 0],
])('%s: not all are told', (_, worths, sum, number) => {
  const [sets, isComplete] = search(worths, sum)
  expect([sets?.length, isComplete]).toEqual([number, 'incomplete'])
})
