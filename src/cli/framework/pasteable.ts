import { type CommandArguments, SETTINGS } from './command.ts'
import type { Io } from './io.ts'

/** A command as it can be pasted where this one was typed: started the same way, about the same database, with the same settings. */
export const pasteable = (command: string, { text }: CommandArguments, { env }: Pick<Io, 'env'>): string => {
  const flags = Object.keys(SETTINGS).flatMap((flag) => {
    const value = text(flag)
    return value === undefined ? [] : [`--${flag} ${/^[\w./:-]+$/.test(value) ? value : JSON.stringify(value)}`]
  })
  return [isFromNpm(env) ? `npx ${command}` : command, ...flags].join(' ')
}

/** npm names its command to what it starts: there, `cuadre` by itself may be in no folder of the PATH. */
const isFromNpm = ({ npm_command: command = '' }: Io['env']): boolean => command !== ''
