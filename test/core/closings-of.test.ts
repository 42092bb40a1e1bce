import { expect, test } from 'vitest'
import type { PastClosing } from '../../src/core/findings/act.ts'
import { closingsOf } from '../../src/rules/assessment/slot-report.ts'
import { slot } from './a.ts'

/** A closing, and the number of its undoing. */
const closing = (number: number, through: string, undoing: number | null = null): PastClosing => ({
  number,
  at: number,
  by: 'Ana',
  reason: '',
  through: slot(through).date,
  isForced: false,
  undone: undoing === null ? null : { number: undoing, at: undoing, by: 'Pedro', reason: 'too early' },
})

test.each<[what: string, closings: readonly PastClosing[], numbers: readonly number[]]>([
  ['none', [], []],
  ['one that does not reach the date', [closing(1, '2026-03-11')], []],
  ['one that does', [closing(1, '2026-03-12')], [1]],
  ['the first of two in force', [closing(1, '2026-03-31'), closing(2, '2026-04-30')], [1]],
  ['one that was undone, and the next', [closing(1, '2026-03-31', 2), closing(3, '2026-03-31')], [1, 3]],
  ['not one that reached further in the meantime', [closing(1, '2026-03-31', 4), closing(2, '2026-04-30', 3)], [1]],
  ['each of those that were undone', [closing(1, '2026-03-31', 2), closing(3, '2026-04-30', 4)], [1, 3]],
])('closings of a day: %s', (_, closings, numbers) => {
  expect(closingsOf(closings, slot('2026-03-12').date).map(({ number }) => number)).toEqual(numbers)
})
