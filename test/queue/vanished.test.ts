import { once } from 'node:events'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../bench/chaos/postgres.ts'
import { type NightEvent, takeNights } from '../../jobs/take-nights.ts'
import { openNightQueue } from '../../src/queue/night-queue.ts'
import { openPostgres } from '../../src/queue/postgres.ts'

const NIGHT = '2026-03-12'
const REQUEST = { from: null, to: null, cycles: [], force: false, create: false }
const LEASE_SECONDS = 4
const END = { exitStatus: 0, line: null, generation: null }

/** The way of a machine that vanishes at a statement: from then on no byte comes through, and nothing is closed. */
const wayUntil = async (statement: string, postgresPort: number) => {
  const sockets = new Set<Socket>()
  let isGone = false
  const server = createServer((here) => {
    const there = connect(postgresPort, '127.0.0.1')
    for (const socket of [here, there]) sockets.add(socket.on('error', () => undefined))
    here.on('data', (bytes) => {
      if (isGone) return
      there.write(bytes)
      isGone = bytes.includes(statement)
      if (isGone) server.emit('vanished')
    })
    there.on('data', (bytes) => isGone || here.write(bytes))
    here.on('close', () => isGone || there.end())
  })
  const vanished = once(server, 'vanished')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const end = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port, vanished, end }
}

