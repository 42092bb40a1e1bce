import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, sep } from 'node:path'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import type { Start } from '../../std/start.ts'
import type { KnownCommand } from '../commands/commands.ts'
import { type Command, type CommandArguments, SETTINGS } from './command.ts'
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
 * The words that start this program from here: its name where a shell finds it; through npx in its checkout and where it is a dependency;
 * else Node with its path, since npx would look for a package of that name elsewhere.
 */
export const programOf = ({ env, cwd, main }: Pick<Io, 'env' | 'cwd' | 'main'>): string => {
  if (main === undefined) return 'cuadre'
  const own = realPathOf(main)
  const isOwn = (path: string): boolean => realPathOf(path) === own
  // npm puts these folders on the PATH of what it starts; the shell of the person does not have them.
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => !folder.endsWith(NPM_FOLDER))
  if (folders.some((folder) => folder !== '' && isOwn(join(folder, 'cuadre')))) return 'cuadre'
  const home = own && dirname(dirname(own))
  const isNear = foldersAbove(cwd).some((folder) => folder === home || isOwn(join(folder, NPM_FOLDER, 'cuadre')))
  return isNear ? 'npx cuadre' : `node ${quoteForShell(main)}`
}

const NPM_FOLDER = `node_modules${sep}.bin`

const realPathOf = (path: string): string | null => (existsSync(path) ? realpathSync(path) : null)

/** A folder and those above it. */
const foldersAbove = (folder: string): readonly string[] => {
  const real = realPathOf(folder) ?? folder
  const above = dirname(real)
  return above === real ? [real] : [real, ...foldersAbove(above)]
}

/**
 * Makes the commands of a text such that they can be typed as they stand. The flags of the settings follow the name of each command that
 * knows them and does not have them yet.
 */
export const typableFor = (commands: readonly KnownCommand[]): Typable => {
  const pattern = commandInText(commands.map(({ name }) => name))
  const typable: Typable = (text, start) =>
    text.replaceAll(pattern, (_whole, space: string, name: string, rest: string) => {
      const known = commands.find((command) => command.name === name.replace(/\s+/, ' '))?.flags ?? {}
      // It makes a settings file, and refuses one that is there.
      if (name === 'init') return `${start.program}${space}${name}${typable(rest, start)}`
      const missing = Object.entries(start.flags).flatMap(([flag, value]) =>
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
  const known = [...new Set(names.flatMap((name) => [name, name.split(' ')[0] ?? name]))].toSorted(
    (a, b) => b.length - a.length,
  )
  const name = known.map((one) => one.replace(' ', '\\s+')).join('|')
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
