import { expect } from 'vitest'
import { allCommands } from '../../src/cli/commands/commands.ts'
import { type Command, exitStatusesOf } from '../../src/cli/framework/command.ts'
import { cuadre } from '../../src/cli/framework/cuadre.ts'
import type { Io } from '../../src/cli/framework/io.ts'
import { commandIn } from '../../src/cli/framework/words.ts'

const COMMANDS = await allCommands()

/** The output of one command. */
export interface Seen {
  readonly status: number
  readonly out: string
  readonly err: string
}

const exitNumbersOf = (command: Command): readonly number[] =>
  exitStatusesOf(command).flatMap(({ status }) => status.split(', ').map(Number))

/** Runs a command line in this process. The exit status must be one that the command names. */
export const type = async (line: string | readonly string[], instead: Partial<Io> = {}): Promise<Seen> => {
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line
  let out = ''
  let err = ''
  const status = await cuadre(words, {
    stdout: async (text) => {
      out += text
    },
    stderr: (text) => {
      err += text
    },
    screen: null,
    log: 'off',
    env: {},
    cwd: '/nonexistent',
    now: () => Date.parse('2026-03-13T03:30:00Z'),
    random: () => 0.5,
    sleep: async () => undefined,
    newRunId: () => 'a-run',
    signal: new AbortController().signal,
    ...instead,
  })
  const command = commandIn(words, COMMANDS)?.command
  if (command !== undefined) expect(exitNumbersOf(command)).toContain(status)
  return { status, out, err }
}
