import { expect, test } from 'vitest'
import { refusedKeys, tieKeyOf, tiesInForce } from '../../../src/core/bank/tie-out.ts'
import { aPayout, aTie } from './a-bank.ts'

test('a tie is in force until it is undone, and is refused from then on', () => {
  const inForce = aTie([aPayout('2026-03-12', '11', 100)], ['x'])
  const undone = aTie([aPayout('2026-03-12', '13', 200)], ['y'], {
    undone: { number: 41, at: 6, by: 'Ana', reason: 'r' },
  })
  expect(tiesInForce([inForce, undone])).toEqual([inForce])
  expect(refusedKeys([inForce, undone])).toEqual(new Set([tieKeyOf(undone)]))
})
