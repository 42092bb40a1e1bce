import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { memoryIn } from '../../src/cli/commands/nightly/memory-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuadre-memory-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const path = join(folder, 'memory.json')

const AT = Date.parse('2026-03-13T03:30:00.000Z')

test('what was written is read', () => {
  const memory = memoryIn(path)
  memory.write(new Map([['run', AT]]))
  expect(memory.read()).toEqual(new Map([['run', AT]]))
})

test.each([
  ['no JSON', '{"run":'],
  ['null', 'null'],
  ['a time that is none', '{"run":"soon"}'],
  ['a number', '{"run":5}'],
  ['an object that is no text', '{"run":{"toString":1,"valueOf":1}}'],
])('a file with %s is forgotten', (_what, text) => {
  writeFileSync(path, text)
  expect(memoryIn(path).read()).toEqual(new Map())
})
