import { expect, test } from 'vitest'
import { hasSucceeded } from '../../src/domain/past-run.ts'

test.each([
  [null, false],
  [0, true],
  [3, true],
  [5, false],
  [143, false],
])('a run that ended with %s has done all it was to do: %s', (exitCode, expected) => {
  const end = exitCode === null ? null : { at: 1, exitCode, outcome: 'x' }
  expect(hasSucceeded({ end })).toBe(expected)
})
