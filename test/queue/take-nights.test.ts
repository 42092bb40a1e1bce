import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_POSTGRES, startPostgres, type TestPostgres } from '../../bench/chaos/postgres.ts'
import { takeNights } from '../../jobs/take-nights.ts'
import { openNightQueue } from '../../src/queue/night-queue.ts'

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
