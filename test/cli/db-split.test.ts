import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Io } from '../../src/cli/framework/io.ts'
import { eventInserter } from '../../src/store/inbox/inbox-database.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { rowsOf } from '../store/keeping.ts'
import { DISASTER, tellDisaster } from '../stories/disaster.ts'
import { type Service, startService } from '../stories/service.ts'
import { somePaid } from '../stories/told.ts'
import { readView } from '../stories/views-and-ledgers.ts'
import { type } from './terminal.ts'

/**
 * Two merchants in one database, with all acts of people in turn: `casa`, and `torre`, which is later called `norte`.
 */
const KEYS = { CASA_KEY: 'casa-key', TORRE_KEY: 'torre-key' }
const CASA = { name: 'casa', apiKeyVariable: 'CASA_KEY' }
const TORRE = { name: 'torre', apiKeyVariable: 'TORRE_KEY' }
const NORTE = { ...TORRE, name: 'norte' }
const RIGHT = '2026-03-11'

let service: Service
const shared = folderForAll()
let now = Date.parse('2026-03-13T03:30:00Z')
let runs = 0
const io = (cwd: string): Partial<Io> => ({ cwd, env: KEYS, now: () => now, newRunId: () => `run-${++runs}` })
const done = async (line: string, cwd: string): Promise<string> => {
  const { status, out, err } = await type(line, io(cwd))
  if (status !== 0 && status !== 3 && status !== 5) throw new Error(`${line}: ${status} ${err}`)
  return out
}
const set = (cwd: string, settings: object): void =>
  writeFileSync(
    join(cwd, 'cuadre.config.json'),
    JSON.stringify({ baseUrl: service.baseUrl, bankText: 'OPERADOR', ...settings }),
  )
const idOf = (cwd: string, merchant: string, code: string): string =>
  String(
    readView(
      join(cwd, 'data/cuadre.db'),
      `SELECT id FROM discrepancies WHERE merchant = '${merchant}' AND code = '${code}'`,
    )[0]?.id,
  )

/** A notification that names no settlement. */
const takeIn = (inbox: string, merchant: string, webhook: string): void => {
  openInboxWriter(inbox, merchant, 'signed-body').close()
  const sqlite = new Database(inbox)
  const times = [1, 'kept', null, 0, null, 0]
  const cells = [
    null,
    merchant,
    webhook,
    'signed-body',
    'other',
    null,
    null,
    null,
    null,
    Buffer.alloc(32),
    '{}',
    Buffer.from('{}'),
  ]
  const id = Number(sqlite.prepare('SELECT coalesce(max(id), 0) + 1 FROM event').pluck().get())
  eventInserter(sqlite)([id, ...cells.slice(1), ...times])
  sqlite.close()
}

beforeAll(async () => {
  service = await startService(() => now)
  tellDisaster({ service })
  const invoices = somePaid(RIGHT, '11', 3)
  service.tellSettled(RIGHT, '11', invoices)
  set(shared, { merchants: [CASA, TORRE] })
  await done(`run --from ${RIGHT} --to ${DISASTER}`, shared)
  await done(
    `discrepancies accept ${idOf(shared, 'torre', 'DUPLICATE_PAYMENT')} --by Ana --reason loss --merchant torre`,
    shared,
  )
  await done(
    `discrepancies claim ${idOf(shared, 'casa', 'PAYOUT_MISMATCH')} --by Ana --reason asked --merchant casa`,
    shared,
  )
  await done(`merchants rename torre norte`, shared)
  set(shared, { merchants: [CASA, NORTE] })
  for (const merchant of ['norte', 'casa']) {
    await done(`close --through ${RIGHT} --by Ana --merchant ${merchant}`, shared)
    await done(`close --undo --by Ana --reason early --merchant ${merchant}`, shared)
    await done(`close --through ${RIGHT} --by Ana --merchant ${merchant}`, shared)
  }
  writeFileSync(join(shared, 'bank.csv'), '406-000011-22,406,,20260312,,2999000.00,2568,ABONO OPERADOR,0\n')
  await done('bank import bank.csv --by Ana --merchant norte', shared)
  await done('bank import bank.csv --by Ana --merchant casa', shared)
  const { files } = JSON.parse(await done('bank files --json --merchant casa', shared))
  await done(`bank void ${files[0].number} --by Ana --reason mistake --merchant casa`, shared)
  await done(`audit ${DISASTER} 11 --out pack --merchant casa`, shared)
  now += 24 * 3_600_000
  service.tellSettled(DISASTER, '13', invoices)
  await done(`run --from ${RIGHT} --to ${DISASTER}`, shared)
  takeIn(join(shared, 'data/cuadre.db.inbox'), 'casa', 'w-1')
  takeIn(join(shared, 'data/cuadre.db.inbox'), 'norte', 'w-2')
})
afterAll(async () => {
  await service.close()
})

/** The shared database in its own folder. */
const copyOfShared = (): string => {
  const cwd = emptyFolder()
  for (const name of ['data', 'cuadre.config.json']) cpSync(join(shared, name), join(cwd, name), { recursive: true })
  return cwd
}
const databasesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.includes('.db') && !name.endsWith('.lock'))
        .sort()
    : []
