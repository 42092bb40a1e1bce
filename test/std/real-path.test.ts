import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { realPathOf } from '../../src/std/files/real-path.ts'
import { emptyFolder } from '../empty-folder.ts'

test.each([
  ['a file', 'data/a.db', 'data/a.db'],
  ['a link to a file', 'link.db', 'data/a.db'],
  ['a link to a link', 'second.db', 'data/a.db'],
  ['a file in a linked folder', 'linked/a.db', 'data/a.db'],
  ['a file that is not there yet, in a linked folder', 'linked/new/b.db', 'data/new/b.db'],
  ['a link that leads nowhere', 'linked/lost.db', 'data/lost.db'],
  ['a link to itself', 'loop.db', 'loop.db'],
])('%s has one name', (_, typed, real) => {
  const folder = realpathSync(emptyFolder())
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data/a.db'), '')
  symlinkSync('data/a.db', join(folder, 'link.db'))
  symlinkSync('link.db', join(folder, 'second.db'))
  symlinkSync('data', join(folder, 'linked'))
  symlinkSync('nowhere.db', join(folder, 'data/lost.db'))
  symlinkSync('loop.db', join(folder, 'loop.db'))
  expect(realPathOf(join(folder, typed))).toBe(join(folder, real))
})
