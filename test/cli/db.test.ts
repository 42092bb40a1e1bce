import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { rowsOf } from '../store/keeping.ts'
import { demoWeekForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** Care of the database on the command line: one day of the demo week, with an inbox. */
const { at } = await demoWeekForAll()
const night = folderForAll()
beforeAll(async () => {
  await type('run --date 2026-03-12', at(night))
  openInboxWriter(join(night, 'data/cuadre.db.inbox'), 'default', 'signed-body').close()
})

/** The night's database in its own folder. */
const someDatabase = (): string => {
  const cwd = emptyFolder()
  mkdirSync(join(cwd, 'data'), { mode: 0o700 })
  for (const end of ['', '.inbox']) copyFileSync(join(night, `data/cuadre.db${end}`), join(cwd, `data/cuadre.db${end}`))
  return cwd
}
const BACKUP = 'data/backups/cuadre-20260313T033000Z.db'

describe('db backup', () => {
  it('is the database in one file of its owner, with the inbox beside', async () => {
    const cwd = someDatabase()
    const { status, out, err } = await type('db backup', at(cwd))
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^backup +data\/backups\/cuadre-20260313T033000Z\.db +\d/)
    expect(out).toContain('whole, up to ')
    expect(readdirSync(join(cwd, 'data/backups'))).toEqual([
      'cuadre-20260313T033000Z.db',
      'cuadre-20260313T033000Z.db.inbox',
    ])
    expect(statSync(join(cwd, BACKUP)).mode & 0o777).toBe(0o600)
    expect(statSync(join(cwd, 'data/backups')).mode & 0o777).toBe(0o700)
    expect(rowsOf(join(cwd, BACKUP))).toEqual(rowsOf(join(night, 'data/cuadre.db')))
  })

  it('leaves the newest, and only what it made itself counts', async () => {
    const cwd = someDatabase()
    for (const day of [10, 11, 12]) await type('db backup', at(cwd, { now: () => Date.UTC(2026, 2, day) }))
    writeFileSync(join(cwd, 'data/backups/cuadre-before-the-move.db'), 'mine')
    const { out } = await type('db backup --keep 2 --json', at(cwd))
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 1,
      command: 'db backup',
      exitCode: 0,
      damages: 0,
      removed: ['data/backups/cuadre-20260310T000000Z.db', 'data/backups/cuadre-20260311T000000Z.db'],
      error: null,
    })
    expect(readdirSync(join(cwd, 'data/backups'))).toEqual([
      'cuadre-20260312T000000Z.db',
      'cuadre-20260312T000000Z.db.inbox',
      'cuadre-20260313T033000Z.db',
      'cuadre-20260313T033000Z.db.inbox',
      'cuadre-before-the-move.db',
    ])
  })

  it('of a damaged database does not count, and the backups of before stay', async () => {
    const cwd = someDatabase()
    await type('db backup', at(cwd, { now: () => 0 }))
    const sqlite = new Database(join(cwd, 'data/cuadre.db'))
    sqlite.exec("DROP TRIGGER body_unchanged; UPDATE body SET gzip = x'00' WHERE id = 1")
    sqlite.close()
    const { status, err } = await type('db backup --keep 1', at(cwd))
    expect([status, err]).toEqual([
      6,
      expect.stringMatching(/^cuadre: DAMAGED: .*data\/cuadre\.db is damaged: .*body 1/),
    ])
    expect(readdirSync(join(cwd, 'data/backups'))).toEqual([
      'cuadre-19700101T000000Z.db',
      'cuadre-19700101T000000Z.db.inbox',
    ])
  })

  it.each([
    ['db backup data/cuadre.db', 2, 'TARGET_EXISTS'],
    ['db backup nowhere/x.db', 2, 'NO_FOLDER'],
    ['db backup --db none.db', 2, 'NO_DATABASE'],
    ['db backup --keep 0', 2, '--keep must be a whole number'],
    ['db backup x.db --keep 3', 2, '--keep applies only to backups beside the database'],
    ['db backup x.db y.db', 2, 'at most one file'],
    ['db', 2, 'say "cuadre db backup"'],
  ])('%s is refused', async (line, expected, told) => {
    const cwd = someDatabase()
    const before = readFileSync(join(cwd, 'data/cuadre.db'))
    const { status, err } = await type(line, at(cwd))
    expect([status, err]).toEqual([expected, expect.stringContaining(told)])
    expect(readFileSync(join(cwd, 'data/cuadre.db')).equals(before)).toBe(true)
    expect(existsSync(join(cwd, 'data/backups'))).toBe(false)
  })
})

