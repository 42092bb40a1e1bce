import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { schedulerStateFile } from '../../src/cli/commands/schedule.ts'
import { folderForAll } from '../empty-folder.ts'

const folder = folderForAll()
const path = join(folder, 'state.json')

const AT = Date.parse('2026-03-13T03:30:00.000Z')

test('what was written is read, and stands alone in its folder', async () => {
  const state = schedulerStateFile(path)
  await state.write(new Map([['run', AT]]))
  expect(state.read()).toEqual(new Map([['run', AT]]))
  expect(readdirSync(folder)).toEqual(['state.json'])
  expect(readFileSync(path, 'utf8')).toBe('{"run":"2026-03-13T03:30:00.000Z"}\n')
})

test.each([
  ['no JSON', '{"run":'],
  ['null', 'null'],
  ['a time that is none', '{"run":"soon"}'],
  ['a number', '{"run":5}'],
  ['an object that is no text', '{"run":{"toString":1,"valueOf":1}}'],
])('a file with %s is forgotten', (_what, text) => {
  writeFileSync(path, text)
  expect(schedulerStateFile(path).read()).toEqual(new Map())
})
