import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../bench/chaos/postgres.ts'
import type { Io } from '../../src/cli/framework/io.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'

const CLOCK = '2026-03-13T03:30:00Z'
const KEY = 'a long random text that is the key of this test'

describe.skipIf(NO_POSTGRES !== null)(NO_POSTGRES ?? 'databases in a store', () => {
  let service: Sandbox
  let postgres: TestPostgres
  beforeAll(async () => {
    service = await startSandbox({
      clock: CLOCK,
      days: 2,
      invoicesPerDay: 12,
      merchants: ['casa', 'torre'].map((name) => ({ name, apiKey: `key-of-${name}` })),
      assumptions: { dateHeader: 'sandbox' },
    })
    postgres = await startPostgres()
  })
  afterAll(async () => {
    postgres?.remove()
    await service?.close()
  })
  beforeEach(() => sql('DROP SCHEMA IF EXISTS cuadre CASCADE; DROP SCHEMA IF EXISTS cuadre_boss CASCADE'))

  const sql = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    try {
      return (await client.query(text)).rows ?? []
    } finally {
      await client.end()
    }
  }
  const generations = () =>
    sql('SELECT merchant, number, object, sha256 FROM cuadre.generation ORDER BY merchant, number')

  let runs = 0
  /** A separate machine that shares only the store with the others. */
  const machine = (databaseStore: object): Partial<Io> & { cwd: string } => {
    const cwd = emptyFolder()
    const merchants = ['casa', 'torre'].map((name) => ({ name, apiKeyVariable: `KEY_${name.toUpperCase()}` }))
    const settings = {
      baseUrl: service.baseUrl,
      db: 'data/{merchant}.db',
      lookbackDays: 1,
      xlsx: false,
      merchants,
      databaseStore,
    }
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(settings))
    return {
      cwd,
      env: { KEY_CASA: 'key-of-casa', KEY_TORRE: 'key-of-torre', CUADRE_QUEUE: postgres.url, CUADRE_DATABASE_KEY: KEY },
      now: () => Date.parse(CLOCK),
      sleep: async (ms, signal) => wait(ms, undefined, { signal }),
      newRunId: () => `run-${++runs}`,
    }
  }
  const opened = (store: string, object: unknown, folder: string): string => {
    const file = join(folder, 'opened.db')
    const words = ['enc', '-d', '-aes-256-cbc', '-pbkdf2', '-iter', '600000', '-pass', `pass:${KEY}`]
    execFileSync('openssl', [...words, '-in', join(store, String(object)), '-out', file])
    return file
  }

  it('go from one machine to the next, encrypted, each generation beside the last', async () => {
    const store = join(emptyFolder(), 'store')
    const [first, second] = [machine({ folder: store }), machine({ folder: store })]
    await type('enqueue --merchant casa --create', first)
    await type('worker --until-done', first)
    await type('enqueue --merchant casa --again', second)
    await type('worker --until-done', second)
    const given = await generations()
    expect(given).toMatchObject([{ number: 1 }, { number: 2 }])
    for (const { object, sha256 } of given)
      expect(
        createHash('sha256')
          .update(readFileSync(join(store, String(object))))
          .digest('hex'),
      ).toBe(sha256)
    expect(readdirSync(join(second.cwd, 'data'))).toEqual([])
    const file = opened(store, given[1]?.object, second.cwd)
    expect((await type(`db verify --db ${file} --merchant casa`, second)).status).toBe(0)
    const { out } = await type(`runs list --db ${file} --merchant casa --json`, second)
    expect(JSON.parse(out).runs).toHaveLength(2)
  })

  it('are not begun empty unless somebody says so', async () => {
    const io = machine({ folder: 'store' })
    await type('enqueue --merchant casa', io)
    await type('worker --until-done', io)
    expect(await sql('SELECT state, line FROM cuadre.night')).toMatchObject([
      { state: 'person', line: { en: expect.stringContaining('NOT_IN_STORE') } },
    ])
    expect(await generations()).toEqual([])
    await type('enqueue --merchant casa --date 2026-03-11', io)
    const { err } = await type('worker --until-done', io)
    expect(err).toContain('cuadre enqueue --date 2026-03-11 --merchant casa --create --again')
  })

  it('are fetched and given by two commands', async () => {
    const io = machine({
      fetch: ['cp', 'bucket/{object}', '{file}'],
      give: ['install', '-D', '{file}', 'bucket/{object}'],
    })
    await type('enqueue --create', io)
    await type('worker --until-done', io)
    await type('enqueue --again', io)
    await type('worker --until-done', io)
    expect((await generations()).map(({ merchant, number }) => `${merchant} ${number}`)).toEqual([
      'casa 1',
      'casa 2',
      'torre 1',
      'torre 2',
    ])
  })

  it('are never put in force by a worker that lost its lease', async () => {
    const store = emptyFolder()
    const io = machine({
      fetch: ['cp', `${store}/{object}`, '{file}'],
      give: ['sh', 'give.sh', '{file}', `${store}/{object}`],
    })
    // While it stores its second database, another worker takes over the merchant and makes its own generation current.
    const takeOver = `UPDATE cuadre.merchant SET token = token + 1, until = now() + interval '2 seconds', generation = 2;
      INSERT INTO cuadre.generation SELECT merchant, 2, object, sha256, 99 FROM cuadre.generation WHERE number = 1;`
    writeFileSync(
      join(io.cwd, 'give.sh'),
      `mkdir -p "$(dirname "$2")" && cp "$1" "$2"
      if test -e armed; then rm armed; node -e '
        const { Client } = require("${join(process.cwd(), 'node_modules/pg')}")
        const client = new Client({ connectionString: "${postgres.url}" })
        client.connect().then(() => client.query(process.argv[1])).then(() => client.end())' "${takeOver}"; fi\n`,
    )
    await type('enqueue --merchant casa --create', io)
    await type('worker --until-done', io)
    writeFileSync(join(io.cwd, 'armed'), '')
    await type('enqueue --merchant casa --again', io)
    const { err } = await type('worker --until-done --lease 2', io)
    expect(err).toContain('the lease of merchant casa ran out')
    // The second attempt continues from the other's generation, and nothing was overwritten.
    expect((await generations()).map(({ number }) => number)).toEqual([1, 2, 3])
    expect(await sql('SELECT generation FROM cuadre.merchant')).toEqual([{ generation: 3 }])
    expect(readdirSync(join(store, 'casa'))).toHaveLength(3)
  })

  it('are worked in by a person, who gives what was made from the one in force and nothing else', async () => {
    const io = machine({ folder: 'store' })
    await type('run --merchant casa', io)
    expect((await type('queue give --merchant casa', io)).out).toContain('as generation 1')
    expect(await type('queue give --merchant casa', io)).toMatchObject({
      status: 2,
      err: expect.stringContaining('OTHER_GENERATION'),
    })
    const other = { ...machine({ folder: join(io.cwd, 'store') }) }
    expect((await type('queue fetch --merchant casa', other)).out).toBe('data/casa.db is generation 1\n')
    expect((await type('db verify --merchant casa', other)).status).toBe(0)
    for (const over of ['x', '-1', '1.5'])
      expect(await type(`queue give --merchant casa --over=${over}`, other)).toMatchObject({
        status: 2,
        err: expect.stringMatching(/^cuadre: USAGE: --over /m),
      })
    expect((await type('queue give --merchant casa --over 1', other)).out).toContain('as generation 2')
    expect((await type('queue give --merchant casa --over 1', io)).status).toBe(2)
  })

  it('are not fetched beside the journal of another database', async () => {
    const io = machine({ folder: 'store' })
    await type('run --merchant casa', io)
    await type('queue give --merchant casa', io)
    for (const end of ['', '-wal', '-shm', '-journal']) {
      writeFileSync(join(io.cwd, `casa.db${end}`), '')
      const { status, err } = await type('queue fetch --merchant casa casa.db', io)
      expect([status, err]).toEqual([2, expect.stringContaining(`casa.db${end} already exists`)])
      rmSync(join(io.cwd, `casa.db${end}`))
    }
    expect((await type('queue fetch --merchant casa casa.db', io)).status).toBe(0)
  })

  it('are fetched and given by commands that get no secret, and print none', async () => {
    const secrets = { CUADRE_DATABASE_KEY: KEY, KEY_CASA: 'key-of-casa', KEY_TORRE: 'key-of-torre' }
    const others = { CUADRE_INTEGRITY_KEY: 'key-of-notices', PGPASSWORD: 'word-of-postgres', COPY_OF_IT: 'key-of-casa' }
    const queue = postgres.url.replace('cuadre@', 'cuadre:word-in-address@')
    const io = machine({
      fetch: ['cp', 'bucket/{object}', '{file}'],
      give: ['sh', '-c', 'env > env.txt; cat told >&2; install -D "$0" "bucket/$1"', '{file}', '{object}'],
    })
    const env = { PATH: process.env.PATH, BUCKET: 'ours', ...secrets, ...others, CUADRE_QUEUE: queue }
    writeFileSync(
      join(io.cwd, 'told'),
      `given with ${[...Object.values(secrets), queue, 'word-in-address'].join(', ')}\n`,
    )
    await type('run --merchant casa', io)
    const { status, err } = await type('queue give --merchant casa', { ...io, env })
    expect([status, err]).toEqual([0, 'given with [hidden], [hidden], [hidden], [hidden], [hidden]\n'])
    const got = readFileSync(join(io.cwd, 'env.txt'), 'utf8')
    for (const secret of [...Object.values(secrets), ...Object.values(others), 'word-in-address'])
      expect(got).not.toContain(secret)
    expect(got).toContain('BUCKET=ours')
  })

  it('are given while no other job can write to them', async () => {
    const io = machine({
      fetch: ['cp', 'bucket/{object}', '{file}'],
      give: ['sh', '-c', 'cp data/casa.db.lock.txt holder; install -D "$0" "bucket/$1"', '{file}', '{object}'],
    })
    await type('run --merchant casa', io)
    expect((await type('queue give --merchant casa', io)).out).toContain('as generation 1')
    expect(readFileSync(join(io.cwd, 'holder'), 'utf8')).toContain('queue give')
    expect(existsSync(join(io.cwd, 'data', 'casa.db.lock.txt'))).toBe(false)
  })

  it.each([
    [
      'with another key',
      (io: Partial<Io>) => ({ ...io, env: { ...io.env, CUADRE_DATABASE_KEY: 'another long random text' } }),
      'WRONG_DATABASE_KEY',
    ],
    [
      'with a key that anybody could guess',
      (io: Partial<Io>) => ({ ...io, env: { ...io.env, CUADRE_DATABASE_KEY: 'fifteen-letters' } }),
      'must be a long random text, 16 characters at least',
    ],
    ['without a key', (io: Partial<Io>) => ({ ...io, env: { ...io.env, CUADRE_DATABASE_KEY: '' } }), 'NO_DATABASE_KEY'],
  ])('%s are left as they are, for a person', async (_, change, code) => {
    const store = emptyFolder()
    const io = machine({ folder: store })
    await type('enqueue --merchant casa --create', io)
    await type('worker --until-done', io)
    await type('enqueue --merchant casa --again', io)
    await type('worker --until-done', change(io))
    expect(await sql('SELECT state, line FROM cuadre.night')).toMatchObject([
      { state: 'person', line: { en: expect.stringContaining(code) } },
    ])
    expect(await generations()).toHaveLength(1)
  })

  it('that were changed in the store are refused', async () => {
    const store = emptyFolder()
    const io = machine({ folder: store })
    await type('enqueue --create', io)
    await type('worker --until-done', io)
    const [casa, torre] = (await generations()).map(({ object }) => join(store, String(object)))
    mkdirSync(dirname(casa ?? ''), { recursive: true })
    copyFileSync(torre ?? '', casa ?? '')
    await type('enqueue --merchant casa --again', io)
    await type('worker --until-done', io)
    expect(await sql("SELECT state, exit_status, line FROM cuadre.night WHERE merchant = 'casa'")).toMatchObject([
      { state: 'person', exit_status: 6, line: { en: expect.stringContaining('STORE_DAMAGED') } },
    ])
    const { status, err } = await type('queue fetch --merchant casa', io)
    expect([status, existsSync(join(io.cwd, 'data/casa.db'))]).toEqual([6, false])
    const [, proposed = ''] = err.match(/cuadre (queue give --merchant casa .*)/) ?? []
    await type('run --merchant casa', io)
    expect((await type(proposed, io)).out).toContain('in force in the store as generation 2')
  })
})
