import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { KEY } from './receiving.ts'

/** The command as installed by npm. Requires `npm run build`. */
export const MAIN = join(import.meta.dirname, '../../dist/src/cli/main.js')

export interface Served {
  readonly child: ChildProcess
  readonly url: string
  readonly healthUrl: string
  /** Its output on standard error so far. */
  readonly told: () => string
}

/** Starts the receiver in a separate process; `shell` are words of a shell to start it in. */
export const serve = (
  folder: string,
  {
    words = [],
    env = {},
    shell = '',
  }: { words?: readonly string[]; env?: Record<string, string>; shell?: string } = {},
): Promise<Served> => {
  const command = [MAIN, 'webhooks', 'serve', '--port', '0', '--json', ...words]
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', CUADRE_DB: join(folder, 'cuadre.db'), CUADRE_INTEGRITY_KEY: KEY, ...env },
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
  }
  const child =
    shell === ''
      ? spawn(process.execPath, command, options)
      : spawn('bash', ['-c', `${shell}; exec "$0" "$@"`, process.execPath, ...command], options)
  return listening(child)
}

/** The receiver without its command line, which starts in a third of the time. */
export const serveLean = (inbox: string): Promise<Served> =>
  listening(spawn(process.execPath, [LEAN, inbox, KEY], { stdio: ['ignore', 'pipe', 'pipe'] }))

const LEAN = join(import.meta.dirname, '../../dist/test/processes/receiver.js')

const listening = async (child: ChildProcessByStdio<null, Readable, Readable>): Promise<Served> => {
  let errors = ''
  child.stderr.on('data', (bytes) => {
    errors += bytes
  })
  const line = await Promise.race([
    firstLine(child.stdout),
    once(child, 'close').then(() => {
      throw new Error(`the receiver ended: ${errors}`)
    }),
  ])
  return { child, ...(JSON.parse(line) as { url: string; healthUrl: string }), told: () => errors }
}

/** The line with its address; the output of a failed command has none. */
const firstLine = (stdout: Readable): Promise<string> =>
  new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      if (line.startsWith('{"url":')) resolve(line)
    })
  })

/** Its exit status, or the signal that ended it. */
export const ended = async (child: ChildProcess): Promise<number | string> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode ?? child.signalCode ?? 'ended'
}
