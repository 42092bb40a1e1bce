import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { FIRST_POSITION, slicesOf } from '../../src/store/connection/rows.ts'
import { verifyDatabaseFile } from '../../src/store/maintenance/verify/verify.ts'
import { READER } from './night.ts'
import { nightsInDatabase } from './nights-in-database.ts'

const sqlite = { name: 'cuadre.db' }

test('rows come in slices, each after the last row of the one before, and a short one is the last', () => {
  const asked: number[] = []
  const read = (after: number): readonly number[] => {
    asked.push(after)
    return [1, 2, 3, 4, 5].filter((row) => row > after).slice(0, 2)
  }
  expect([...slicesOf({ sqlite, start: 0, size: 2, read, positionOf: (row) => row })]).toEqual([[1, 2], [3, 4], [5]])
  expect(asked).toEqual([0, 2, 4])
})

test.each<[string, readonly (readonly [string, number])[]]>([
  [
    'a text that is less',
    [
      ['b', 1],
      ['a', 2],
    ],
  ],
  [
    'a number that is less under the same text',
    [
      ['b', 2],
      ['b', 1],
    ],
  ],
  [
    'the same again',
    [
      ['b', 1],
      ['b', 1],
    ],
  ],
  [
    'a text that is less in UTF-8, though not in UTF-16',
    [
      ['\u{1f600}', 1],
      ['\uffee', 1],
    ],
  ],
])('reading ends with DAMAGED at %s', (_, rows) => {
  const left = [...rows]
  const read = (): readonly (readonly [string, number])[] => left.splice(0, 1)
  const slices = slicesOf({ sqlite, start: FIRST_POSITION, size: 1, read, positionOf: (row) => row })
  expect(() => [...slices]).toThrow(expect.objectContaining({ code: 'DAMAGED' }))
})

test('a table whose rows are out of order is damage, and verifying it comes to an end', async () => {
  const { path, store } = await nightsInDatabase()
  await store.close()
  putLastRowFirst(path, 'body')
  const { damage } = await verifyDatabaseFile(path, READER, AbortSignal.timeout(600_000))
  expect(damage.map(({ en }) => en).join('\n')).toContain('out of order')
})

/** Gives the last row of a one-page table the number 1. */
const putLastRowFirst = (path: string, table: string): void => {
  const database = new Database(path)
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  const root = database
    .prepare<[string], number>('SELECT rootpage FROM sqlite_schema WHERE name = ?')
    .pluck()
    .get(table)
  database.close()
  const from = (Number(root) - 1) * pageSize
  const page = readFileSync(path).subarray(from, from + pageSize)
  const [LEAF, HEADER_BYTES] = [0x0d, 8]
  expect(page[0]).toBe(LEAF)
  const cell = page.readUInt16BE(HEADER_BYTES + 2 * (page.readUInt16BE(3) - 1))
  const payloadBytes = Number(page[cell]) < 0x80 ? 1 : 2
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.from([1]), 0, 1, from + cell + payloadBytes)
  closeSync(file)
}
