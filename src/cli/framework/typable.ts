import { quoteForShell } from '../../std/quote-for-shell.ts'
import type { Start } from '../../std/start.ts'
import type { Command, CommandArguments } from './command.ts'
import type { Io, Typable } from './io.ts'

/**
 * Makes the commands of a text such that they can be typed as they stand. The flags of the settings follow the name of each command that
 * knows them and does not have them yet.
 */
export const typableFor = (commands: readonly Pick<Command, 'name' | 'flags'>[]): Typable => {
  const pattern = commandInText(commands.map(({ name }) => name))
  const typable: Typable = (text, start) =>
    text.replaceAll(pattern, (_whole, space: string, name: string, rest: string) => {
      const known = commands.find((command) => command.name === name.replace(/\s+/, ' '))?.flags ?? {}
      // It makes a settings file, and refuses one that is there.
      if (name === 'init') return `${start.program}${space}${name}${typable(rest, start)}`
      const missing = Object.entries(start.flags).flatMap(([flag, value]) =>
        value === undefined || !Object.hasOwn(known, flag) || rest.includes(`--${flag} `)
          ? []
          : [` --${flag} ${quoteForShell(value)}`],
      )
      return `${start.program}${space}${name}${missing.join('')}${typable(rest, start)}`
    })
  return typable
}

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
export const proposing = (io: Io, start: Start, { name }: Command, given: Pick<CommandArguments, 'isOn'>): Io => {
  const { typable = (text) => text } = io
  const isForProgram = FOR_PROGRAMS.has(name) || given.isOn('json') || given.isOn('csv')
  return {
    ...io,
    start,
    stdout: isForProgram ? io.stdout : (text) => io.stdout(typable(text, start)),
    stderr: (text) => io.stderr(typable(text, start)),
  }
}