describe('db verify', () => {
  it('tells what was looked at, and changes nothing', async () => {
    const cwd = someDatabase()
    const before = readFileSync(join(cwd, 'data/cuadre.db'))
    const { status, out, err } = await type('db verify', at(cwd))
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^answers +\d+$/m)
    expect(out).toMatch(/^notifications +0$/m)
    expect(readFileSync(join(cwd, 'data/cuadre.db')).equals(before)).toBe(true)
  })

  it('ends with 6 and names what is damaged, in the inbox too', async () => {
    const cwd = someDatabase()
    const sqlite = new Database(join(cwd, 'data/cuadre.db'))
    sqlite.exec("DROP TRIGGER body_unchanged; UPDATE body SET gzip = x'00' WHERE id <= 2")
    sqlite.close()
    const inbox = new Database(join(cwd, 'data/cuadre.db.inbox'))
    inbox.pragma('foreign_keys = OFF')
    inbox.exec(
      "INSERT INTO conflict (event, content, headers, body, received_at) VALUES (9, zeroblob(32), '', x'00', 0)",
    )
    inbox.close()
    const plain = await type('db verify', at(cwd))
    expect([plain.status, plain.err]).toEqual([
      6,
      expect.stringMatching(/^cuadre: DAMAGED: .*body 1 .*\(and 4 more\); .*db restore/),
    ])
    expect(plain.out).toMatch(/^damaged {2}the bytes of body 2 /m)
    expect(plain.out).toMatch(/^damaged {2}the inbox: row 1 of conflict /m)
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify({ language: 'es' }))
    const spanish = await type('db verify', at(cwd))
    expect(spanish.err).toMatch(/^cuadre: DAMAGED: .* está dañada: los bytes del cuerpo 1 .*\(y 4 más\); /)
    expect(spanish.out).toMatch(/^dañado {2}los bytes del cuerpo 2 /m)
    expect(spanish.out).toMatch(/^dañado {2}las notificaciones: la fila 1 de conflict /m)
    const { status, out } = await type('db verify --json', at(cwd))
    const told = JSON.parse(out)
    expect([status, told.exitCode, told.damages, told.error.code]).toEqual([6, 6, 5, 'DAMAGED'])
  })
})

/** Changes to the tables that SQLite's own check does not detect. */
const TABLES: readonly (readonly [what: string, statements: string, told: RegExp])[] = [
  [
    'merchant became a view',
    'ALTER TABLE merchant RENAME TO was; CREATE VIEW merchant AS SELECT * FROM was',
    /merchant|pages/,
  ],
  ['run became a view', 'ALTER TABLE run RENAME TO was; CREATE VIEW run AS SELECT * FROM was', /run of the schema/],
  ['pull is gone', 'DROP TABLE pull', /pull/],
  ['moment is gone', 'DROP TABLE moment', /moment/],
  ['version has another column', 'ALTER TABLE version RENAME COLUMN paid TO payed', /version/],
  ['the list of migrations is gone', 'DROP TABLE __drizzle_migrations', /the list of its migrations is gone/],
]

describe('a database whose tables are not those that cuadre made', () => {
  it.each(TABLES)('%s: a run ends with 6 in one line, and db verify says what', async (_, statements, told) => {
    const cwd = someDatabase()
    const sqlite = new Database(join(cwd, 'data/cuadre.db'))
    sqlite.pragma('foreign_keys = OFF')
    sqlite.exec(statements)
    sqlite.close()
    const run = await type('run --date 2026-03-12 --quiet', at(cwd, { newRunId: () => 'later' }))
    expect([run.status, run.err]).toEqual([
      6,
      expect.stringMatching(/^cuadre: DAMAGED: [^\n]*data\/cuadre\.db[^\n]*\n$/),
    ])
    const { status, out, err } = await type('db verify', at(cwd))
    expect([status, err]).toEqual([6, expect.stringMatching(/^cuadre: DAMAGED: /)])
    expect(`${out}${err}`).toMatch(told)
  })
})

