import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { acquireLock } from '../../src/store/connection/lock.ts'
import { folderForAll } from '../empty-folder.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** One slot of the demo week, explained on the command line. */
const { at } = await demoWeekForAll()
const cwd = folderForAll()
const here = () => at(cwd)
beforeAll(() => type('run --date 2026-03-12', here()))

it('reads beside a job that holds the lock, and changes nothing', async () => {
  const path = join(cwd, 'data/cuadre.db')
  const before = readFileSync(path)
  const lock = acquireLock(path, { pid: process.pid, at: 0, job: 'run' })
  try {
    expect((await type('explain 2026-03-12 13', here())).status).toBe(0)
  } finally {
    lock.release()
  }
  expect(readFileSync(path)).toEqual(before)
})

it('passes the settings typed in on to the next command', async () => {
  const { out } = await type('explain 2026-03-12 11 --db data/cuadre.db', here())
  expect(out).toContain('\n  cuadre run --date 2026-03-12 --cycle 11 --db data/cuadre.db\n')
})

it.each([
  ['explain 2026-03-13 11', 'pull it with: cuadre run --date 2026-03-13 --cycle 11'],
  ['explain 2026-03-12 1 --json', 'correct the cycle; known are 11, 13, 16, 18, 20'],
])('a slot never pulled ends with 2 and says what to do: %s', async (words, next) => {
  const { status, err } = await type(words, here())
  expect([status, err]).toEqual([2, expect.stringMatching(/^cuadre: NEVER_PULLED: nothing was ever pulled for .*; /)])
  expect(err).toContain(`${next}\n`)
})

it.each([
  'explain',
  'explain 2026-03-12',
  'explain 2026-02-30 11',
  'explain 2026-03-12 ../11',
  'explain 11 2026-03-12',
  'explain 2026-03-12 11 13',
])('what makes no sense is refused: %s', async (words) => {
  const { status, err } = await type(words, here())
  expect([status, err.startsWith('cuadre: USAGE: ')]).toEqual([2, true])
})
