import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inFolder } from '../folder.ts'
import { databaseIn, job } from '../job.ts'
import type { Line, Measurement } from '../line.ts'
import { medianOf, pathOf } from '../measure.ts'
import { KEY } from '../receiver/deliveries.ts'
import { sceneOf } from '../scene.ts'
import { serving } from '../serving.ts'

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
  measure: async ({ deliveries, rounds, spread: { large } }) => {
    const taken: Round[] = []
    for (let round = 0; round < rounds; round += 1) taken.push(await oneRound(deliveries))
    const beside = await besideRun(deliveries, large.slots, large.invoices)
    return [...alone(taken), ...besideLines(beside, taken)]
  },
}

interface Round {
  readonly ours: Heard
  readonly verify: Heard
  readonly insert: Heard
  readonly oneByOne: Heard
}

/** One after the other, so that other load on the machine affects all alike. */
const oneRound = async (count: number): Promise<Round> => ({
  ours: await inFolder((folder) => heardBy(ourReceiver(folder), count)),
  verify: await inFolder((folder) => heardBy(bare('verify', folder), count)),
  insert: await inFolder((folder) => heardBy(bare('insert', folder), count)),
  oneByOne: await inFolder((folder) => heardBy(bare('one-by-one', folder), count)),
})

/** The sender continues as long as the run writes. */
const besideRun = (count: number, slots: number, invoices: number): Promise<readonly Heard[]> => {
  const scene = sceneOf(slots, invoices)
  return serving(scene, ({ baseUrl }) =>
    inFolder(async (folder) => {
      const server = ourReceiver(folder)
      try {
        const port = await portOf(server)
        let isRunning = true
        const run = job(baseUrl, scene, folder).finally(() => {
          isRunning = false
        })
        const heard: Heard[] = []
        while (isRunning) heard.push(await sent(port, count))
        await run
        return heard
      } finally {
        await ended(server)
      }
    }),
  )
}

/** The built command, with its inbox in that folder. */
const ourReceiver = (folder: string): ChildProcess =>
  spawn(process.execPath, [pathOf('../src/cli/main.js'), 'webhooks', 'serve', '--port', '0', '--json'], {
    cwd: folder,
    env: { PATH: process.env.PATH, CUADRE_DB: databaseIn(folder), CUADRE_INTEGRITY_KEY: KEY },
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const bare = (kind: string, folder: string): ChildProcess =>
  spawn(process.execPath, [pathOf('receiver/bare.js'), kind, join(folder, 'bare.db')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

const heardBy = async (server: ChildProcess, count: number): Promise<Heard> => {
  try {
    return await sent(await portOf(server), count)
  } finally {
    await ended(server)
  }
}

const portOf = async ({ stdout }: ChildProcess): Promise<string> => {
  if (stdout === null) throw new Error('the receiver has no standard output')
  const [line] = await once(createInterface({ input: stdout }), 'line')
  return new URL(JSON.parse(String(line)).url).port
}

let runs = 0

/** Ids differ in every run of the sender, since a repeated one would be answered without a write. */
const sent = async (port: string, count: number): Promise<Heard> => {
  runs += 1
  const sender = fork(pathOf('receiver/sender.js'), [port, `run${runs}`, String(count), String(CONNECTIONS)])
  const [heard] = (await once(sender, 'message')) as [Heard]
  if (heard.refused > 0) throw new Error(`${heard.refused} of ${count} deliveries were refused`)
  return heard
}

const ended = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  await exit
}

const times = (figure: number): string => Math.round(figure).toLocaleString('en-US')

const alone = (taken: readonly Round[]): readonly Line[] => [
  {
    name: 'receiver: notifications a second, over committing each by itself',
    figure: medianOf(taken, ({ ours, oneByOne }) => ours.perSecond / oneByOne.perSecond),
    unit: '',
    needed: { atLeast: 4 },
    detail: `${times(medianOf(taken, ({ ours }) => ours.perSecond))}/s, each durable; by themselves ${times(medianOf(taken, ({ oneByOne }) => oneByOne.perSecond))}/s`,
  },
  {
    name: 'receiver: notifications a second, over a server that only verifies',
    figure: medianOf(taken, ({ ours, verify }) => ours.perSecond / verify.perSecond),
    unit: '',
    needed: null,
    detail: `${times(medianOf(taken, ({ verify }) => verify.perSecond))}/s, nothing kept`,
  },
  {
    name: 'receiver: notifications a second, over a server that only inserts',
    figure: medianOf(taken, ({ ours, insert }) => ours.perSecond / insert.perSecond),
    unit: '',
    needed: null,
    detail: `${times(medianOf(taken, ({ insert }) => insert.perSecond))}/s, by groups, nothing verified`,
  },
  {
    name: `receiver: 99 of 100 senders wait at most (${CONNECTIONS} connections)`,
    figure: medianOf(taken, ({ ours }) => ours.p99),
    unit: 'ms',
    needed: { atMost: 50 },
    detail: `half of them ${medianOf(taken, ({ ours }) => ours.p50).toFixed(1)} ms; committing each by itself ${medianOf(taken, ({ oneByOne }) => oneByOne.p99).toFixed(0)} ms`,
  },
]

const besideLines = (heard: readonly Heard[], taken: readonly Round[]): readonly Line[] => [
  {
    name: 'receiver beside a run: 99 of 100 senders wait at most',
    figure: medianOf(heard, ({ p99 }) => p99),
    unit: 'ms',
    needed: { atMost: 50 },
    detail: `half of them ${medianOf(heard, ({ p50 }) => p50).toFixed(1)} ms; ${times(medianOf(heard, ({ perSecond }) => perSecond))}/s`,
  },
  {
    name: 'receiver: the longest wait of all, alone and beside a run',
    figure: Math.max(...heard.map(({ longest }) => longest), ...taken.map(({ ours }) => ours.longest)),
    unit: 'ms',
    needed: { atMost: 5000 },
    detail: 'after five seconds the service counts a delivery as failed',
  },
]
