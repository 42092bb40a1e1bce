import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeNextVersion } from '../../bench/faults/next-version.ts'
import { backUp } from '../../jobs/database/back-up.ts'
import { folderForAll } from '../empty-folder.ts'
import { rowsOf } from '../store/keeping.ts'
import { type Nights, startNights } from './night.ts'

/** What a later version, with one migration more, makes of a database of this one. Requires `npm run build`. */
const DIST = join(import.meta.dirname, '../../dist')
const DAY = '2026-03-02'

const root = folderForAll()
let next = ''
beforeAll(() => {
  next = makeNextVersion(DIST, join(root, 'next'))
})

/** Runs a command of that program on the database of these nights. */
const runOf = async (dist: string, { folder, service }: Nights, ...words: readonly string[]) => {
  const env = { PATH: process.env.PATH, CUADRE_DB: 'cuadre.db', CUADRE_BASE_URL: service.baseUrl }
  const child = spawn(process.execPath, [join(dist, 'src/cli/main.js'), ...words], { cwd: folder, env })
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status: Number(status), out, err }
}

/** Nights of this version, after one. */
const afterOneNight = async (): Promise<Nights> => {
  const nights = await startNights()
  nights.service.tellSettled(DAY, '11', 2)
  await nights.run({ date: DAY, cycles: ['11'] })
  return nights
}

const backupsOf = ({ folder }: Nights): readonly string[] => readdirSync(join(folder, 'backups'))
const CHECK = ['check', '--date', DAY, '--cycle', '11']

describe('a later version', () => {
  test('copies the database beside, brings it up to date, says so once, and ties what this version read', async () => {
    const nights = await afterOneNight()
    const db = join(nights.folder, 'cuadre.db')
    const before = rowsOf(db)
    const first = await runOf(next, nights, ...CHECK)
    expect(first).toMatchObject({ status: 0 })
    expect(first.err).toMatch(/cuadre-schema-1-.*database brought up to date/)
    const [copy = '', ...others] = backupsOf(nights)
    expect(others).toEqual([])
    expect(copy).toMatch(/^cuadre-schema-1-\d{8}T\d{6}Z\.db$/)
    expect(rowsOf(join(nights.folder, 'backups', copy))).toEqual(before)
    expect(statSync(join(nights.folder, 'backups', copy)).mode & 0o777).toBe(0o600)
    expect((await runOf(next, nights, ...CHECK)).err).not.toContain('database brought')
    expect(backupsOf(nights)).toEqual([copy])
    expect(await runOf(next, nights, 'db', 'verify')).toMatchObject({ status: 0 })
    falsify(db)
    const verified = await runOf(next, nights, 'db', 'verify')
    expect(verified.out + verified.err).toContain('the invoices of pull 1 are not those that were kept')
  })

  test('reads nothing of it before, nor backs it up, and says what brings it up to date', async () => {
    const nights = await afterOneNight()
    const before = readFileSync(join(nights.folder, 'cuadre.db'))
    for (const words of [['status'], ['db', 'backup']]) {
      const { status, err } = await runOf(next, nights, ...words)
      expect([words, status]).toEqual([words, 6])
      expect(err).toMatch(/OLDER_DATABASE: .*cuadre\.db was written by an older cuadre; run `\S.* check` once/)
    }
    expect(readFileSync(join(nights.folder, 'cuadre.db')).equals(before)).toBe(true)
  })

  test('changes nothing when the copy cannot be made', async () => {
    const nights = await afterOneNight()
    writeFileSync(join(nights.folder, 'backups'), 'a file where the folder should be')
    const before = readFileSync(join(nights.folder, 'cuadre.db'))
    const { status, err } = await runOf(next, nights, ...CHECK)
    expect(status).toBe(6)
    expect(err).toContain('READ_ONLY')
    expect(readFileSync(join(nights.folder, 'cuadre.db')).equals(before)).toBe(true)
  })

  test('leaves the database to this version when its migration fails halfway', async () => {
    const nights = await afterOneNight()
    const before = rowsOf(join(nights.folder, 'cuadre.db'))
    const sql = 'ALTER TABLE `run` ADD `later` text;\n--> statement-breakpoint\nDROP TABLE `nowhere`;'
    const failing = makeNextVersion(DIST, join(root, 'failing'), sql)
    expect((await runOf(failing, nights, ...CHECK)).status).not.toBe(0)
    expect(rowsOf(join(nights.folder, 'cuadre.db'))).toEqual(before)
    expect((await backUp(nights.context(), { file: null, keep: 3 })).verified.damages).toBe(0)
  })

  test('restores a backup of this one, up to date and verified', async () => {
    const nights = await afterOneNight()
    copyFileSync(join(nights.folder, 'cuadre.db'), join(nights.folder, 'copy.db'))
    const restored = await runOf(next, nights, 'db', 'restore', 'copy.db', '--db', 'restored.db')
    expect(restored).toMatchObject({ status: 0 })
    expect(await runOf(next, nights, 'db', 'verify', '--db', 'restored.db')).toMatchObject({ status: 0 })
  })

  test('has made a database that this one refuses, and does not change', async () => {
    const nights = await afterOneNight()
    await runOf(next, nights, ...CHECK)
    const after = rowsOf(join(nights.folder, 'cuadre.db'))
    await expect(nights.check({ date: DAY })).rejects.toMatchObject({ code: 'NEWER_DATABASE' })
    expect(rowsOf(join(nights.folder, 'cuadre.db'))).toEqual(after)
  })
})

/** A document number that is not the one that was read. */
const falsify = (db: string): void => {
  const sqlite = new Database(db)
  const guard = sqlite.prepare<[], string>("SELECT sql FROM sqlite_schema WHERE name = 'version_unchanged'").pluck()
  const sql = guard.get() ?? ''
  sqlite.exec(`DROP TRIGGER version_unchanged; UPDATE version SET customer_document = '1'; ${sql}`)
  sqlite.close()
}