describe.skipIf(NO_POSTGRES !== null)(NO_POSTGRES ?? 'the queue', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.remove())
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
  /** A machine that puts the night in, takes it, keeps its lease and ends it, as long as it is there. */
  const wholeNight = async (url: string): Promise<void> => {
    const queue = await openNightQueue(url, 'worker', 2, LEASE_SECONDS)
    try {
      await queue.add(NIGHT, ['casa'], REQUEST, false)
      const taken = await queue.take('vanishing', LEASE_SECONDS)
      if (taken === null) return
      await queue.renew(taken, LEASE_SECONDS)
      await queue.finish(taken, END, 0)
    } finally {
      await queue.close()
    }
  }
  const putIn = async (): Promise<void> => {
    const queue = await openNightQueue(postgres.url, 'command')
    try {
      await queue.add(NIGHT, ['casa'], REQUEST, false)
    } finally {
      await queue.close()
    }
  }
  /** A connection of somebody else that holds the lock of the merchant. */
  const holding = async (): Promise<Client> => {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    onTestFinished(() => client.end())
    await client.query("BEGIN; INSERT INTO cuadre.merchant (merchant) VALUES ('casa')")
    return client
  }
  const worker = (report: (event: NightEvent) => void = () => undefined, signal = new AbortController().signal) =>
    takeNights({
      openQueue: () => openNightQueue(postgres.url, 'worker', 4, LEASE_SECONDS),
      worker: 'other',
      atOnce: 1,
      leaseSeconds: LEASE_SECONDS,
      untilDone: true,
      doNight: async () => END,
      report,
      random: () => 0,
      sleep: async (ms, signal) => wait(ms, undefined, { signal }),
      signal,
    })
  /** A start that does not end: PostgreSQL waits for the log of another, until it is told that it is the first. */
  const slowStart = async () => {
    const [{ data_directory: folder } = { data_directory: '' }] = await sql('SHOW data_directory')
    const inFolder = (name: string): string => join(String(folder), name)
    return {
      recover: (): void => {
        appendFileSync(inFolder('postgresql.auto.conf'), 'hot_standby = off\n')
        writeFileSync(inFolder('standby.signal'), '')
        postgres.stop()
        postgres.start()
      },
      promote: (): void => {
        writeFileSync(inFolder('promote'), '')
        process.kill(Number(readFileSync(inFolder('postmaster.pid'), 'utf8').split('\n')[0]), 'SIGUSR1')
      },
    }
  }

  it.each([
    ['makes the tables', 'pg_advisory_xact_lock(4213500216)'],
    ['makes the attempts', 'cuadre_boss.create_queue($1'],
    ['puts the night in', 'INSERT INTO cuadre.night'],
    ['has put it in', "SET state = 'waiting'"],
    ['takes an attempt', 'FOR UPDATE SKIP LOCKED'],
    ['takes the lease', 'INSERT INTO cuadre.merchant'],
    ['takes the night', "SET state = 'running'"],
    ['keeps the lease', 'UPDATE cuadre.merchant SET until = now()'],
    ['begins to end the night', 'token = $2 FOR UPDATE'],
    ['ends the night', 'UPDATE cuadre.night SET state = $4'],
    ['returns the lease', "SET until = '-infinity'"],
  ])('goes on with another machine, and no lock is left, when one vanishes as it %s', async (_, statement) => {
    const way = await wayUntil(statement, postgres.port)
    const vanishing = wholeNight(postgres.url.replace(`:${postgres.port}`, `:${way.port}`)).catch(() => undefined)
    onTestFinished(async () => {
      way.end()
      await vanishing
    })
    await way.vanished
    await putIn()
    expect(await worker()).toBe(0)
    expect(await sql('SELECT merchant, state FROM cuadre.night')).toEqual([{ merchant: 'casa', state: 'done' }])
    expect(
      await sql(
        "SELECT a.query FROM pg_locks l JOIN pg_stat_activity a USING (pid) WHERE a.application_name = 'cuadre'",
      ),
    ).toEqual([])
  })

  it.each([
    ['sets up a connection', 'SET idle_in_transaction_session_timeout'],
    ['begins', 'BEGIN'],
    ['works', 'SELECT 7'],
    ['commits', 'COMMIT'],
  ])('says that the queue did not answer where the connection ends as it %s', async (_, statement) => {
    const way = await wayUntil(statement, postgres.port)
    const { together, close } = await openPostgres(postgres.url.replace(`:${postgres.port}`, `:${way.port}`), 1)
    onTestFinished(close)
    const working = together((connection) => connection.rows('SELECT 7'))
    way.vanished.then(way.end)
    await expect(working).rejects.toMatchObject({ code: 'QUEUE_UNREACHABLE' })
  })

  it.each([2, 60, 3600])(
    'notices a vanished machine within a lease of %d seconds, whatever it was doing',
    async (lease) => {
      const { rows, close } = await openPostgres(postgres.url, 1, lease)
      onTestFinished(close)
      const [limits] = await rows(
        `SELECT json_object_agg(name, setting) AS of FROM pg_settings WHERE name ~ '_timeout$|^tcp_'`,
      )
      const { idle_in_transaction_session_timeout: idle, lock_timeout: lock, ...tcp } = Object(limits?.of)
      const probes = 1000 * (Number(tcp.tcp_keepalives_idle) + tcp.tcp_keepalives_interval * tcp.tcp_keepalives_count)
      for (const ms of [idle, lock, tcp.tcp_user_timeout, probes].map(Number)) {
        expect(ms).toBeGreaterThan(0)
        expect(ms).toBeLessThanOrEqual(Math.min(10, lease) * 1000)
      }
      // Who waits for a lock of a vanished machine gets it.
      expect(Number(lock)).toBeGreaterThan(Number(idle))
    },
  )

  it('names a lock that somebody holds, and gives the night when it is free', async () => {
    const queue = await openNightQueue(postgres.url, 'command', 2, 2)
    onTestFinished(() => queue.close())
    await queue.add(NIGHT, ['casa'], REQUEST, false)
    const holder = await holding()
    await expect(queue.take('waiting', 60)).rejects.toMatchObject({
      code: 'QUEUE_LOCKED',
      exit: 5,
      texts: {
        message: { en: expect.stringContaining('holds a lock'), es: expect.stringContaining('tiene un bloqueo') },
        next: { en: expect.stringContaining('pg_stat_activity') },
      },
    })
    await holder.query('ROLLBACK')
    expect(await queue.take('waiting', 60)).toMatchObject({ merchant: 'casa', attempts: 1 })
  })

  it('is waited for by a worker while somebody holds a lock', async () => {
    await putIn()
    const holder = await holding()
    const codes: string[] = []
    const report = (event: NightEvent): void => {
      if (event.kind !== 'silent') return
      codes.push(event.error.code)
      void holder.query('ROLLBACK')
    }
    expect([await worker(report), codes]).toEqual([0, ['QUEUE_LOCKED']])
  })

  it.each([
    ['PostgreSQL does not run', 'ECONNREFUSED', 'stop', 'start'],
    ['PostgreSQL starts', '57P03', 'recover', 'promote'],
  ] as const)('is waited for by a worker that begins while %s', async (_, code, before, after) => {
    await putIn()
    const { [before]: begin, [after]: end } = { ...postgres, ...(await slowStart()) }
    begin()
    const kinds: string[] = []
    const report = (event: NightEvent): void => {
      kinds.push(event.kind)
      if (event.kind !== 'silent') return
      expect(event.error).toMatchObject({ code: 'QUEUE_UNREACHABLE', message: expect.stringContaining(code) })
      end()
    }
    expect([await worker(report), kinds]).toEqual([0, ['silent', 'answering', 'began', 'ended']])
  })

  it('is not waited for by a worker that is stopped meanwhile', async () => {
    const stop = new AbortController()
    postgres.stop()
    onTestFinished(() => postgres.start())
    expect(await worker(({ kind }) => kind === 'silent' && stop.abort(), stop.signal)).toBe(0)
  })
})
