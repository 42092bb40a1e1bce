import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CallGroup, type FaultName, straceArguments } from './injection.ts'

export const PROGRAM = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
export const RECEIVER = fileURLToPath(new URL('./receive.js', import.meta.url))
const CLOCK = new URL('./fixed-clock.js', import.meta.url).href

/** How one process of the program ended. */
export interface Ending {
  /** Null when a signal ended it. */
  readonly status: number | null
  readonly stderr: string
}

/** Where, when and against which service the program runs. */
export interface Surroundings {
  readonly folder: string
  readonly now: string
  readonly baseUrl: string
}

/** A command is a program with its arguments. */
export const runProgram = (at: Surroundings, command: readonly string[]): Promise<Ending> =>
  ended(process.execPath, command, at)

/** The command under strace, with a fault at the nth call; null for none. */
export const runFaulty = async (
  at: Surroundings,
  command: readonly string[],
  group: CallGroup,
  fault: FaultName | null,
  nth: number,
): Promise<Ending & { readonly log: string }> => {
  const path = `${at.folder}.strace`
  const strace = straceArguments(at.folder, path, group, fault, nth)
  const ending = await ended('strace', [...strace, process.execPath, ...command], at)
  return { ...ending, log: readFileSync(path, 'utf8') }
}

const ended = (command: string, args: readonly string[], at: Surroundings): Promise<Ending> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: at.folder, env: environmentOf(at), stdio: ['ignore', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, stderr }))
  })

/** One thread for the work on files: its calls are counted in the same order each time. */
const environmentOf = ({ now, baseUrl }: Surroundings): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  CUADRE_BASE_URL: baseUrl,
  CUADRE_API_KEY: 'sandbox-api-key',
  CUADRE_FAULTS_CLOCK: now,
  NODE_OPTIONS: `--import ${CLOCK}`,
  UV_THREADPOOL_SIZE: '1',
})
