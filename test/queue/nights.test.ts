import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../bench/chaos/postgres.ts'
import type { Io } from '../../src/cli/framework/io.ts'
import type { NightQueue } from '../../src/queue/night-queue.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { type } from '../cli/terminal.ts'
import { emptyFolder } from '../empty-folder.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url))
const NAMES = ['alba', 'brisa', 'casa']
const CLOCK = '2026-03-13T03:30:00Z'

describe.skipIf(NO_POSTGRES !== null)(NO_POSTGRES ?? 'a night from the queue', () => {
  let service: Sandbox
  let postgres: TestPostgres
  beforeAll(async () => {
    service = await startSandbox({
      clock: CLOCK,
      days: 3,
      invoicesPerDay: 12,
      merchants: NAMES.map((name) => ({ name, apiKey: `key-of-${name}` })),
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
  const nights = () => sql('SELECT merchant, state, exit_status, attempts, line FROM cuadre.night ORDER BY merchant')

  let runs = 0
  const at = (settings: object = {}, env: Record<string, string> = {}): Partial<Io> & { cwd: string } => {
    const cwd = emptyFolder()
    const merchants = NAMES.map((name) => ({ name, apiKeyVariable: `KEY_${name.toUpperCase()}` }))
    const small = { lookbackDays: 1, xlsx: false }
    const whole = { baseUrl: service.baseUrl, db: 'data/{merchant}.db', merchants, ...small, ...settings }
    writeFileSync(join(cwd, 'cuadre.config.json'), JSON.stringify(whole))
    const keys = Object.fromEntries(NAMES.map((name) => [`KEY_${name.toUpperCase()}`, `key-of-${name}`]))
    const sleep = async (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal })
    const now = () => Date.parse(CLOCK)
    return { cwd, env: { ...keys, CUADRE_QUEUE: postgres.url, ...env }, now, sleep, newRunId: () => `run-${++runs}` }
  }

  it('is put in once, done once, and gives the files of "cuadre run"', async () => {
    const io = at()
    expect(await type('enqueue', io)).toMatchObject({
      status: 0,
      out: 'night 2026-03-12: 3 merchants, 3 new, 0 in the queue already\n',
    })
    expect((await type('enqueue --json', io)).out).toContain('"present": 3')
    const { status, err } = await type('worker --until-done --at-once 2', io)
    expect([status, err.match(/ended with 0/g)?.length]).toEqual([0, 3])
    expect(await nights()).toEqual(
      NAMES.map((merchant) => ({ merchant, state: 'done', exit_status: 0, attempts: 1, line: null })),
    )
    const alone = at()
    await type('run', alone)
    for (const name of NAMES) {
      const days = readdirSync(join(io.cwd, 'out', name)).filter((day) => day.startsWith('2026'))
      expect(days).toHaveLength(2)
      for (const day of days)
        for (const file of ['settlement-ledger.csv', 'invoice-ledger.csv', 'discrepancies.csv'])
          expect(readFileSync(join(io.cwd, 'out', name, day, file))).toEqual(
            readFileSync(join(alone.cwd, 'out', name, day, file)),
          )
    }
    expect((await type('db verify', io)).status).toBe(0)
    expect((await type('worker --until-done', io)).err).not.toContain('begins')
  })

  it('is the night of the clock that the settings name, for one merchant and for all', async () => {
    const io = { ...at({ clock: '2026-03-13T03:30:00.000Z' }), now: () => Date.parse('2027-01-01T15:00:00Z') }
    expect((await type('enqueue', io)).out).toContain('night 2026-03-12: 3 merchants, 3 new')
    expect((await type('enqueue --merchant casa', io)).out).toContain('night 2026-03-12: 1 merchant, 0 new')
    await type('worker --until-done', io)
    expect(await nights()).toMatchObject(NAMES.map((merchant) => ({ merchant, state: 'done' })))
    expect(readdirSync(join(io.cwd, 'out/casa')).filter((name) => name.startsWith('20'))).toEqual([
      '2026-03-11',
      '2026-03-12',
    ])
  })

  it('goes to a person with its last line where a key is wrong, and comes back when somebody says so', async () => {
    const io = at({}, { KEY_BRISA: 'a-wrong-key' })
    await type('enqueue', io)
    await type('worker --until-done', io)
    expect(await nights()).toMatchObject([
      { merchant: 'alba', state: 'done' },
      {
        merchant: 'brisa',
        state: 'person',
        exit_status: 4,
        line: { en: expect.stringContaining('CREDENTIALS_REJECTED') },
      },
      { merchant: 'casa', state: 'done' },
    ])
    const mended = { ...io, env: { ...io.env, KEY_BRISA: 'key-of-brisa' } }
    expect((await type('enqueue --merchant brisa --again', mended)).out).toContain('0 new, 1 again')
    await type('worker --until-done', mended)
    expect(await nights()).toMatchObject(NAMES.map((merchant) => ({ merchant, state: 'done', attempts: 1 })))
  })

  it('is seen by whoever asks how it stands, on the terminal, for programs and as a page', async () => {
    const io = at({ language: 'es' }, { KEY_BRISA: 'a-wrong-key' })
    expect(await type('queue status', io)).toMatchObject({ status: 2, err: expect.stringContaining('NO_NIGHT') })
    for (const name of ['zzz', '2026-03-12..', '2026-3-12'])
      expect(await type(`queue status --night ${name}`, io)).toMatchObject({
        status: 2,
        err: expect.stringContaining('USAGE: --night'),
      })
    const { err } = await type('queue status --night 2026-01-01', io)
    expect(err).toMatch(/NO_NIGHT[^\n]*: cuadre queue status$/m)
    await type('enqueue', io)
    await type('worker --until-done', io)
    await type('enqueue --merchant alba --again', io)
    const { out } = await type('queue status --page out/queue.html', io)
    const counts = [
      'Terminados            1',
      'En marcha             0',
      'En espera             1',
      'Requiere una persona  1',
    ]
    for (const line of [...counts, 'Todos los comercios   3']) expect(out).toContain(line)
    expect(out).toMatch(/brisa +Requiere una persona +\d+ s +CREDENTIALS_REJECTED/)
    const page = join(io.cwd, 'out/queue.html')
    expect(statSync(page).mode & 0o777).toBe(0o600)
    expect(readFileSync(page, 'utf8')).toContain('1 de 3 comercios necesita a una persona.')
    const { done, running, waiting, person, merchants } = JSON.parse((await type('queue status --json', io)).out)
    expect([done, running, waiting, person, merchants]).toEqual([1, 0, 1, 1, 3])
  })

  it('made with another pg-boss is refused, and goes on when the schema of that is dropped', async () => {
    const io = at()
    await type('enqueue --merchant casa', io)
    const [made] = await sql('SELECT version FROM cuadre_boss.version')
    const other = Number(made?.version) > 24 ? 24 : 41
    await sql(`UPDATE cuadre_boss.version SET version = ${other}`)
    for (const command of ['enqueue --again', 'worker --until-done'])
      expect(await type(command, io)).toMatchObject({
        status: 2,
        err: expect.stringMatching(
          /QUEUE_REFUSED: [^\n]*pg-boss@1[02], and pg-boss@1[02] is installed[^\n]*DROP SCHEMA/,
        ),
      })
    await sql('DROP SCHEMA cuadre_boss CASCADE')
    expect((await type('worker --until-done', io)).status).toBe(0)
    expect(await nights()).toMatchObject([{ merchant: 'casa', state: 'done', attempts: 1 }])
  })

  it('is what its status shows, whatever days are put in by hand, and for merchants of the settings only', async () => {
    const io = at({}, { KEY_BRISA: 'a-wrong-key' })
    await type('enqueue', io)
    expect((await type('worker --until-done', io)).status).toBe(4)
    await type('enqueue --date 2026-03-11 --merchant casa', io)
    const counted = async (words = '', where = io) => {
      const { night, merchants, person } = JSON.parse((await type(`queue status --json ${words}`, where)).out)
      return [night, merchants, person]
    }
    expect(await counted()).toEqual(['2026-03-12', 3, 1])
    expect(await counted('--night 2026-03-11..2026-03-11')).toEqual(['2026-03-11..2026-03-11', 1, 0])
    const renamed = NAMES.map((name) => ({ name: name.replace('brisa', 'este'), apiKeyVariable: 'KEY_CASA' }))
    writeFileSync(join(io.cwd, 'cuadre.config.json'), JSON.stringify({ db: 'data/{merchant}.db', merchants: renamed }))
    expect(await counted()).toEqual(['2026-03-12', 2, 0])
    await type('enqueue --again', io)
    expect(await counted()).toEqual(['2026-03-12', 3, 0])
  })

  it('waits and is tried again where the service is dead', async () => {
    const io = at({ baseUrl: 'http://127.0.0.1:9/v1' })
    await type('enqueue --merchant casa', io)
    const stopping = new AbortController()
    const worker = type('worker --until-done', {
      ...io,
      signal: stopping.signal,
      stderr: (line) => line.includes('ended with 5') && stopping.abort(),
    })
    expect((await worker).status).toBe(0)
    expect(await nights()).toMatchObject([{ merchant: 'casa', state: 'waiting', exit_status: 5, attempts: 1 }])
    const [attempt] = await sql(
      "SELECT start_after > now() + interval '20 seconds' AS later FROM cuadre_boss.job WHERE state = 'created'",
    )
    expect(attempt).toEqual({ later: true })
  })

  it('of days that somebody asks for is a night of its own', async () => {
    const io = at()
    expect((await type('enqueue --date 2026-03-11 --merchant casa', io)).out).toContain('night 2026-03-11..2026-03-11')
    await type('worker --until-done', io)
    expect(existsSync(join(io.cwd, 'out/casa/2026-03-11'))).toBe(true)
    expect(existsSync(join(io.cwd, 'out/casa/2026-03-12'))).toBe(false)
  })

  it.each(['--date 2026-03-11', '--from 2026-03-10 --to 2026-03-11 --cycle 0600 --cycle 1800'])(
    'of %s is put back by the command that its status proposes',
    async (days) => {
      const io = at({}, { KEY_CASA: 'a-wrong-key' })
      await type(`enqueue ${days} --force --merchant casa`, io)
      await type('worker --until-done', io)
      const [command = ''] = (await type('queue status', io)).out.match(/cuadre enqueue .* --merchant (?=NAME)/) ?? []
      expect(command).toContain(days)
      expect((await type(`${command.replace('cuadre ', '')}casa`, io)).out).toContain('0 new, 1 again')
    },
  )

  it('of a worker that never comes back waits again, and nothing of it is written by the old one', async () => {
    const io = at()
    const { openNightQueue } = await import('../../src/queue/night-queue.ts')
    await type('enqueue --merchant casa', io)
    const queue = await openNightQueue(postgres.url, 'command')
    try {
      const taken = await queue.take('a-worker-that-dies', 1)
      expect(taken).toMatchObject({ merchant: 'casa', attempts: 1 })
      expect(await queue.take('another', 60)).toBeNull()
      await sql("UPDATE cuadre.merchant SET until = now() - interval '1 second'")
      expect(await queue.reclaim()).toMatchObject([{ merchant: 'casa' }])
      if (taken === null) throw new Error('nothing was taken')
      expect(await queue.renew(taken, 60)).toBe(false)
      await expect(queue.finish(taken, { exitStatus: 0, line: null, generation: null }, 0)).rejects.toMatchObject({
        code: 'LEASE_LOST',
      })
      expect((await type('worker --until-done', io)).status).toBe(0)
      expect(await nights()).toMatchObject([{ merchant: 'casa', state: 'done', attempts: 2 }])
    } finally {
      await queue.close()
    }
  })

  const loseWorkers = async (queue: NightQueue, number: number): Promise<void> => {
    for (let lost = 0; lost < number; lost += 1) {
      await queue.take('dies', 60)
      await sql("UPDATE cuadre.merchant SET until = now() - interval '1 second'")
      await queue.reclaim()
    }
  }

  it('waits by what failed and not by what was lost, and tells what it ended with', async () => {
    const io = at()
    await type('enqueue --merchant casa', io)
    const { openNightQueue } = await import('../../src/queue/night-queue.ts')
    const queue = await openNightQueue(postgres.url, 'command')
    try {
      await loseWorkers(queue, 3)
      const taken = await queue.take('lives', 60)
      if (taken === null) throw new Error('nothing was taken')
      await queue.finish(taken, { exitStatus: 5, line: null, generation: null }, 1)
      const wait =
        "SELECT extract(epoch FROM start_after - created_on)::int AS s FROM cuadre_boss.job WHERE state = 'created'"
      expect(await sql(wait)).toEqual([{ s: 60 }])
      expect(await queue.statusesOf([`casa ${taken.night}`, 'brisa none'])).toEqual([5])
    } finally {
      await queue.close()
    }
  })

  it('goes to a person when it ends its worker each time', async () => {
    const io = at()
    await type('enqueue --merchant casa', io)
    const { openNightQueue } = await import('../../src/queue/night-queue.ts')
    const queue = await openNightQueue(postgres.url, 'command')
    try {
      await loseWorkers(queue, 6)
      expect(await queue.take('dies', 60)).toBeNull()
      expect(await nights()).toMatchObject([{ state: 'person', line: { en: expect.stringContaining('6 workers') } }])
    } finally {
      await queue.close()
    }
  })

  it('stops when its lease is lost in the middle, and stores no settlement from then on', async () => {
    const io = at()
    await type('enqueue --merchant casa', io)
    let isTaken = false
    const sleep = async (ms: number, signal: AbortSignal) => {
      // Another worker takes over the merchant as soon as the night has begun.
      if (!isTaken && (await sql('SELECT 1 FROM cuadre.night WHERE state = $$running$$')).length > 0) {
        isTaken = true
        await sql("UPDATE cuadre.merchant SET token = token + 1, until = now() + interval '2 seconds'")
      }
      await wait(Math.min(ms, 100), undefined, { signal })
    }
    const { err } = await type('worker --until-done --at-once 1 --lease 2', { ...io, sleep })
    expect(err).toContain('the lease of merchant casa ran out')
    expect(await nights()).toMatchObject([{ state: 'done', attempts: 2 }])
    expect((await type('db verify --merchant casa', io)).status).toBe(0)
  })

  it('is not taken by a worker over a shared database, which is told how to split it', async () => {
    const io = at({ db: 'data/cuadre.db' })
    for (const command of ['enqueue', 'worker --until-done'])
      expect(await type(command, io)).toMatchObject({ status: 2, err: expect.stringContaining('cuadre db split') })
  })

  it.each([
    ['without an address', '', 'NO_QUEUE'],
    ['with an address that is none', 'localhost', 'USAGE'],
    ['where nobody answers', 'postgres://cuadre:secret-word@127.0.0.1:9/postgres', 'QUEUE_UNREACHABLE'],
  ])('%s says what to do, and never the password', async (_, CUADRE_QUEUE, code) => {
    const { status, err } = await type('enqueue', at({}, { CUADRE_QUEUE }))
    expect([status, err]).toEqual([code === 'QUEUE_UNREACHABLE' ? 5 : 2, expect.stringContaining(code)])
    expect(err).not.toContain('secret-word')
  })

  describe('refuses', () => {
    const sayings = async (url: string) => {
      const io = at({}, { CUADRE_QUEUE: url })
      // A process of its own: one that keeps a connection open does not end.
      const child = spawn(process.execPath, [PROGRAM, 'queue', 'status'], {
        cwd: io.cwd,
        env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...io.env },
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: 300_000,
      })
      const [said, [status]] = await Promise.all([text(child.stderr), once(child, 'exit')])
      return { said, status }
    }

    it('a login without the password that PostgreSQL asks for', async () => {
      await sql("CREATE ROLE guarded LOGIN PASSWORD 'secret-word'")
      const [{ hba_file: path } = { hba_file: '' }] = await sql('SHOW hba_file')
      const lines = ['host all guarded 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust']
      await sql(`COPY (SELECT unnest(ARRAY['${lines.join("','")}'])) TO '${path}'`)
      await sql('SELECT pg_reload_conf()')
      const { said, status } = await sayings(postgres.url.replace('cuadre@', 'guarded@'))
      expect([status, said]).toEqual([2, expect.stringMatching(/QUEUE_REFUSED: [^\n]*password[^\n]*CUADRE_QUEUE/)])
    })

    it.each([
      ['a server without TLS, where TLS is asked for', 'sslmode=require'],
      ['a certificate that is not there', 'sslmode=verify-full&sslrootcert=/nowhere/root.crt'],
    ])('%s', async (_, flags) => {
      const { said, status } = await sayings(`${postgres.url}?${flags}`)
      expect([status, said]).toEqual([2, expect.stringMatching(/QUEUE_REFUSED: [^\n]*sslmode and sslrootcert/)])
    })

    it('a server whose certificate proves nothing', async () => {
      const [{ data_directory: folder } = { data_directory: '' }] = await sql('SHOW data_directory')
      const [key, certificate] = [join(String(folder), 'server.key'), join(String(folder), 'server.crt')]
      const made = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=other', '-keyout', key, '-out', certificate]
      spawnSync('openssl', ['req', '-x509', ...made])
      const { uid, gid } = statSync(String(folder))
      for (const file of [key, certificate]) chownSync(file, uid, gid)
      await sql('ALTER SYSTEM SET ssl = on')
      await sql('SELECT pg_reload_conf()')
      const { said, status } = await sayings(`${postgres.url}?sslmode=verify-full`)
      await sql('ALTER SYSTEM RESET ssl')
      await sql('SELECT pg_reload_conf()')
      expect([status, said]).toEqual([2, expect.stringMatching(/QUEUE_REFUSED: [^\n]*certificate/)])
    })

    it('the name of a merchant for a worker, which takes the nights of all', async () => {
      expect(await type('worker --merchant casa --until-done', at())).toMatchObject({ status: 2 })
    })
  })

  it.each([
    ['tables', 'DROP TABLE cuadre.generation, cuadre.merchant; CREATE VIEW cuadre.merchant AS SELECT 1 AS merchant'],
    ['attempts', 'DROP TABLE cuadre_boss.queue CASCADE'],
  ])('is left alone by a worker that cannot have the %s of the queue, which ends', async (_, damage) => {
    const io = at()
    await type('enqueue', io)
    await sql(damage)
    const worker = spawn(process.execPath, [PROGRAM, 'worker', '--until-done'], {
      cwd: io.cwd,
      env: { PATH: process.env.PATH, ...io.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void worker.kill('SIGKILL'))
    const [said, [status]] = await Promise.all([text(worker.stderr), once(worker, 'exit')])
    expect(said).toMatch(/^cuadre: QUEUE_REFUSED: [^\n]*schemas cuadre and cuadre_boss/m)
    expect(said).not.toContain('password')
    expect(status).toBeGreaterThan(1)
  })

  it('refuses a password among the words of the command', async () => {
    const { status, err } = await type('enqueue --queue postgres://cuadre:secret-word@127.0.0.1:9/postgres', at())
    expect([status, err]).toEqual([2, expect.stringContaining('CUADRE_QUEUE_FILE')])
    expect(err).not.toContain('secret-word')
  })

  it('has its address in a file, too', async () => {
    const io = at({}, { CUADRE_QUEUE: '', CUADRE_QUEUE_FILE: 'queue.txt' })
    writeFileSync(join(io.cwd, 'queue.txt'), `${postgres.url}\n`)
    chmodSync(join(io.cwd, 'queue.txt'), 0o600)
    expect((await type('enqueue', io)).status).toBe(0)
  })
})
