import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import Database from 'better-sqlite3'
import { beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '../../src/sandbox/index.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { sandboxForAll } from './sandbox-for-all.ts'
import { type } from './terminal.ts'

/** Requires `npm run build`. */
const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')
const KEY = 'sk_wrong_0123456789'

const service = await sandboxForAll({ days: 1 })
const pulled = folderForAll()
beforeAll(async () => expect((await start(['run'], pulled)).status).toBe(0))
/** A folder with the database of a night. */
const withDatabase = (): string => {
  const cwd = emptyFolder()
  cpSync(pulled, cwd, { recursive: true })
  return cwd
}

interface Check {
  readonly check: string
  readonly merchant: string | null
  readonly state: string
  readonly message: string
  readonly fix: string | null
}

const start = (words: readonly string[], cwd: string, own: Record<string, string> = {}) => {
  const env = { CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: service.apiKey, ...own }
  return type(words, {
    cwd,
    env,
    now: Date.now,
    newRunId: randomUUID,
    ...(own.CUADRE_LOG === undefined ? {} : { log: 'text' as const }),
  })
}

const doctor = async (cwd: string, env: Record<string, string> = {}, ask: typeof start = start) => {
  const { status, out, err } = await ask(['doctor', '--json'], cwd, env)
  expect(err).toBe('')
  expect(out).not.toContain(service.apiKey)
  const document = JSON.parse(out)
  expect(document).toMatchObject({ schemaVersion: 1, command: 'doctor', exitCode: status, error: null })
  const checks: readonly Check[] = document.checks
  return { status, checks, health: document.health, of: (name: string) => checks.find(({ check }) => check === name) }
}
/** Without the files that SQLite creates next to a database when reading it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/-(shm|wal)$/.test(name))
    .sort()
const notOk = (checks: readonly Check[]): string[] =>
  checks.filter(({ state }) => state !== 'ok').map(({ check, state }) => `${check} ${state}`)
const withConfig = (config: unknown): string => {
  const cwd = emptyFolder()
  writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(config))
  return cwd
}

describe('the doctor', () => {
  it('finds nothing wrong with a database that was just made, and changes nothing', async () => {
    const cwd = withDatabase()
    const before = filesIn(cwd)
    const { status, checks, health } = await doctor(cwd)
    expect(notOk(checks)).toEqual([])
    expect([status, health]).toEqual([0, 'ok'])
    expect(filesIn(cwd)).toEqual(before)
    expect((await start(['doctor'], cwd)).out).toMatch(
      /^\d+ checks are well; --all shows them\.\n\nEverything is in order/,
    )
    const { out } = await start(['doctor', '--all'], cwd)
    expect(out).toMatch(/^ok +node +Node \d+/)
    expect(out).toMatch(/^ok +integrity +integrity_check finds nothing wrong$/m)
    expect(out).toMatch(/\n\nEverything is in order\. Next: \S.* run\n$/)
  })

  it('says what is not set up yet, with the status that a run ends with', async () => {
    const cwd = emptyFolder()
    const { status, checks } = await doctor(cwd, { CUADRE_BASE_URL: '', CUADRE_API_KEY: '' })
    expect([status, notOk(checks)]).toEqual([2, ['service failed', 'key failed']])
    expect(readdirSync(cwd)).toEqual([])
  })

  it('says where each setting came from', async () => {
    const cwd = withConfig({ pageLimit: 50 })
    const told = (await doctor(cwd)).of('settings')?.message ?? ''
    const path = join(cwd, 'cuadre.config.json')
    expect(told.split('; ').sort()).toEqual(
      [`${path} sets pageLimit`, 'CUADRE_API_KEY sets apiKey', 'CUADRE_BASE_URL sets baseUrl'].sort(),
    )
  })

  it('asks whether the service is there before there is a key', async () => {
    const { status, checks, of } = await doctor(emptyFolder(), { CUADRE_API_KEY: '' })
    expect([status, notOk(checks), of('service')?.state]).toEqual([2, ['key failed'], 'ok'])
  })

  it('tells a key that the service rejects', async () => {
    const { status, checks, of } = await doctor(emptyFolder(), { CUADRE_API_KEY: KEY })
    expect([status, notOk(checks)]).toEqual([4, ['key failed']])
    expect(of('key')).toMatchObject({ fix: 'put the key of this merchant into CUADRE_API_KEY' })
    expect(JSON.stringify(checks)).not.toContain(KEY)
  })

  it('tells a service that cannot be reached', async () => {
    const { status, checks } = await doctor(emptyFolder(), { CUADRE_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect([status, notOk(checks)]).toEqual([5, ['service failed']])
  })

  it('tells a base URL that is another program’s', async () => {
    const { status, checks } = await doctor(emptyFolder(), { CUADRE_BASE_URL: service.baseUrl.replace('/v1', '/x') })
    expect(status).toBe(5)
    expect(notOk(checks)).toContain('service warning')
  })

  it('tells a clock that is off', async () => {
    const other = await startSandbox({ clock: '2026-03-12T15:00:00Z', assumptions: { dateHeader: 'sandbox' } })
    try {
      const env = { CUADRE_BASE_URL: other.baseUrl, CUADRE_API_KEY: other.apiKey }
      const { status, checks, of } = await doctor(emptyFolder(), env)
      expect([status, notOk(checks)]).toEqual([5, ['clock failed']])
      expect(of('clock')?.message).toContain('CLOCK_SKEW')
    } finally {
      await other.close()
    }
  })

  it.each([
    ['a typo', { pagelimit: 5 }, 'SETTING_UNKNOWN', 'did you mean pageLimit?'],
    ['a wrong type', { pageLimit: '5' }, 'SETTING_INVALID', 'correct it there'],
    ['a key', { apiKey: KEY }, 'SECRET_IN_FILE', 'CUADRE_API_KEY'],
  ])('tells a settings file with %s', async (_what, config, code, fix) => {
    const { status, of } = await doctor(withConfig(config))
    expect(status).toBe(2)
    expect(of('settings')).toMatchObject({
      state: 'failed',
      message: expect.stringContaining(code),
      fix: expect.stringContaining(fix),
    })
  })

  it('tells an env file and a key file that others can read, and the command that mends it', async () => {
    const cwd = withConfig({ envFile: 'cuadre.env', integrityKeyFile: 'integrity.key' })
    writeFileSync(join(cwd, 'cuadre.env'), `CUADRE_API_KEY=${service.apiKey}\n`)
    writeFileSync(join(cwd, 'integrity.key'), 'key-of-hooks')
    chmodSync(join(cwd, 'cuadre.env'), 0o644)
    chmodSync(join(cwd, 'integrity.key'), 0o600)
    const { status, checks, of } = await doctor(cwd, { CUADRE_API_KEY: '' })
    expect([status, notOk(checks)]).toEqual([0, ['permissions warning']])
    expect(of('permissions')?.fix).toBe(`chmod 600 ${join(cwd, 'cuadre.env')}`)
    const run = await start(['run'], cwd, { CUADRE_API_KEY: '', CUADRE_LOG: 'text' })
    expect([run.status, run.err]).toEqual([
      0,
      expect.stringMatching(/env file .* can be read by others \(mode 644\).*chmod 600/),
    ])
    expect(checks.some(({ message }) => /^the key file .* is its owner's alone$/.test(message))).toBe(true)
  })

  it('tells a settings file with the address of a switch that others can read', async () => {
    const cwd = withConfig({ pingUrl: 'https://switch.example/secret-id' })
    chmodSync(join(cwd, 'cuadre.config.json'), 0o644)
    const { checks } = await doctor(cwd)
    expect(notOk(checks)).toEqual(['permissions warning'])
    expect(JSON.stringify(checks)).not.toContain('secret-id')
  })

  it.each([
    ['out', 'output'],
    ['data', 'database'],
  ])('tells a file in the place of the folder %s', async (name, check) => {
    const cwd = emptyFolder()
    writeFileSync(join(cwd, name), 'mine')
    const { status, checks } = await doctor(cwd)
    expect([status, notOk(checks)]).toEqual([6, [`${check} failed`]])
    expect(readFileSync(join(cwd, name), 'utf8')).toBe('mine')
  })

  it.each<readonly [string, (path: string) => void, string, string]>([
    [
      'of next year’s version',
      (path) => {
        const db = new Database(path)
        db.exec("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of-next-year', 99999999999999)")
        db.close()
      },
      'database failed',
      'NEWER_DATABASE',
    ],
    [
      'of another program',
      (path) => {
        const db = new Database(path)
        db.pragma('application_id = 1')
        db.close()
      },
      'database failed',
      'FOREIGN_DATABASE',
    ],
    ['that is no database', (path) => writeFileSync(path, 'accounts of 2025'), 'database failed', 'NOT_A_DATABASE'],
    ['cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 40_000)), 'database failed', 'DAMAGED'],
    [
      'with answers that are no longer what they were',
      (path) => {
        const db = new Database(path)
        for (const { name } of db
          .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'body'")
          .all() as {
          name: string
        }[])
          db.exec(`DROP TRIGGER ${name}`)
        db.exec("UPDATE body SET gzip = x'1f8b' WHERE id = (SELECT max(id) FROM body)")
        db.close()
      },
      'digests failed',
      'lost their digest',
    ],
  ])('tells a database %s, and leaves it as it is', async (_what, harm, expected, says) => {
    const cwd = withDatabase()
    const path = join(cwd, 'data/cuadre.db')
    harm(path)
    const before = readFileSync(path)
    const { status, checks } = await doctor(cwd)
    expect([status, notOk(checks)]).toEqual([6, [expected]])
    expect(checks.find(({ state }) => state === 'failed')?.message).toContain(says)
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  it('tells a file of notifications that is damaged, and leaves it as it is', async () => {
    const cwd = withDatabase()
    const path = join(cwd, 'data/cuadre.db.inbox')
    writeFileSync(path, 'notifications of 2025', { mode: 0o600 })
    const { status, checks } = await doctor(cwd)
    expect([status, notOk(checks)]).toEqual([6, ['webhooks failed']])
    expect(checks.find(({ state }) => state === 'failed')?.message).toContain('cuadre.db.inbox')
    expect(readFileSync(path, 'utf8')).toBe('notifications of 2025')
  })

  it('tells a page of the database that was written over', async () => {
    const cwd = withDatabase()
    const path = join(cwd, 'data/cuadre.db')
    const bytes = readFileSync(path)
    bytes.fill(0xff, 16_384 * 3, 16_384 * 4)
    writeFileSync(path, bytes)
    const { status, checks } = await doctor(cwd)
    expect(status).toBe(6)
    expect(notOk(checks)).not.toEqual([])
  })

  it('tells a database that belongs to another base URL', async () => {
    const cwd = withDatabase()
    const other = service.baseUrl.replace('127.0.0.1', 'localhost')
    const { status, of } = await doctor(cwd, { CUADRE_BASE_URL: other })
    expect([status, of('base URL')?.message]).toEqual([2, expect.stringContaining('OTHER_BASE_URL')])
  })

  it('tells a database that others can read', async () => {
    const cwd = withDatabase()
    const path = join(cwd, 'data/cuadre.db')
    expect(statSync(path).mode & 0o077).toBe(0)
    chmodSync(path, 0o644)
    expect(notOk((await doctor(cwd)).checks)).toEqual(['permissions warning'])
  })

  it('tells a native binding that cannot be loaded, and goes on with the rest', async () => {
    const cwd = emptyFolder()
    writeFileSync(
      join(cwd, 'no-binding.cjs'),
      "process.dlopen = () => { throw new Error('compiled against another version') }",
    )
    const asProcess: typeof start = async (words) => {
      const env = { PATH: process.env.PATH, CUADRE_BASE_URL: service.baseUrl, CUADRE_API_KEY: service.apiKey }
      const line = ['--require', join(cwd, 'no-binding.cjs'), MAIN, ...words]
      const child = spawn(process.execPath, line, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
      const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      return { status: Number(status), out, err }
    }
    const { status, checks, of } = await doctor(cwd, {}, asProcess)
    expect([status, notOk(checks)]).toEqual([2, ['binding failed']])
    expect(of('binding')?.fix).toMatch(/npm (rebuild|install).* better-sqlite3/)
    expect(of('service')?.state).toBe('ok')
    expect(existsSync(join(cwd, 'data'))).toBe(false)
  })

  it.each<readonly [place: string, settings: object, env: Record<string, string>, expected: (cwd: string) => string]>([
    ['a file', { apiKeyFile: 'k.key' }, { CUADRE_API_KEY: '' }, (cwd) => join(cwd, 'k.key')],
    ['a file of a variable', {}, { CUADRE_API_KEY: '', CUADRE_API_KEY_FILE: 'k.key' }, (cwd) => join(cwd, 'k.key')],
    ['a variable', { apiKeyVariable: 'CASA_KEY' }, { CUADRE_API_KEY: '', CASA_KEY: KEY }, () => 'CASA_KEY'],
    ['the variable that wins', { apiKeyVariable: 'CASA_KEY' }, { CUADRE_API_KEY: KEY }, () => 'CUADRE_API_KEY'],
    ['a variable, not the env file', { envFile: 'k.env' }, { CUADRE_API_KEY: KEY }, () => 'CUADRE_API_KEY'],
    [
      'the env file',
      { envFile: 'k.env' },
      { CUADRE_API_KEY: '' },
      (cwd) => `${join(cwd, 'k.env')}, in the line CUADRE_API_KEY=`,
    ],
    ['a file of a merchant', { merchants: [{ name: 'lote', apiKeyFile: 'k.key' }] }, {}, (cwd) => join(cwd, 'k.key')],
  ])('names the place of a key that the service rejects: %s', async (_, settings, env, expected) => {
    const cwd = withConfig({ baseUrl: service.baseUrl, ...settings })
    writeFileSync(join(cwd, 'k.key'), `${KEY}\n`)
    writeFileSync(join(cwd, 'k.env'), `CUADRE_API_KEY=${KEY}\n`)
    const { of } = await doctor(cwd, env)
    expect(of('key')?.fix).toBe(`put the key of this merchant into ${expected(cwd)}`)
  })

  it('looks at each of several merchants', async () => {
    const merchants = [
      { name: 'casa', apiKeyVariable: 'CASA_KEY' },
      { name: 'torre', apiKeyVariable: 'TORRE_KEY' },
      { name: 'patio', apiKeyVariable: 'PATIO_KEY', pageLimit: 0 },
    ]
    const cwd = withConfig({ baseUrl: service.baseUrl, merchants })
    mkdirSync(join(cwd, 'out'))
    const { status, checks } = await doctor(cwd, { CASA_KEY: service.apiKey, TORRE_KEY: KEY })
    const wrong = checks
      .filter(({ state }) => state !== 'ok')
      .map(({ check, merchant, state }) => `${merchant} ${check} ${state}`)
    expect([status, wrong]).toEqual([2, ['patio settings failed', 'torre key failed']])
    expect(checks.filter(({ check }) => check === 'database')).toHaveLength(1)
    expect((await start(['doctor'], cwd, { CASA_KEY: service.apiKey, TORRE_KEY: KEY })).out).toMatch(
      /^FAILED +key +torre: the service rejects the key \(401\)\n +fix: put the key of this merchant into TORRE_KEY$/m,
    )
  })
})
