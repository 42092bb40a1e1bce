import { withFlags } from '../../std/with-flags.ts'
import { type CommandArguments, SETTINGS } from './command.ts'
import type { Io } from './io.ts'

/**
 * A command line that can be pasted where this command was typed: it starts the program in the same way, with the same database and
 * settings.
 */
export const pasteable = (command: string, { text }: CommandArguments, { env }: Pick<Io, 'env'>): string => {
  const flags = Object.fromEntries(Object.keys(SETTINGS).map((flag) => [flag, text(flag)]))
  return withFlags(isFromNpm(env) ? `npx ${command}` : command, flags)
}

/** npm sets its command in the environment of its child processes. There, `cuadre` may not be on the PATH. */
const isFromNpm = ({ npm_command: command = '' }: Io['env']): boolean => command !== ''
