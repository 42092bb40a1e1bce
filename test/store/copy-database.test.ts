import { spawnSync } from 'node:child_process'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { temporaryName } from '../../src/std/files/leftover-files.ts'
import { backupsToRemove, copyDatabase } from '../../src/store/maintenance/copy-database.ts'
import { emptyFolder } from '../empty-folder.ts'

const someDatabase = (): string => {
  const path = join(emptyFolder(), 'cuadre.db')
  const sqlite = new Database(path)
  sqlite.exec('CREATE TABLE a (b); INSERT INTO a VALUES (1)')
  sqlite.close()
  return path
}

/** The names of the unfinished copies that are seen while another is verified. */
const copying = async (folder: string): Promise<readonly string[]> => {
  let own = ''
  let seen: readonly string[] = []
  const { keep } = await copyDatabase({
    path: someDatabase(),
    target: join(folder, 'copy.db'),
    signal: AbortSignal.timeout(600_000),
    verify: async (copy) => {
      own = basename(copy)
      seen = readdirSync(folder)
    },
  })
  keep()
  return seen.filter((name) => name !== own)
}

const left = (folder: string, place = '$1', end = ''): string => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const name = `${temporaryName('copy.db').replace(/\d+\.([0-9a-f]{8})-.{8}/, `${dead}.${place}-01234567`)}${end}`
  writeFileSync(join(folder, name), 'half of a copy')
  return name
}

test('a copy clears what a killed one left, with its journal', async () => {
  const folder = emptyFolder()
  const name = left(folder)
  writeFileSync(join(folder, `${name}-journal`), '')
  expect(await copying(folder)).toEqual([])
  expect(readdirSync(folder)).toEqual(['copy.db'])
})

test('a copy that is being made in another container stays until it is a day old', async () => {
  const folder = emptyFolder()
  const [young, old] = [left(folder, '00000000'), left(folder, '00000000')]
  const before = Date.now() / 1000 - 25 * 3600
  utimesSync(join(folder, old), before, before)
  expect(await copying(folder)).toEqual([young])
})

test('only backups by the clock are counted, and the newest stay', () => {
  const names = [
    'cuadre-20260311T033000Z.db',
    'cuadre-20260313T033000Z.db',
    'cuadre-20260312T033000Z.db',
    'cuadre-20260312T033000Z.db.inbox',
    'cuadre-schema-1-20260101T000000Z.db',
    'cuadre-mine.db',
    'other-20260101T000000Z.db',
  ]
  expect(backupsToRemove('/books/cuadre.db', names, 1)).toEqual([
    'cuadre-20260311T033000Z.db',
    'cuadre-20260312T033000Z.db',
  ])
  expect(backupsToRemove('/books/cuadre.db', names, 3)).toEqual([])
  expect(backupsToRemove('/books/other.db', names, 1)).toEqual([])
})
