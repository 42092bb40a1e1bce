import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireLock } from '../../src/store/lock.ts'
import { tempFolder } from './night.ts'

const holder = { pid: 4711, at: Date.UTC(2026, 2, 13, 3, 30), job: 'run' }

test('one run at a time; the other is told who and since when', () => {
  const path = join(tempFolder(), 'books', 'cuadre.db')
  const lock = acquireLock(path, holder)
  expect(() => acquireLock(path, { ...holder, pid: 1 })).toThrow(
    expect.objectContaining({
      code: 'LOCKED',
      message: 'run (process 4711, since 2026-03-13T03:30:00.000Z) is using the database',
    }),
  )
  lock.release()
  acquireLock(path, holder).release()
})

test('the files of the lock are for their owner only, and the note goes with it', () => {
  const folder = tempFolder()
  const lock = acquireLock(join(folder, 'cuadre.db'), holder)
  expect(readdirSync(folder).sort()).toEqual(['cuadre.db.lock', 'cuadre.db.lock.txt'])
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  lock.release()
  expect(existsSync(join(folder, 'cuadre.db.lock.txt'))).toBe(false)
})

test('a note left by a killed run is no lock, and an unreadable one no reason to fail', () => {
  const path = join(tempFolder(), 'cuadre.db')
  writeFileSync(`${path}.lock.txt`, '1\n')
  const lock = acquireLock(path, holder)
  writeFileSync(`${path}.lock.txt`, '')
  expect(() => acquireLock(path, holder)).toThrow('another run is using the database')
  lock.release()
})

test('a lock that cannot be made is not a lock that is held', () => {
  const file = join(tempFolder(), 'file')
  writeFileSync(file, '')
  expect(() => acquireLock(join(file, 'cuadre.db'), holder)).toThrow(expect.objectContaining({ code: 'READ_ONLY' }))
})
