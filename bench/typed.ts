import { randomUUID } from 'node:crypto'
import { cuadre } from '../src/cli/framework/cuadre.ts'
import type { HostIo } from '../src/cli/framework/io.ts'

/** The folder and the variables of a call of the program. */
export type CallAt = Pick<HostIo, 'cwd' | 'env'> & Partial<Pick<HostIo, 'now' | 'sleep' | 'main'>>

export const NOW = Date.parse('2026-03-13T03:30:00Z')

/** How a call ended; null when a signal ended its process. */
export interface Ending {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Types words in this process. The result is that of a separate process, at a tenth of the cost. */
export const typed = async (words: readonly string[], at: CallAt, program = cuadre): Promise<Ending> => {
  let [stdout, stderr] = ['', '']
  const status = await program(words, {
    stdout: async (text) => {
      stdout += text
    },
    stderr: (text) => {
      stderr += text
    },
    screen: null,
    log: 'off',
    now: () => NOW,
    random: () => 0.5,
    sleep: async () => undefined,
    newRunId: randomUUID,
    signal: new AbortController().signal,
    ...at,
  })
  return { status, stdout, stderr }
}

/** The exit status if it is one of these; any other is a bug. */
export const statusAmong = async (
  statuses: readonly number[],
  words: readonly string[],
  at: CallAt,
): Promise<number | null> => {
  const { status, stderr } = await typed(words, at)
  if (!statuses.includes(status ?? -1)) throw new Error(`${words.join(' ')} ended with ${status}: ${stderr}`)
  return status
}