describe('db restore', () => {
  it('puts a backup where no database is, and the next night goes on from there', async () => {
    const cwd = someDatabase()
    await type('db backup', at(cwd))
    const { status, out } = await type(`db restore ${BACKUP} --db new/cuadre.db --json`, at(cwd))
    expect([status, JSON.parse(out)]).toMatchObject([
      0,
      {
        command: 'db restore',
        from: BACKUP,
        database: { file: 'new/cuadre.db' },
        inbox: { file: 'new/cuadre.db.inbox' },
      },
    ])
    expect(rowsOf(join(cwd, 'new/cuadre.db'))).toEqual(rowsOf(join(night, 'data/cuadre.db')))
    expect(statSync(join(cwd, 'new/cuadre.db')).mode & 0o777).toBe(0o600)
    const again = await type('run --date 2026-03-12 --db new/cuadre.db --json', { ...at(cwd), newRunId: () => 'later' })
    expect(again.status).toBe(3)
    expect(JSON.parse(again.out).slots[0].discrepancies[0].state).toBe('open')
  })

  it('replaces nothing: neither database, nor a journal, nor an inbox', async () => {
    const cwd = someDatabase()
    await type('db backup', at(cwd))
    expect((await type(`db restore ${BACKUP}`, at(cwd))).err).toContain('TARGET_EXISTS')
    for (const end of ['-wal', '-shm', '-journal', '.inbox', '.inbox-wal', '.inbox-shm', '.inbox-journal']) {
      writeFileSync(join(cwd, `lone.db${end}`), '')
      const { status, err } = await type(`db restore ${BACKUP} --db lone.db`, at(cwd))
      expect([status, err]).toEqual([2, expect.stringContaining(`lone.db${end} already exists`)])
      rmSync(join(cwd, `lone.db${end}`))
    }
    expect(existsSync(join(cwd, 'lone.db'))).toBe(false)
  })

  it('does not put the backup of one merchant in the place of another, nor a file in the place of a link', async () => {
    const cwd = someDatabase()
    await type('db backup', at(cwd))
    const settings = { db: 'data/{merchant}.db', merchants: [{ name: 'casa' }, { name: 'torre' }] }
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(settings))
    const { status, err } = await type(`db restore ${BACKUP} --merchant casa`, at(cwd))
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/UNKNOWN_MERCHANT: .* is a backup of default, not of casa; .*--merchant default/),
    ])
    rmSync(join(cwd, 'cuadre.config.json'))
    symlinkSync('/nowhere/cuadre.db', join(cwd, 'link.db'))
    const linked = await type(`db restore ${BACKUP} --db link.db`, at(cwd))
    expect([linked.status, linked.err]).toEqual([2, expect.stringContaining('TARGET_EXISTS')])
  })

  it.each([
    ['none.db', () => undefined, 2, 'NO_BACKUP'],
    ['empty.db', (path: string) => writeFileSync(path, ''), 2, 'NO_BACKUP'],
    ['text.db', (path: string) => writeFileSync(path, 'a text of somebody\n'.repeat(100)), 6, 'NOT_A_DATABASE'],
    [
      'foreign.db',
      (path: string) => {
        const sqlite = new Database(path)
        sqlite.exec('CREATE TABLE a (b)')
        sqlite.close()
      },
      6,
      'FOREIGN_DATABASE',
    ],
    [
      'newer.db',
      (path: string) => {
        copyFileSync(join(night, 'data/cuadre.db'), path)
        const sqlite = new Database(path)
        sqlite.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)")
        sqlite.close()
      },
      6,
      'NEWER_DATABASE',
    ],
    [
      'damaged.db',
      (path: string) => {
        copyFileSync(join(night, 'data/cuadre.db'), path)
        const sqlite = new Database(path)
        sqlite.exec("DROP TRIGGER body_unchanged; UPDATE body SET gzip = x'00' WHERE id = 1")
        sqlite.close()
      },
      6,
      'DAMAGED',
    ],
  ])('of %s is refused, and nothing is made', async (name, make, expected, code) => {
    const cwd = emptyFolder()
    make(join(cwd, name))
    const { status, err } = await type(`db restore ${name} --db new/cuadre.db`, at(cwd))
    expect([status, err]).toEqual([expected, expect.stringContaining(code)])
    if (/^(NO_BACKUP|NOT_A_DATABASE|FOREIGN_DATABASE)$/.test(code))
      expect(err).toMatch(/; name a backup of the database\n$/)
    const made = existsSync(join(cwd, 'new')) ? readdirSync(join(cwd, 'new')) : []
    expect(made.filter((entry) => !entry.includes('.lock'))).toEqual([])
  })
})
