import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openNamelessFile } from '../../src/std/files/nameless-file.ts'
import { emptyFolder } from '../empty-folder.ts'

const place = (): string => {
  const folder = emptyFolder()
  return folder
}
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

test('it gives back what was written, in any order, and nobody sees it in the folder', () => {
  const folder = place()
  const file = openNamelessFile(folder)
  const [first, second] = [file.append('Ñandú\n'), file.append('second')]
  const empty = file.append('')
  expect([second, first, empty].map((span) => textOf(file.read(span)))).toEqual(['second', 'Ñandú\n', ''])
  expect(readdirSync(folder)).toEqual([])
  file.close()
})

test('two of one folder are apart', () => {
  const folder = place()
  const [one, other] = [openNamelessFile(folder), openNamelessFile(folder)]
  const spans = [one.append('one'), other.append('two')] as const
  expect([textOf(one.read(spans[0])), textOf(other.read(spans[1]))]).toEqual(['one', 'two'])
  one.close()
  other.close()
})

test('a place that was never written is refused, and so is a folder that is not there', () => {
  const folder = place()
  const file = openNamelessFile(folder)
  file.append('abc')
  expect(() => file.read({ at: 1, bytes: 3 })).toThrow('ends at 3, before 4')
  file.close()
  expect(() => openNamelessFile(join(folder, 'none'))).toThrow('ENOENT')
})
