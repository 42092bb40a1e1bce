import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Io } from '../../framework/io.ts'

/** Ms after which a child that was told to stop is killed; less than the four seconds that we have ourselves. */
const STOPPING_MS = 3_000

/**
 * Runs a command of this program in a process of its own until it ends; returns its exit status, or null after a kill. Its output goes to
 * our standard error, unless it is ignored. A signal to us stops it, too.
 */
export const startChildJob = async (
  words: readonly string[],
  { env, cwd, signal }: Pick<Io, 'env' | 'cwd' | 'signal'>,
  stdout: 'ignore' | NodeJS.WriteStream = process.stderr,
): Promise<number | null> => {
  const [program = ''] = process.argv.slice(1)
  const child = spawn(process.execPath, [...process.execArgv, program, ...words], {
    cwd,
    env: { ...env },
    stdio: ['ignore', stdout, 'inherit'],
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
