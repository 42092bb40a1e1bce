/** What the tools that try the program share: a folder, numbers on their command lines, chance, and the program. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** With which senders of notifications sign, and receivers verify. */
export const KEY = 'bench-integrity-key'

/** Gives `work` an empty folder, and removes it afterwards. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(join(tmpdir(), 'cuadre-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The number that was given for a flag. */
export const wholeNumber = (flag: string, given: string, least = 1): number => {
  const number = Number(given)
  if (Number.isSafeInteger(number) && number >= least) return number
  throw new Error(`--${flag} is not a whole number from ${least}`)
}

/** A pseudo-random number below 2 ** 32, always the same for the same seed, index and place (murmur's final mixing). */
export const draw = (seed: number, index: number, place: number): number =>
  mixed(seed ^ mixed(Math.imul(index, 0x9e3779b1) ^ place))

export const mixed = (value: number): number => {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

/** The folder of the compiled program: tests load this file from its source, where it is compiled elsewhere. */
export const DIST = ((): string => {
  const beside = fileURLToPath(new URL('..', import.meta.url))
  return existsSync(join(beside, 'src/cli/main.js')) ? beside : join(process.cwd(), 'dist')
})()

/** The built program, as started by users. */
export const PROGRAM = join(DIST, 'src/cli/main.js')

export interface Surroundings {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

/** Runs a program of Node to its end. */
export const run = async (
  words: readonly string[],
  { cwd, env = {} }: Surroundings,
  command = process.execPath,
): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> => {
  const child = spawn(command, words, {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, stdout, stderr }
}

/** Runs a server during `work`, which gets the first line of JSON that it prints. */
export const whileServing = async <Told, T>(
  words: readonly string[],
  { cwd, env = {} }: Surroundings,
  work: (told: Told, server: ChildProcess) => Promise<T>,
): Promise<T> => {
  const surroundings = { cwd, env: { PATH: process.env.PATH, ...env } }
  const server = spawn(process.execPath, words, { ...surroundings, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  try {
    const line = once(createInterface({ input: server.stdout }), 'line')
    const [told] = await Promise.race([line, ended])
    if (typeof told !== 'string') throw new Error(`${words.join(' ')} ended with ${told}`)
    return await work(JSON.parse(told), server)
  } finally {
    server.kill()
    await ended
  }
}

/** The path of a program of `bench/programs`. */
export const programAt = (name: string): string => fileURLToPath(new URL(`./programs/${name}`, import.meta.url))
