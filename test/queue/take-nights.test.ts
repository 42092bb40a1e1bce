import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { playChaos } from '../../bench/chaos/play-chaos.ts'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../bench/chaos/postgres.ts'
import { takeNights } from '../../jobs/take-nights.ts'
import { openNightQueue } from '../../src/queue/night-queue.ts'
import { databaseStoreAt } from '../../src/queue/store/database-store.ts'
import { emptyFolder } from '../empty-folder.ts'

describe.skipIf(NO_POSTGRES !== null)(NO_POSTGRES ?? 'a worker that cannot ask for the nights of others', () => {
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.remove())

  const sql = async (text: string): Promise<void> => {
    const client = new Client({ connectionString: postgres.url })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }

  it('stops its nights, returns them to the queue, and ends with the error', async () => {
    const queue = await openNightQueue(postgres.url, 'command')
    const ends: number[] = []
    try {
      await queue.add('2026-03-12', ['casa'], { from: null, to: null, cycles: [], force: false, create: false }, false)
      const worked = takeNights({
        openQueue: () => openNightQueue(postgres.url, 'worker'),
        worker: 'a worker',
        atOnce: 1,
        leaseSeconds: 2,
        untilDone: true,
        doNight: async (_taken, _fence, signal) => {
          await sql('ALTER TABLE cuadre.night RENAME COLUMN lost TO missed')
          if (!signal.aborted) await once(signal, 'abort')
          return { exitStatus: 143, line: null, generation: null }
        },
        report: (event) => event.kind === 'ended' && ends.push(event.end.exitStatus),
        random: () => 0,
        sleep: async (ms, signal) => wait(ms, undefined, { signal }),
        signal: new AbortController().signal,
      })
      await expect(worked).rejects.toThrow('lost')
      expect([ends, await queue.open()]).toEqual([[143], 1])
    } finally {
      await queue.close()
    }
  })
})

const PLAN = { workers: 3, atOnce: 2, seed: 1, latencyMs: 10 }

it.skipIf(NO_POSTGRES !== null).each([
  ['on a volume', { merchants: 12, kills: 4, inStore: false }],
  ['in a store', { merchants: 4, kills: 2, inStore: true }],
])(
  `databases %s: every night is done once and as by one process, whatever becomes of the workers${NO_POSTGRES === null ? '' : ` (${NO_POSTGRES})`}`,
  async (_, plan) => {
    const report = await playChaos({ ...PLAN, ...plan, folder: emptyFolder() })
    expect(report).toMatchObject({ done: plan.merchants, flaws: [] })
    expect(report.kills).toBeGreaterThan(0)
  },
)

const NEVER = new AbortController().signal

test.each([
  [{ folder: 'none' }, /: it could not be read$/, /: no se pudo leer$/],
  [{ fetch: ['no-such-program'], give: ['true'] }, /: it could not be started$/, /: no se pudo iniciar$/],
  [{ fetch: ['false'], give: ['true'] }, /false: it ended with 1$/, /false: terminó con 1$/],
] as const)('a store that fails says so in both languages: %j', async (place, en, es) => {
  const folder = emptyFolder()
  const store = databaseStoreAt(place, { home: folder, env: process.env, show: () => undefined })
  await expect(store.fetch('casa/1', join(folder, 'file'), NEVER)).rejects.toMatchObject({
    code: 'STORE_FAILED',
    texts: { message: { en: expect.stringMatching(en), es: expect.stringMatching(es) } },
  })
})

test('a command of a store may leave a program behind that keeps its standard error open', async () => {
  const folder = emptyFolder()
  const lines: string[] = []
  const commands = { home: folder, env: process.env, show: (line: string) => void lines.push(line) }
  const left = 'echo one >&2; sleep 600 & echo $! > left; printf two >&2'
  const store = databaseStoreAt({ fetch: ['sh', '-c', left], give: ['true'] }, commands)
  await store.fetch('casa/1', join(folder, 'file'), NEVER)
  process.kill(Number(readFileSync(join(folder, 'left'), 'utf8')))
  expect(lines).toEqual(['one'])
})
