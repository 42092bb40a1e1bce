import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { cuadre } from '../../src/cli/framework/cuadre.ts'
import { openInboxWriter } from '../../src/store/inbox/inbox-writer.ts'
import { startReceiver } from '../../src/webhooks/receiver/receiver.ts'
import { KEY, run } from '../tool.ts'
import { type Ending, typed } from '../typed.ts'
import { type CallGroup, loggingArguments, type Strike, strikingArguments } from './injection.ts'

const RECEIVER = fileURLToPath(new URL('./receive.js', import.meta.url))
const CLOCK = new URL('./fixed-clock.js', import.meta.url).href

/** The command of a scene: words for the command line, or storing a notification. */
export type Deed = readonly string[] | 'receive'

/** Program, folder, time and service of a run. */
export interface Environment {
  /** The dist folder of the program. */
  readonly dist: string
  readonly folder: string
  readonly now: string
  readonly baseUrl: string
  /** The queue of a worker; null for other commands. */
  readonly queue: string | null
}

/**
 * Runs the command in this process, without faults. Waits are short, since the service always answers. It counts as
 * started like the struck one: pages repeat the start in their commands, and another one would write them again.
 */
export const runHere = async (at: Environment, deed: Deed): Promise<Ending> => {
  if (deed === 'receive') return receiveNotification(at.folder)
  const program: Program = await import(pathToFileURL(join(at.dist, 'src/cli/framework/cuadre.js')).href)
  return typed(
    deed,
    {
      cwd: at.folder,
      env: environmentOf(at),
      main: mainOf(at),
      now: () => Date.parse(at.now),
      sleep: (ms, signal) => wait(Math.min(ms, 50), undefined, { signal }),
    },
    program.cuadre,
  )
}
interface Program {
  readonly cuadre: typeof cuadre
}

/** Runs the command as a separate process. */
export const runProgram = (at: Environment, deed: Deed): Promise<Ending> => ended(at, programOf(at, deed))

/** The log of strace for a group of calls during a run. */
export const callsLogged = async (at: Environment, deed: Deed, group: CallGroup): Promise<string> =>
  (await traced(at, deed, (path) => loggingArguments(at.folder, path, group))).log

/** Runs the program under strace, with a fault at one call. */
export const runStruck = (at: Environment, deed: Deed, group: CallGroup, strike: Strike): Promise<Traced> =>
  traced(at, deed, (path) => strikingArguments(at.folder, path, group, strike))

type Traced = Ending & { readonly log: string }

const traced = async (
  at: Environment,
  deed: Deed,
  argumentsFor: (log: string) => readonly string[],
): Promise<Traced> => {
  const path = `${at.folder}.strace`
  const ending = await ended(at, [...argumentsFor(path), process.execPath, ...programOf(at, deed)], 'strace')
  return { ...ending, log: readFileSync(path, 'utf8') }
}

const programOf = (at: Environment, deed: Deed): readonly string[] =>
  deed === 'receive' ? [RECEIVER] : [mainOf(at), ...deed]

const mainOf = ({ dist }: Environment): string => join(dist, 'src/cli/main.js')

const ended = (at: Environment, words: readonly string[], command = process.execPath): Promise<Ending> =>
  run(words, { cwd: at.folder, env: { ...environmentOf(at), ...ONE_THREAD, CUADRE_FAULTS_CLOCK: at.now } }, command)

/** One thread for file operations, so that calls come in the same order each time. */
const ONE_THREAD = { NODE_OPTIONS: `--import ${CLOCK}`, UV_THREADPOOL_SIZE: '1' }

const environmentOf = ({ baseUrl, queue }: Environment): Record<string, string> => ({
  CUADRE_BASE_URL: baseUrl,
  CUADRE_API_KEY: 'sandbox-api-key',
  ...(queue === null ? {} : { CUADRE_QUEUE: queue }),
})

const NOTIFICATION = JSON.stringify({
  webhookId: 'faults-1',
  timestamp: '2026-03-13T03:30:30.000Z',
  type: 'settlement',
  data: { date: '2026-03-12', cycle: '11', status: 'credited' },
})

/**
 * Stores one notification, as `cuadre webhooks serve` does: sends it over HTTP and waits for the answer. Ends with 0
 * or, when it was not stored, 6.
 */
export const receiveNotification = async (folder: string): Promise<Ending> => {
  const path = join(folder, 'data', 'cuadre.db.inbox')
  try {
    const { status, troubles } = await taken(path)
    if (status === 200) return { status: 0, stdout: '', stderr: troubles }
    return { status: 6, stdout: '', stderr: `${troubles}${path}: the notification was answered with ${status}\n` }
  } catch (error) {
    return { status: 6, stdout: '', stderr: `${path}: ${error instanceof Error ? error.message : error}\n` }
  }
}

const taken = async (path: string): Promise<{ readonly status: number; readonly troubles: string }> => {
  const inbox = openInboxWriter(path, 'default', 'signed-body')
  let troubles = ''
  const receiver = await startReceiver({
    ...{ host: '127.0.0.1', port: 0, path: '/webhooks', inbox },
    verification: { format: 'signed-body', payloadField: null, keys: [KEY] },
    now: () => Date.parse('2026-03-13T03:31:00Z'),
    onTrouble: (trouble) => {
      troubles += `${JSON.stringify(trouble)}\n`
    },
  })
  try {
    const signature = createHmac('sha256', KEY).update(NOTIFICATION).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-signature': signature }
    const { status } = await fetch(receiver.url, { method: 'POST', headers, body: NOTIFICATION })
    return { status, troubles }
  } finally {
    await receiver.stop()
    inbox.close()
  }
}
