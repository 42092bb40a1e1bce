import type { Language } from '../../words/language.ts'
import { COMMANDS } from '../commands/commands.ts'
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

export const helpTexts = async (language: Language): Promise<HelpTexts> => ({
  program: await helpBehind([], COMMANDS, language),
  commands: Object.fromEntries(await Promise.all(COMMANDS.map((command) => namedHelp(command, language)))),
  noWords: await refusalOfNothing(language),
})

/** The parser gets no other command: others add nothing to this help, and yargs would read all their flags. */
const namedHelp = async (command: Command, language: Language) =>
  [command.name, await helpBehind(command.name.split(' '), [command], language)] as const

const helpBehind = async (
  words: readonly string[],
  commands: readonly Command[],
  language: Language,
): Promise<string> => {
  const asked = await parse([...words, '--help'], commands, '', language)
  if (asked.kind === 'text') return asked.text
  throw new Error(`${words.join(' ')} has no help`)
}

const refusalOfNothing = (language: Language): Promise<string> =>
  parse([], COMMANDS, '', language).then(
    () => '',
    (error) => failureLine(failureOf(error, []), language),
  )
