import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../src/std/files/make-folder.ts'
import { emptyFolder } from '../empty-folder.ts'

const place = (): string => {
  const folder = emptyFolder()
  return folder
}

test('a folder and those above it are made for their owner alone; one that is there stays', () => {
  const folder = place()
  makeFolder(join(folder, 'a/b/c'))
  makeFolder(join(folder, 'a/b/c'))
  expect(['a', 'a/b', 'a/b/c'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([0o700, 0o700, 0o700])
})

test('a file in its place, or in the place of one above it, is the error of the system', () => {
  const folder = place()
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(folder, 'file/below'))).toThrow('ENOTDIR')
})

test('where a folder is there and nothing can be made in it, it is told, and not tried for ever', () => {
  expect(() => makeFolder('/proc/cuadre')).toThrow()
  expect(() => makeFolder('/proc/cuadre/below')).toThrow()
})
