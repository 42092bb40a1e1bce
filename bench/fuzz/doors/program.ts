import { randomUUID } from 'node:crypto'
import { cuadre } from '../../../src/cli/framework/cuadre.ts'
import type { Environment } from '../../../src/config/settings.ts'

/** Where the program is called. */
export interface Surroundings {
  readonly cwd: string
  readonly env: Environment
}

export const NOW = Date.parse('2026-03-13T03:30:00Z')

/** How the program ended in this process, what it said on standard error, and what it printed. */
export const ended = async (
  words: readonly string[],
  { cwd, env }: Surroundings,
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

/** Its exit status, which is one of these; any other is a bug. */
export const statusAmong = async (
  statuses: readonly number[],
  words: readonly string[],
  at: Surroundings,
): Promise<number> => {
  const { status, told } = await ended(words, at)
  if (!statuses.includes(status)) throw new Error(`${words.join(' ')} ended with ${status}: ${told}`)
  return status
}

/** One of several, by the bytes of an input: the same input gives the same one. */
export const chosenBy = <T>(input: Buffer, choices: readonly T[]): T => {
  const chosen = choices[input.reduce((sum, byte) => sum + byte, input.length) % choices.length]
  if (chosen === undefined) throw new Error('there is nothing to choose from')
  return chosen
}
