import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { cuadre } from '../../src/cli/framework/cuadre.ts'
import type { Ending } from './ending.ts'
import { type CallGroup, loggingArguments, type Strike, strikingArguments } from './injection.ts'
import { receiveNotification } from './receive-notification.ts'

export const DIST = fileURLToPath(new URL('../..', import.meta.url))
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
 * Runs the command in this process, without faults. The result is that of a separate process, at a tenth of the cost.
 */
export const runHere = async (at: Environment, deed: Deed): Promise<Ending> => {
  if (deed === 'receive') return receiveNotification(at.folder)
  let stderr = ''
  const program: Program = await import(pathToFileURL(join(at.dist, 'src/cli/framework/cuadre.js')).href)
  const status = await program.cuadre(deed, {
    stdout: async () => undefined,
    stderr: (text) => {
      stderr += text
    },
    screen: null,
    log: 'json',
    env: environmentOf(at),
    cwd: at.folder,
    now: () => Date.parse(at.now),
    random: () => 0.5,
    sleep: (ms, signal) => wait(Math.min(ms, SLEEP_MS_MAX), undefined, { signal }),
    newRunId: randomUUID,
    signal: new AbortController().signal,
  })
  return { status, stderr }
}
interface Program {
  readonly cuadre: typeof cuadre
}
/** Shortens waits, since the service always answers. */
const SLEEP_MS_MAX = 50

/** Runs the command as a separate process. */
export const runProgram = (at: Environment, deed: Deed): Promise<Ending> =>
  ended(process.execPath, programOf(at, deed), at)

/** The log of strace for a group of calls during a run. */
export const callsLogged = async (at: Environment, deed: Deed, group: CallGroup): Promise<string> => {
  const path = `${at.folder}.strace`
  await ended('strace', [...loggingArguments(at.folder, path, group), process.execPath, ...programOf(at, deed)], at)
  return readFileSync(path, 'utf8')
}

/** Runs the program under strace, with a fault at one call. */
export const runStruck = async (
  at: Environment,
  deed: Deed,
  group: CallGroup,
  strike: Strike,
): Promise<Ending & { readonly log: string }> => {
  const path = `${at.folder}.strace`
  const strace = strikingArguments(at.folder, path, group, strike)
  const ending = await ended('strace', [...strace, process.execPath, ...programOf(at, deed)], at)
  return { ...ending, log: readFileSync(path, 'utf8') }
}

const programOf = ({ dist }: Environment, deed: Deed): readonly string[] =>
  deed === 'receive' ? [RECEIVER] : [join(dist, 'src/cli/main.js'), ...deed]

const ended = (command: string, args: readonly string[], at: Environment): Promise<Ending> =>
  new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH, ...environmentOf(at), ...ONE_THREAD, CUADRE_FAULTS_CLOCK: at.now }
    const child = spawn(command, args, { cwd: at.folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, stderr }))
  })

/** One thread for file operations, so that calls come in the same order each time. */
const ONE_THREAD = { NODE_OPTIONS: `--import ${CLOCK}`, UV_THREADPOOL_SIZE: '1' }

const environmentOf = ({ baseUrl, queue }: Environment): Record<string, string> => ({
  CUADRE_BASE_URL: baseUrl,
  CUADRE_API_KEY: 'sandbox-api-key',
  ...(queue === null ? {} : { CUADRE_QUEUE: queue }),
})
