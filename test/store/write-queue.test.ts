import { mkdirSync, rmdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { writeQueueOf } from '../../src/store/connection/write-queue.ts'
import { emptyFolder } from '../empty-folder.ts'

/**
 * A write queue with a clock that moves only while work holds the write lock: pauses take no time, as if a timer ended too
 * early.
 */
const paceByHand = () => {
  let clock = 0
  const writeQueue = writeQueueOf(
    new Database(':memory:'),
    () => undefined,
    () => clock,
  )
  const holdFor = (ms: number) => () => {
    clock += ms
  }
  const isAtOnce = async (writing: Promise<void>): Promise<boolean> => {
    const first = await Promise.race([writing.then(() => 'written'), turnOfTheLoop('waited')])
    await writing
    return first === 'written'
  }
  return {
    write: (ms: number) => isAtOnce(writeQueue.write(holdFor(ms))),
    writeAllUnflushed: (ms: number) => writeQueue.writeAllUnflushed([holdFor(ms)]),
  }
}

test('writers that held the lock for long enough leave it alone, once', async () => {
  const { write } = paceByHand()
  const written = [await write(60), await write(1), await write(1), await write(1)]
  expect(written).toEqual([true, false, true, true])
})

test('they do so again when they have held it as long again', async () => {
  const { write } = paceByHand()
  const written = [await write(60), await write(59), await write(1), await write(1)]
  expect(written).toEqual([true, false, true, false])
})

test('a database without a journal is written after long work, too', async () => {
  const { write, writeAllUnflushed } = paceByHand()
  await writeAllUnflushed(60)
  expect(await write(1)).toBe(false)
})

test('a commit after long work fails when its journal cannot be flushed, and the next one is tried', async () => {
  const folder = emptyFolder()
  const path = join(folder, 'cuadre.db')
  const link = join(folder, 'link.db')
  new Database(path).close()
  symlinkSync(path, link)
  const sqlite = new Database(link)
  let clock = 0
  const writeQueue = writeQueueOf(
    sqlite,
    () => undefined,
    () => clock,
  )
  await writeQueue.writeAllUnflushed([
    () => {
      clock += 60
    },
  ])
  // SQLite puts the journal next to the file itself. A folder in its place cannot be opened.
  mkdirSync(`${path}-wal`)
  await expect(writeQueue.write(() => 1)).rejects.toMatchObject({ code: 'EISDIR' })
  rmdirSync(`${path}-wal`)
  expect(await writeQueue.write(() => 2)).toBe(2)
  sqlite.close()
})
