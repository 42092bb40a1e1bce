import { quoteForShell } from '../../std/quote-for-shell.ts'
import type { Start } from '../../std/start.ts'
import type { CommandOutline } from '../commands/commands.ts'
import { programOf } from '../help/program-of.ts'
import { type Command, type CommandArguments, SETTINGS, typedAs } from './command.ts'
import type { Io, Typable } from './io.ts'

/** How this command was started, so that the commands it proposes can be typed as they stand. */
export const startOf = (
  { text }: Pick<CommandArguments, 'text'>,
  io: Pick<Io, 'env' | 'cwd' | 'main'>,
  command: Pick<Command, 'name' | 'flags'> | null,
): Start => {
  // The settings file that `init` makes holds what it was given, so what follows needs no flags. A flag of the same name
  // may be the command's own: `--out` of an evidence pack.
  const carried = command === null || command.name === 'init' ? {} : command.flags
  const flags = Object.keys(SETTINGS).filter((flag) => carried[flag] === SETTINGS[flag])
  return { program: programOf(io), flags: Object.fromEntries(flags.map((flag) => [flag, text(flag)])) }
}

/**
 * Makes the commands of a text such that they can be typed as they stand. The flags of the settings follow the name of each command that
 * knows them and does not have them yet.
 */
export const typableFor = (commands: readonly CommandOutline[]): Typable => {
  const pattern = commandInText(commands.map(typedAs))
  const typable: Typable = (text, start) =>
    text.replaceAll(pattern, (_whole, space: string, name: string, rest: string) => {
      const known = commands.find((command) => typedAs(command) === name.replaceAll(/\s+/g, ' '))?.flags ?? {}
      // It makes a settings file, and refuses one that is there.
      if (name === 'init') return `${start.program}${space}${name}${typable(rest, start)}`
      const isWithoutSettings = Object.keys(known).some(
        (flag) => known[flag]?.isWithoutSettings && rest.includes(`--${flag} `),
      )
      const missing = Object.entries(isWithoutSettings ? {} : start.flags).flatMap(([flag, value]) =>
        value === undefined || !Object.hasOwn(known, flag) || rest.includes(`--${flag} `) || isNamed(flag, name)
          ? []
          : [` --${flag} ${quoteForShell(value)}`],
      )
      return `${start.program}${space}${name}${missing.join('')}${typable(rest, start)}`
    })
  return typable
}

/** A merchant that the settings do not know is what the commands of this group are about: they name it themselves. */
const isNamed = (flag: string, name: string): boolean => flag === 'merchant' && name.startsWith('merchants')

/** A command in a text, through its name or that of its group, and what follows up to the end of its quotes or its sentence. */
const commandInText = (names: readonly string[]): RegExp => {
  const known = [
    ...new Set(['help', '--help', ...names.flatMap((name) => [name, name.split(' ')[0] ?? name])]),
  ].toSorted((a, b) => b.length - a.length)
  const name = known.map((one) => one.replaceAll(' ', '\\s+')).join('|')
  return new RegExp(`(?<![\\w/.-])(?<!npx )cuadre(\\s+)(${name})(?![\\w-])([^"»\`;]*)`, 'g')
}

/** Commands whose text is for other programs. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(['completion', 'config', 'schedule'])

/** The same interface, on which every proposed command can be typed as it stands. What is for programs stays as it is. */
export const proposing = (io: Io, start: Start, { name, printsData }: Command, given: CommandArguments): Io => {
  const { typable = (text) => text } = io
  const isForProgram = FOR_PROGRAMS.has(name) || given.isOn('json') || printsData?.(given) === true
  return {
    ...io,
    start,
    stdout: isForProgram ? io.stdout : (text) => io.stdout(typable(text, start)),
    stderr: (text) => io.stderr(typable(text, start)),
  }
}
