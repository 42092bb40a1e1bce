import type { Language } from '../../words/language.ts'
import { allCommands, type KnownCommand } from '../commands/commands.ts'
import type { Command } from '../framework/command.ts'
import { failureLine, failureOf } from '../framework/failure.ts'
import { parse } from '../framework/parse.ts'

/** The texts of help and version in one language. The build stores them; `storedHelp` reads them. */
export interface HelpTexts {
  readonly program: string
  /** The help of each command, by its name. */
  readonly commands: Readonly<Record<string, string>>
  /** The text on standard error when no word is typed. */
  readonly noWords: string
}

export const helpTexts = async (language: Language): Promise<HelpTexts> => {
  const named = async (command: Command) => [command.name, await helpOf(command, language)] as const
  return {
    program: await helpOf(null, language),
    commands: Object.fromEntries(await Promise.all((await allCommands()).map(named))),
    noWords: await refusalOfNothing(language),
  }
}

/** The words of all commands, which the build stores as well: by them a command is found without loading the others. */
export const wordsOfCommands = async (): Promise<readonly KnownCommand[]> =>
  (await allCommands()).map(({ name, flags }) => ({
    name,
    flags: Object.fromEntries(Object.entries(flags).map(([flag, { kind }]) => [flag, { kind }])),
  }))

const helpOf = async (command: Command | null, language: Language): Promise<string> => {
  const asked = await parse([...(command?.name.split(' ') ?? []), '--help'], command, '', language)
  if (asked.kind === 'text') return asked.text
  throw new Error(`${command?.name} has no help`)
}

const refusalOfNothing = (language: Language): Promise<string> =>
  parse([], null, '', language).then(
    () => '',
    (error) => failureLine(failureOf(error, []), language),
  )
