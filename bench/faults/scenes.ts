import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import { PROGRAM, RECEIVER, runProgram, type Surroundings } from './program.ts'

const RUN = ['run', '--date', '2026-03-12', '--cycle', '11', '--cycle', '13', '--quiet']
const CLOSE = ['close', '--through', '2026-03-12', '--force', '--reason', 'a trial of faults']
const MIGRATIONS = fileURLToPath(new URL('../../src/storage/migrations', import.meta.url))
const EVENING = '2026-03-13T03:30:00Z'
const LATER = '2026-03-13T04:30:00Z'

/** What is done in each scene: the program with its arguments. */
const COMMANDS = {
  first: [PROGRAM, ...RUN],
  later: [PROGRAM, ...RUN],
  upgrade: [PROGRAM, ...RUN],
  receiver: [RECEIVER],
  inbox: [PROGRAM, 'inbox', '--quiet'],
  backup: [PROGRAM, 'db', 'backup'],
  audit: [PROGRAM, 'audit', '2026-03-12', '11', '--out', 'pack'],
  close: [PROGRAM, ...CLOSE],
} as const
export type SceneName = keyof typeof COMMANDS
/** An inbox that was worked has nothing left to do: after a fault its settlement may have been read a second time, as this does. */
const READ_AGAIN = [PROGRAM, 'run', '--date', '2026-03-12', '--cycle', '11', '--quiet']
/** Scenes that begin with a first night in the database. */
const AFTER_A_NIGHT = ['later', 'receiver', 'inbox', 'backup', 'audit', 'close'] as const

/** What stands in the folder before the command, and when the command takes place. */
export interface Scene {
  readonly name: SceneName
  readonly command: readonly string[]
  /** What does its work a second time. */
  readonly again: readonly string[]
  readonly folder: string
  readonly now: string
  readonly baseUrl: string
}

/** Makes the folders of the scenes below `root`, served by a sandbox of their own while `work` lasts. */
export const withScenes = async <T>(root: string, work: (scenes: readonly Scene[]) => Promise<T>): Promise<T> => {
  const sandbox = spawn(process.execPath, [PROGRAM, 'sandbox', '--port', '0', '--json', ...SANDBOX], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = await once(createInterface(sandbox.stdout), 'line')
    const { baseUrl, controlUrl } = JSON.parse(line)
    const scene = (name: SceneName): Scene => {
      const folder = join(root, name)
      const command = COMMANDS[name]
      return { name, command, again: name === 'inbox' ? READ_AGAIN : command, folder, now: LATER, baseUrl }
    }
    const [first, upgrade, after] = [scene('first'), scene('upgrade'), AFTER_A_NIGHT.map(scene)]
    for (const { folder } of [first, upgrade, ...after]) makeFolder(folder)
    for (const one of after) await mustRun({ ...one, now: EVENING }, [PROGRAM, ...RUN])
    for (const one of after) if (one.name === 'inbox') await mustRun({ ...one, now: EVENING }, [RECEIVER])
    await changeWorld(baseUrl, controlUrl)
    makeOldDatabase(join(upgrade.folder, 'data'), baseUrl)
    return await work([first, upgrade, ...after])
  } finally {
    const exit = once(sandbox, 'exit')
    sandbox.kill()
    await exit
  }
}
const SANDBOX = ['--scenario', 'invoice-changes', '--assume', 'dateHeader=sandbox']

const makeFolder = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'cuadre.config.json'), '{"pageLimit":3}')
}

const mustRun = async (at: Surroundings, command: readonly string[]): Promise<void> => {
  const { status, stderr } = await runProgram(at, command)
  if (status !== 0 && status !== 3) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`)
}

/** An hour later a contract is another, fees are higher, one invoice is gone, and another is new. */
const changeWorld = async (baseUrl: string, controlUrl: string): Promise<void> => {
  const ask = async (method: string, url: string, body?: unknown): Promise<{ items: { id: string }[] }> => {
    const headers = { authorization: 'Bearer sandbox-api-key', 'content-type': 'application/json' }
    const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${url} was answered with ${response.status}`)
    return JSON.parse(await response.text())
  }
  await ask('POST', `${controlUrl}/clock`, { advance: 'PT1H' })
  const { items } = await ask('GET', `${baseUrl}/invoices?settlementDate=2026-03-12&settlementCycle=13`)
  await ask('DELETE', `${controlUrl}/invoices/${items[0]?.id}`)
  await ask('POST', `${controlUrl}/cycles/2026-03-12/13/invoices`, {})
  await ask('PATCH', `${controlUrl}/settlements/2026-03-12/13`, { set: { fees: 12_345 } })
}

/** A database on the first migration alone, as the first version left it. */
const makeOldDatabase = (folder: string, baseUrl: string): void => {
  const first = join(folder, '../../first-migration')
  mkdirSync(join(first, 'meta'), { recursive: true })
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))
  const entries = journal.entries.slice(0, 1)
  writeFileSync(join(first, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  cpSync(join(MIGRATIONS, `${entries[0].tag}.sql`), join(first, `${entries[0].tag}.sql`))
  mkdirSync(folder)
  const sqlite = new Database(join(folder, 'cuadre.db'))
  sqlite.pragma('page_size = 16384')
  sqlite.pragma('application_id = 0x43647265')
  sqlite.pragma('journal_mode = WAL')
  migrate(drizzle(sqlite), { migrationsFolder: first })
  sqlite.prepare(`INSERT INTO merchant (name, base_url) VALUES ('default', ?)`).run(baseUrl)
  sqlite.close()
}
