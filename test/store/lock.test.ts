import { execFileSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireLock, isLocked } from '../../src/store/connection/lock.ts'
import { emptyFolder } from '../empty-folder.ts'

const holder = { pid: 4711, at: Date.UTC(2026, 2, 13, 3, 30), job: 'run' }

test('one run at a time; the other is told who and since when', () => {
  const path = join(emptyFolder(), 'books', 'cuadre.db')
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

test('whether it is held can be asked without holding it', () => {
  const path = join(emptyFolder(), 'cuadre.db')
  expect(isLocked(path)).toBe(false)
  const lock = acquireLock(path, holder)
  expect([isLocked(path), isLocked(path)]).toEqual([true, true])
  lock.release()
  expect(isLocked(path)).toBe(false)
  acquireLock(path, holder).release()
})

test('the files of the lock are for their owner only, and the note goes with it', () => {
  const folder = emptyFolder()
  const lock = acquireLock(join(folder, 'cuadre.db'), holder)
  expect(readdirSync(folder).sort()).toEqual(['cuadre.db.lock', 'cuadre.db.lock.txt'])
  for (const file of readdirSync(folder)) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  lock.release()
  expect(existsSync(join(folder, 'cuadre.db.lock.txt'))).toBe(false)
})

test('a note left by a killed run is no lock, and an unreadable one no reason to fail', () => {
  const path = join(emptyFolder(), 'cuadre.db')
  writeFileSync(`${path}.lock.txt`, '1\n')
  const lock = acquireLock(path, holder)
  writeFileSync(`${path}.lock.txt`, '')
  expect(() => acquireLock(path, holder)).toThrow('another run is using the database')
  lock.release()
})

test('a lock that cannot be made is not a lock that is held', () => {
  const file = join(emptyFolder(), 'file')
  writeFileSync(file, '')
  expect(() => acquireLock(join(file, 'cuadre.db'), holder)).toThrow(expect.objectContaining({ code: 'READ_ONLY' }))
})

test.each([
  ['a link', 'a link', (note: string, elsewhere: string) => symlinkSync(elsewhere, note)],
  ['a link that leads nowhere', 'a link', (note: string) => symlinkSync(`${note}.nowhere`, note)],
  ['a pipe', 'not a file', (note: string) => execFileSync('mkfifo', [note])],
  ['a folder', 'not a file', (note: string) => mkdirSync(note)],
])('%s in the place of the note is refused at once, and nothing is written through it', (_, what, put) => {
  const folder = emptyFolder()
  const elsewhere = join(folder, 'elsewhere.txt')
  writeFileSync(elsewhere, 'mine')
  const path = join(folder, 'cuadre.db')
  const note = `${path}.lock.txt`
  put(note, elsewhere)
  expect(() => acquireLock(path, holder)).toThrow(
    expect.objectContaining({ code: 'NOT_A_FILE', message: `${note} is ${what}` }),
  )
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
  expect(existsSync(`${note}.nowhere`)).toBe(false)
  rmSync(note, { recursive: true })
  acquireLock(path, holder).release()
})

test('a note that is a second name of another file leaves that file as it is', () => {
  const folder = emptyFolder()
  const elsewhere = join(folder, 'elsewhere.txt')
  writeFileSync(elsewhere, 'mine')
  const path = join(folder, 'cuadre.db')
  linkSync(elsewhere, `${path}.lock.txt`)
  acquireLock(path, holder).release()
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
})

test('a note that cannot be removed is told, and holds no lock', () => {
  const path = join(emptyFolder(), 'cuadre.db')
  const lock = acquireLock(path, holder)
  rmSync(`${path}.lock.txt`)
  mkdirSync(`${path}.lock.txt`)
  expect(lock.release()).toMatchObject({ code: 'NOTE_NOT_REMOVED', message: `${path}.lock.txt could not be removed` })
  rmSync(`${path}.lock.txt`, { recursive: true })
  expect(acquireLock(path, holder).release()).toBeNull()
})
