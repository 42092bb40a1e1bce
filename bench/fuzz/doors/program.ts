import { randomUUID } from 'node:crypto'
import { cuadre } from '../../../src/cli/framework/cuadre.ts'
import type { Environment } from '../../../src/input/settings.ts'

/** The folder and the variables of a call of the program. */
export interface CallEnvironment {
  readonly cwd: string
  readonly env: Environment
}

export const NOW = Date.parse('2026-03-13T03:30:00Z')

/** Runs the program in this process: its exit status and its output on standard error and standard output. */
export const ended = async (
  words: readonly string[],
  { cwd, env }: CallEnvironment,
): Promise<{ readonly status: number; readonly told: string; readonly printed: string }> => {
  let [told, printed] = ['', '']
  const status = await cuadre(words, {
    stdout: async (text) => {
      printed += text
    },
    stderr: (text) => {
      told += text
    },
    screen: null,
    log: 'off',
    env,
    cwd,
    now: () => NOW,
    random: () => 0.5,
    sleep: async () => undefined,
    newRunId: randomUUID,
    signal: new AbortController().signal,
  })
  return { status, told, printed }
}

/** The exit status if it is one of these; any other is a bug. */
export const statusAmong = async (
  statuses: readonly number[],
  words: readonly string[],
  at: CallEnvironment,
): Promise<number> => {
  const { status, told } = await ended(words, at)
  if (!statuses.includes(status)) throw new Error(`${words.join(' ')} ended with ${status}: ${told}`)
  return status
}

/** One of several choices, determined by the bytes of an input. */
export const chosenBy = <T>(input: Buffer, choices: readonly T[]): T => {
  const chosen = choices[input.reduce((sum, byte) => sum + byte, input.length) % choices.length]
  if (chosen === undefined) throw new Error('there is nothing to choose from')
  return chosen
}
