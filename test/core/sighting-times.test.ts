import { describe, expect, test } from 'vitest'
import {
  type CheckedPull,
  changeAt,
  firstOfContent,
  lastShowing,
  type TimedPull,
} from '../../src/core/findings/timeline.ts'

/** The pulls of a slot by their contents, oldest first: `A A B` are the pulls 1, 2 and 3. */
const pullsOf = (contents: string): readonly TimedPull[] =>
  contents
    .split(' ')
    .filter((content) => content !== '')
    .map((content, before) => ({ id: before + 1, at: (before + 1) * 1_000, content }))

const checked = (pull: number, after: number): CheckedPull => ({ pull, after })

describe('the pull from which on a slot read as it was checked', () => {
  const ROWS: readonly (readonly [
    rule: string,
    contents: string,
    seen: CheckedPull,
    earlier: readonly CheckedPull[],
    pull: number | undefined,
  ])[] = [
    ['the one checked, when it is the only one', 'A', checked(1, 1), [], 1],
    ['the one checked, when the one before it had another content', 'A B', checked(2, 2), [], 2],
    ['an earlier one of the same content that no check looked at', 'A A', checked(2, 2), [], 1],
    ['the earliest of several in a row that no check looked at', 'B A A A', checked(4, 4), [], 2],
    ['not one from before another content', 'A B A', checked(3, 3), [], 3],
    ['not one that was checked before', 'A A', checked(2, 2), [checked(1, 1)], 2],
    ['the one after the last that was checked before', 'A A A A', checked(4, 4), [checked(1, 1), checked(2, 2)], 3],
    [
      'the last that was checked before is told by its pull, not by its place',
      'A A A A',
      checked(4, 4),
      [checked(2, 2), checked(1, 3)],
      3,
    ],
    ['the one checked, when it was itself checked before', 'A A', checked(2, 5), [checked(2, 2)], 2],
    ['its own check is none before it', 'A A', checked(2, 2), [checked(2, 2)], 1],
    [
      'a check of an earlier one that came later is none before it',
      'A A',
      checked(2, 2),
      [checked(2, 2), checked(1, 3)],
      1,
    ],
    ['a check of a later one is none before it', 'A A A', checked(2, 5), [checked(3, 3)], 1],
    ['not a later one of the same content', 'B A A', checked(2, 2), [], 2],
    ['none, when the one checked is not among them', 'A A', checked(3, 3), [], undefined],
  ]
  test.each(ROWS)('%s', (_, contents, seen, earlier, pull) => {
    const pulls = pullsOf(contents)
    expect(firstOfContent(seen, pulls, earlier)).toBe(pull === undefined ? undefined : pulls[pull - 1])
  })
})

describe('the pull with which a slot had changed when a check looked', () => {
  test.each<readonly [string, string, CheckedPull, readonly CheckedPull[], number | null]>([
    ['none at the first check', 'A', checked(1, 1), [], null],
    ['none at the first check of a later pull', 'A B', checked(2, 2), [], null],
    ['none of the same content', 'A A', checked(2, 2), [checked(1, 1)], null],
    ['none when the same pull is checked again', 'A', checked(1, 5), [checked(1, 1)], null],
    ['the one that reads otherwise than the last that was checked', 'A B', checked(2, 2), [checked(1, 1)], 2],
    ['also when no check looked at one between', 'A B C', checked(3, 3), [checked(1, 1)], 3],
    ['none when it reads as before again', 'A B A', checked(3, 3), [checked(1, 1)], null],
  ])('%s', (_, contents, seen, earlier, change) => {
    expect(changeAt(seen, pullsOf(contents), earlier)).toBe(change)
  })
})

describe('the last pull that showed what is gone now', () => {
  const ROWS: readonly (readonly [
    rule: string,
    contents: string,
    shown: CheckedPull,
    gone: CheckedPull,
    all: readonly CheckedPull[],
    pull: number | undefined,
  ])[] = [
    [
      'the one that showed it, when the next has another content',
      'A B',
      checked(1, 1),
      checked(2, 2),
      [checked(1, 1), checked(2, 2)],
      1,
    ],
    [
      'a later one that was checked, and so showed it still',
      'A B C',
      checked(1, 1),
      checked(3, 3),
      [checked(1, 1), checked(2, 2), checked(3, 3)],
      2,
    ],
    [
      'the last of several of its content that no check looked at',
      'A A A B',
      checked(1, 1),
      checked(4, 4),
      [checked(1, 1), checked(4, 4)],
      3,
    ],
    [
      'not one of another content that no check looked at',
      'A B C',
      checked(1, 1),
      checked(3, 3),
      [checked(1, 1), checked(3, 3)],
      1,
    ],
    [
      'not one of its content that came after another content',
      'A B A C',
      checked(1, 1),
      checked(4, 4),
      [checked(1, 1), checked(4, 4)],
      1,
    ],
    [
      'after the last one checked, one of the content of that',
      'A B B C',
      checked(1, 1),
      checked(4, 4),
      [checked(1, 1), checked(2, 2), checked(4, 4)],
      3,
    ],
    [
      'the one checked, when it is gone from the same content: then only checks tell',
      'A A A',
      checked(1, 1),
      checked(3, 3),
      [checked(1, 1), checked(3, 3)],
      1,
    ],
    [
      'the very one, when it was checked again and did not show it',
      'A A',
      checked(1, 1),
      checked(1, 3),
      [checked(1, 1), checked(1, 3)],
      1,
    ],
    [
      'a check that came after it was gone does not count',
      'A B C',
      checked(1, 1),
      checked(3, 3),
      [checked(1, 1), checked(3, 3), checked(2, 4)],
      1,
    ],
    [
      'a check of a pull after the one that lacks it does not count',
      'A B C',
      checked(1, 1),
      checked(2, 5),
      [checked(1, 1), checked(3, 3), checked(2, 5)],
      1,
    ],
    ['the one that showed it, when no check before is known', 'A B', checked(1, 1), checked(2, 2), [], 1],
    ['none, when the one that showed it is not among them', '', checked(1, 1), checked(2, 2), [], undefined],
  ]
  test.each(ROWS)('%s', (_, contents, shown, gone, all, pull) => {
    const pulls = pullsOf(contents)
    expect(lastShowing(shown, gone, pulls, all)).toBe(pull === undefined ? undefined : pulls[pull - 1])
  })
})
