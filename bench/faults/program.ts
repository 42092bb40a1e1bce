import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { cuadre } from '../../src/cli/framework/cuadre.ts'
import type { Ending } from './ending.ts'
import { type CallGroup, loggingArguments, type Strike, strikingArguments } from './injection.ts'
import { receiveNotification } from './receive-notification.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
const RECEIVER = fileURLToPath(new URL('./receive.js', import.meta.url))
const CLOCK = new URL('./fixed-clock.js', import.meta.url).href

/** What is done in a scene: words for the command line, or a notification taken in. */
export type Deed = readonly string[] | 'receive'

/** Where, when and against which service the program runs. */
export interface Surroundings {
  readonly folder: string
  readonly now: string
  readonly baseUrl: string
  /** The queue of a worker; null where none is asked. */
  readonly queue: string | null
}

/** In this process: no fault is injected into it. It has what a process of its own has, and costs a tenth. */
export const runHere = async (at: Surroundings, deed: Deed): Promise<Ending> => {
  if (deed === 'receive') return receiveNotification(at.folder)
  let stderr = ''
  const status = await cuadre(deed, {
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
/** Nobody waits for a service that answers. */
const SLEEP_MS_MAX = 50

/** As a process of its own. */
export const runProgram = (at: Surroundings, deed: Deed): Promise<Ending> =>
  ended(process.execPath, programOf(deed), at)

/** What strace logs of the calls of a group while the program runs. */
export const callsLogged = async (at: Surroundings, deed: Deed, group: CallGroup): Promise<string> => {
  const path = `${at.folder}.strace`
  await ended('strace', [...loggingArguments(at.folder, path, group), process.execPath, ...programOf(deed)], at)
  return readFileSync(path, 'utf8')
}

/** The program under strace, with a fault at one call. */
export const runStruck = async (
  at: Surroundings,
  deed: Deed,
  group: CallGroup,
  strike: Strike,
): Promise<Ending & { readonly log: string }> => {
  const path = `${at.folder}.strace`
  const strace = strikingArguments(at.folder, path, group, strike)
  const ending = await ended('strace', [...strace, process.execPath, ...programOf(deed)], at)
  return { ...ending, log: readFileSync(path, 'utf8') }
}

const programOf = (deed: Deed): readonly string[] => (deed === 'receive' ? [RECEIVER] : [MAIN, ...deed])

const ended = (command: string, args: readonly string[], at: Surroundings): Promise<Ending> =>
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

/** One thread for the work on files: its calls are counted in the same order each time. */
const ONE_THREAD = { NODE_OPTIONS: `--import ${CLOCK}`, UV_THREADPOOL_SIZE: '1' }

const environmentOf = ({ baseUrl, queue }: Surroundings): Record<string, string> => ({
  CUADRE_BASE_URL: baseUrl,
  CUADRE_API_KEY: 'sandbox-api-key',
  ...(queue === null ? {} : { CUADRE_QUEUE: queue }),
})