/** The output of commands about a merchant, without the parts that differ between two runs. */
const ANSWERS = [
  'discrepancies list --state new --state open --state accepted --state claimed --state resolved --json',
  `statement --from ${RIGHT} --to ${DISASTER} --json`,
  `explain ${DISASTER} 11 --json`,
  'bank list --json',
  'bank files --json',
  'status --json',
]
const withoutNumbers = (key: string, value: unknown): unknown =>
  ['number', 'pull', 'tie', 'lastNumber'].includes(key) ? undefined : value
const answers = async (cwd: string, merchant: string): Promise<readonly unknown[]> => {
  const given: unknown[] = []
  for (const line of ANSWERS)
    given.push(JSON.parse((await type(`${line} --merchant ${merchant}`, io(cwd))).out, withoutNumbers))
  return given
}
const reportsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.csv') || name.endsWith('report.html'))
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )

describe('db split', () => {
  it('gives each merchant a database that says the same and is whole, and leaves the shared one', async () => {
    const cwd = copyOfShared()
    mkdirSync(join(cwd, 'own'))
    const before = rowsOf(join(cwd, 'data/cuadre.db'))
    const { status, out, err } = await type(['db', 'split', 'own/{merchant}.db'], io(cwd))
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(
      /^casa +own\/casa\.db +whole, \d+ reports the same\nnorte +own\/norte\.db +whole, \d+ reports the same\n/,
    )
    expect(out).toContain('set "db": "own/{merchant}.db" in the settings file')
    expect(databasesIn(join(cwd, 'own'))).toEqual(['casa.db', 'casa.db.inbox', 'norte.db', 'norte.db.inbox'])
    expect(rowsOf(join(cwd, 'data/cuadre.db'))).toEqual(before)
    for (const name of ['own/casa.db', 'own/casa.db.inbox'])
      expect(['casa', 'torre', 'norte'].map((one) => readFileSync(join(cwd, name)).includes(one))).toEqual([
        true,
        false,
        false,
      ])
    for (const name of ['data/cuadre.db', 'own/casa.db', 'own/norte.db'])
      expect((await type(`db verify --db ${name}`, io(cwd))).out).toContain('whole, up to ')
    const own = emptyFolder()
    cpSync(join(cwd, 'own'), join(own, 'own'), { recursive: true })
    set(own, { db: 'own/{merchant}.db', merchants: [CASA, NORTE] })
    for (const merchant of ['casa', 'norte']) expect(await answers(own, merchant)).toEqual(await answers(cwd, merchant))
    const again = `run --from ${RIGHT} --to ${DISASTER}`
    await done(again, cwd)
    await done(again, own)
    expect(reportsIn(join(own, 'out')).size).toBeGreaterThan(10)
    expect(reportsIn(join(own, 'out'))).toEqual(reportsIn(join(cwd, 'out')))
    expect(JSON.parse(await done('db verify --json', own)).exitCode).toBe(0)
  })

  it('that was killed half-way is finished by the same command', async () => {
    const cwd = copyOfShared()
    mkdirSync(join(cwd, 'own'))
    const main = join(import.meta.dirname, '../../dist/src/cli/main.js')
    const child = spawn(process.execPath, [main, 'db', 'split', 'own/{merchant}.db'], {
      cwd,
      env: KEYS,
      stdio: 'ignore',
    })
    const watcher = watch(join(cwd, 'own'), (_, name) => name?.includes('.norte.db') && child.kill('SIGKILL'))
    const [, signal] = await once(child, 'exit')
    watcher.close()
    expect(signal).toBe('SIGKILL')
    expect(existsSync(join(cwd, 'own/norte.db'))).toBe(false)
    const { status, out, err } = await type(['db', 'split', 'own/{merchant}.db'], io(cwd))
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/casa\.db .*\(was there\)\nnorte +own\/norte\.db +whole, \d+ reports the same\n/)
    expect(databasesIn(join(cwd, 'own')).filter((name) => !name.endsWith('.inbox'))).toEqual(['casa.db', 'norte.db'])
  })

  it.each([
    ['a database of something else', 'norte.db', 'TARGET_EXISTS'],
    ['an inbox of something else', 'norte.db.inbox', 'TARGET_EXISTS'],
  ])('replaces nothing: %s is in the way', async (_, name, code) => {
    const cwd = copyOfShared()
    mkdirSync(join(cwd, 'own'))
    const other = join(cwd, 'own', name)
    if (name.endsWith('.inbox')) takeIn(other, 'norte', 'w-3')
    else cpSync(join(cwd, 'data/cuadre.db'), other)
    const before = readFileSync(other)
    const { status, err } = await type(['db', 'split', 'own/{merchant}.db'], io(cwd))
    expect([status, err]).toEqual([2, expect.stringContaining(`cuadre: ${code}: `) as string])
    expect(readFileSync(other).equals(before)).toBe(true)
    expect(databasesIn(join(cwd, 'own')).filter((one) => one.startsWith('casa'))).toEqual([])
  })

  it('needs a place for each merchant, and never its own', async () => {
    const cwd = copyOfShared()
    expect((await type(['db', 'split', 'own/all.db'], io(cwd))).err).toContain('must have {merchant} in it')
    expect((await type(['db', 'split', 'nope/{merchant}/c.db'], io(cwd))).err).toContain(
      'NO_FOLDER: there is no folder',
    )
    expect(existsSync(join(cwd, 'nope'))).toBe(false)
    cpSync(join(cwd, 'data/cuadre.db'), join(cwd, 'data/casa.db'))
    expect((await type(['db', 'split', '--db', 'data/casa.db'], io(cwd))).err).toContain('TARGET_EXISTS')
  })
})
