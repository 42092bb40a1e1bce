import type { Language } from '../../words/language.ts'
import { allCommands, type CommandOutline } from '../commands/commands.ts'
import { typedAs } from '../framework/command.ts'
import { helpPages } from '../framework/help.ts'
import { parse } from '../framework/parse.ts'

/** The texts of help in one language, by the words after `help`. The build stores them; `storedHelp` reads them. */
export const helpTexts = async (language: Language): Promise<Readonly<Record<string, string>>> => {
  const commands = await allCommands()
  const names = [...helpPages(commands, language).keys(), ...commands.map(typedAs)]
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await helpOf(name, language)])))
}

/** The words of all commands, which the build stores as well: by them a command is found without loading the others. */
export const wordsOfCommands = async (): Promise<readonly CommandOutline[]> =>
  (await allCommands()).map(({ name, foldedInto, flags }) => ({
    name,
    ...(foldedInto === undefined ? {} : { foldedInto }),
    flags: Object.fromEntries(Object.entries(flags).map(([flag, { describe: _, ...outline }]) => [flag, outline])),
  }))

const helpOf = async (name: string, language: Language): Promise<string> => {
  const asked = await parse(['help', ...name.split(' ')].filter(Boolean), null, '', language)
  if (asked.kind === 'text') return asked.text
  throw new Error(`${name} has no help`)
}
