import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ASSUMPTIONS } from '../../src/sandbox/assumptions.ts'
import { DECISIONS } from '../../src/sandbox/control/answer.ts'

const chapter = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'sandbox.md'), 'utf8')

/** The first two cells of each row of the table between two marks. */
const rowsOf = (mark: string): readonly string[] => {
  const [, table = ''] = chapter.split(new RegExp(`<!-- /?${mark} -->`))
  return [...table.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, sentence]) => `${name}: ${sentence}`)
}

test.each([
  ['assumptions', ASSUMPTIONS],
  ['decisions', DECISIONS],
] as const)('the manual has the %s of the sandbox, word for word', (mark, list) => {
  expect(rowsOf(mark)).toEqual(list.map(({ name, sentence }) => `${name}: ${sentence}`))
})
