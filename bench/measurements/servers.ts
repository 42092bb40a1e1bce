import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'
import { type Line, line, type Measurement } from '../line.ts'
import { databaseIn, medianOf, nightIn } from '../measure.ts'
import { sceneOf, serving } from '../scene.ts'
import { inFolder, KEY, PROGRAM, programAt, whileServing } from '../tool.ts'

/** The sender's measurements. */
interface Heard {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  readonly refused: number
}

const CONNECTIONS = 64

/**
 * The number of notifications stored per second, each durably before its answer, and the wait of their senders: alone
 * and during a run.
 */
export const receiver: Measurement = {
  name: 'webhook receiver',
  measure: async ({ deliveries, rounds, large }) => {
    const taken: Round[] = []
    // One after the other, so that other load on the machine affects all alike.
    for (let round = 0; round < rounds; round += 1)
      taken.push({
        ours: await inFolder((folder) => ourReceiver(folder, (url) => sent(url, deliveries))),
        oneByOne: await bareReceiver(deliveries),
      })
    return [...alone(taken), ...besideRun(await heardBesideRun(deliveries, large.to), taken)]
  },
}

type Round = Readonly<Record<'ours' | 'oneByOne', Heard>>

/** The built command, with its inbox in that folder. */
const ourReceiver = <T>(folder: string, work: (url: string) => Promise<T>): Promise<T> => {
  const words = [PROGRAM, 'webhooks', 'serve', '--port', '0', '--json']
  const env = { CUADRE_DB: databaseIn(folder), CUADRE_INTEGRITY_KEY: KEY }
  return whileServing<{ url: string }, T>(words, { cwd: folder, env }, ({ url }) => work(url))
}

const bareReceiver = (count: number): Promise<Heard> =>
  inFolder((folder) => {
    const words = [programAt('bare-receiver.js'), join(folder, 'bare.db')]
    return whileServing<{ url: string }, Heard>(words, { cwd: folder }, ({ url }) => sent(url, count))
  })

/** The sender continues as long as the run writes. */
const heardBesideRun = (count: number, invoices: number): Promise<readonly Heard[]> => {
  const scene = sceneOf(10, invoices / 10)
  return serving(scene, (baseUrl) =>
    inFolder((folder) =>
      ourReceiver(folder, async (url) => {
        let isRunning = true
        const run = nightIn(folder, baseUrl, scene).finally(() => {
          isRunning = false
        })
        const heard: Heard[] = []
        while (isRunning) heard.push(await sent(url, count))
        await run
        return heard
      }),
    ),
  )
}

let runs = 0

/** Ids differ in every run of the sender, since a repeated one would be answered without a write. */
const sent = async (url: string, count: number): Promise<Heard> => {
  runs += 1
  const words = [new URL(url).port, `run${runs}`, String(count), String(CONNECTIONS)]
  const [heard] = (await once(fork(programAt('sender.js'), words), 'message')) as [Heard]
  if (heard.refused > 0) throw new Error(`${heard.refused} of ${count} deliveries were refused`)
  return heard
}

const alone = (taken: readonly Round[]): readonly Line[] => {
  const rate = (who: keyof Round): string => perSecond(taken.map((round) => round[who]))
  const over = medianOf(taken, ({ ours, oneByOne }) => ours.perSecond / oneByOne.perSecond)
  const rates = `${rate('ours')}, each durable; by themselves ${rate('oneByOne')}`
  const wait = (who: keyof Round, share: 'p50' | 'p99'): number => medianOf(taken, (round) => round[who][share])
  const waits = `half of them ${wait('ours', 'p50').toFixed(1)} ms; committing each by itself ${wait('oneByOne', 'p99').toFixed(0)} ms`
  const name = `receiver: 99 of 100 senders wait at most (${CONNECTIONS} connections)`
  return [
    line('receiver: notifications a second, over committing each by itself', over, '', { atLeast: 4 }, rates),
    line(name, wait('ours', 'p99'), 'ms', { atMost: 50 }, waits),
  ]
}

const besideRun = (heard: readonly Heard[], taken: readonly Round[]): readonly Line[] => {
  const waits = `half of them ${medianOf(heard, ({ p50 }) => p50).toFixed(1)} ms; ${perSecond(heard)}`
  const longest = Math.max(...[...heard, ...taken.map(({ ours }) => ours)].map((one) => one.longest))
  return [
    line(
      'receiver beside a run: 99 of 100 senders wait at most',
      medianOf(heard, ({ p99 }) => p99),
      'ms',
      { atMost: 50 },
      waits,
    ),
    line(
      'receiver: the longest wait of all, alone and beside a run',
      longest,
      'ms',
      { atMost: 5000 },
      'after five seconds the service counts a delivery as failed',
    ),
  ]
}

const perSecond = (heard: readonly Heard[]): string =>
  `${Math.round(medianOf(heard, (one) => one.perSecond)).toLocaleString('en-US')}/s`

/** The days over which the made-up invoices are spread. */
const DAYS = 10
/** Pages drained in one go, and lists drained side by side. */
const PAGES = 3_000
const LISTS = 4

interface Told {
  readonly baseUrl: string
  readonly apiKey: string
}

/** How fast the sandbox serves its lists to a client, and its memory with a million invoices. */
export const sandbox: Measurement = {
  name: 'sandbox',
  measure: ({ seeded, rounds }) => {
    const perDay = ['--days', String(DAYS), '--invoices-per-day', String(Math.ceil(seeded / DAYS))]
    const words = [PROGRAM, 'sandbox', '--port', '0', '--json', '--clock', '2026-03-12T15:00:00Z', ...perDay]
    return whileServing<Told, readonly Line[]>(words, { cwd: '.' }, async (told, server) => {
      // The first round warms both sides up.
      await pagesPerSecond(told)
      const rates: number[] = []
      for (let round = 0; round < rounds; round += 1) rates.push(await pagesPerSecond(told))
      const rate = medianOf(rates, (one) => one)
      const served = `sandbox: pages of 100 served a second, ${seeded} invoices`
      const drained = `${PAGES} pages, ${LISTS} lists at once, drained and parsed by another process`
      const memory = `sandbox: peak memory with ${seeded} invoices`
      return [
        line(served, rate, '', { atLeast: 1_500 }, drained),
        line(memory, peakMbOf(server), 'MB', { atMost: 250 }, 'sowing them included'),
      ]
    })
  },
}

/** Several lists are read at once, as when a run pulls several slots: with one, each side would wait for the other. */
const pagesPerSecond = async ({ baseUrl, apiKey }: Told): Promise<number> => {
  const { origin, pathname } = new URL(baseUrl)
  const pool = new Pool(origin, { connections: LISTS })
  const drained = async (): Promise<number> => {
    let cursor: string | null = null
    let pages = 0
    do {
      const query = new URLSearchParams({ limit: '100', ...(cursor === null ? {} : { cursor }) })
      const path = `${pathname}/invoices?${query}`
      const { body } = await pool.request({ path, method: 'GET', headers: { authorization: `Bearer ${apiKey}` } })
      ;({ cursor } = JSON.parse(await body.text()) as { cursor: string | null })
      pages += 1
    } while (cursor !== null && pages < PAGES / LISTS)
    return pages
  }
  const began = performance.now()
  const pages = await Promise.all(Array.from({ length: LISTS }, drained))
  const seconds = (performance.now() - began) / 1000
  await pool.close()
  return pages.reduce((sum, one) => sum + one, 0) / seconds
}

/** The kernel's own figure, read while the process is running. */
const peakMbOf = ({ pid }: ChildProcess): number => {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
