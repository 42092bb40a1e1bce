import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Io } from '../../framework/io.ts'

/** A job told to stop has four seconds by itself; this is what whoever started it can spare for it. */
const STOPPING_MS = 3_000

/**
 * Does a command of this very program in a process of its own, to its end; gives its exit status, null when it was killed. What it
 * prints goes to our standard error. A signal that asks us to stop asks it, too.
 */
export const startChildJob = async (words: readonly string[], { env, cwd, signal }: Io): Promise<number | null> => {
  const [program = ''] = process.argv.slice(1)
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    cwd,
    env: { ...env },
    stdio: ['ignore', process.stderr, 'inherit'],
  })
  let force: NodeJS.Timeout | undefined
  const stop = (): void => {
    child.kill('SIGTERM')
    force = setTimeout(() => child.kill('SIGKILL'), STOPPING_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const [code] = await once(child, 'exit')
    return code
  } catch {
    return null
  } finally {
    clearTimeout(force)
    signal.removeEventListener('abort', stop)
  }
}
