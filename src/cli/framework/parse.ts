import yargs, { type Argv, type Options } from 'yargs'
import { type Both, inBoth } from '../../std/both.ts'
import { type CuadreError, hasCode } from '../../std/errors.ts'
import { similar } from '../../std/nearest.ts'
import type { Language } from '../../words/language.ts'
import { allCommands } from '../commands/commands.ts'
import {
  type Command,
  type CommandArguments,
  type Flag,
  isOptional,
  nameIn,
  operandInHelp,
  operandsOf,
  typedAs,
  usageError,
} from './command.ts'
import { dayTyped } from './dates.ts'
import { commandIn, isOn, joinWords, refuseStrangeFlags } from './words.ts'

/** The result of parsing: a text to print, or a command with its arguments. */
export type ParsedCommand =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly command: Command; readonly given: CommandArguments }

/**
 * Parses the words, which begin with the name of this command, or name none. Words that make no sense throw a CuadreError; nothing has been
 * read or written by then.
 */
export const parse = async (
  words: readonly string[],
  command: Command | null,
  version: string,
  language: Language,
): Promise<ParsedCommand> => {
  if (command === null) return { kind: 'text', text: await textWithoutCommand(words, version, language) }
  refuseStrangeFlags(words, command)
  let text = ''
  try {
    const isNamed = isOn(words, 'help') || isOn(words, 'h') || isOn(words, 'version')
    const values = await parserOf(command, version, isNamed, language).parseAsync(
      [...(isNamed ? [joinWords(command.name)] : []), ...words.slice(command.name.split(' ').length)],
      {},
      (_error, _values, output) => {
        text = output
      },
    )
    if (text !== '') return { kind: 'text', text: await textOf(text, words, command, language) }
    if (values._.length > (isNamed ? 1 : 0)) throw await tooMany(words, command)
    return { kind: 'command', command, given: givenIn(values, command, language) }
  } catch (error) {
    throw hasCode(error, 'USAGE') ? error : await parsingError(error, words, command)
  }
}

/** The help that the words ask for, or the version. */
const textWithoutCommand = async (words: readonly string[], version: string, language: Language): Promise<string> => {
  const commands = await allCommands()
  const isWord = words[0] === 'help'
  const topic = isWord ? words.slice(1) : words
  if (isWord || words.length === 0 || isOn(words, 'help') || isOn(words, 'h')) {
    const { helpPages } = await import('./help.ts')
    const page = helpPages(commands, language).get(topic.filter((word) => !word.startsWith('-')).join(' '))
    if (page !== undefined) return page
    const named = commandIn(topic, commands)
    const asked = named && (await parse([...named.words, '--help'], named.command, version, language))
    if (asked?.kind === 'text') return asked.text
  } else if (isOn(words, 'version')) return `${version}\n`
  throw noCommand(topic, commands)
}

/**
 * Texts of yargs, in both languages. We recognise its error messages by their English text and replace them. Each language must set every
 * text, since yargs keeps texts set before.
 */
const STRINGS = {
  en: {
    'Options:': 'Options:',
    'Positionals:': 'Positionals:',
    'Show help': 'Show help',
    'Show version number': 'Show version number',
  },
  es: {
    'Options:': 'Opciones:',
    'Positionals:': 'Argumentos:',
    'Show help': 'Muestra esta ayuda',
    'Show version number': 'Muestra la versión',
  },
} as const satisfies Both<object>

const HELP_WIDTH = 80

/**
 * yargs lays out the help after each command that has a name: so a command that is to be executed is the one without, and its name is not
 * among the words.
 */
const parserOf = (
  { name, operand, describe, flags }: Command,
  version: string,
  isNamed: boolean,
  language: Language,
): Argv =>
  yargs([])
    .scriptName('cuadre')
    .locale('en')
    .updateStrings(STRINGS[language])
    .exitProcess(false)
    .fail(false)
    .wrap(HELP_WIDTH)
    .parserConfiguration({
      'boolean-negation': false,
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': false,
      'strip-aliased': true,
    })
    .strict()
    .demandCommand(isNamed ? 1 : 0)
    .help('help')
    .alias('help', 'h')
    .version(version)
    .command({
      command: [isNamed ? joinWords(name) : '$0', ...operandsOf(operand).map(operandInHelp)].join(' '),
      describe: describe[language],
      builder: (inner) => inner.options(optionsOf(flags, language)),
      handler: () => {},
    })

const optionsOf = (flags: Readonly<Record<string, Flag>>, language: Language): Record<string, Options> =>
  Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, optionOf(flag, language)]))

/** With a fixed number of words for each flag, yargs takes neither a value for a switch nor a flag for a value. */
const optionOf = ({ kind, describe: texts }: Flag, language: Language): Options => {
  const describe = texts[language]
  if (kind === 'switch') return { boolean: true, nargs: 0, describe }
  return { string: true, array: kind === 'repeatable', nargs: 1, describe }
}

const givenIn = (
  values: Readonly<Record<string, unknown>>,
  { operand, flags }: Command,
  language: Language,
): CommandArguments => {
  const all = (flag: string): readonly string[] =>
    [values[flag] ?? []].flat().map((value) => dayTyped(flag, String(value), language))
  const operands = operandsOf(operand).flatMap((word) => all(nameIn(word)))
  const isOn = (flag: string): boolean =>
    values[flag] === true || (flag === 'json' && 'json' in flags && values.format === 'json')
  return { isOn, text: (flag) => all(flag)[0], all, operands }
}

/** The text that yargs prints: the version, or the flags of a help. */
const textOf = async (
  text: string,
  words: readonly string[],
  command: Command,
  language: Language,
): Promise<string> => {
  if (words.includes('--version') || !text.includes(STRINGS[language]['Options:'])) return `${text}\n`
  const { commandHelp } = await import('./help.ts')
  return commandHelp(
    text.replaceAll(`cuadre ${joinWords(command.name)}`, `cuadre ${typedAs(command)}`),
    command,
    language,
  )
}

const noCommand = (words: readonly string[], commands: readonly Command[]): CuadreError => {
  const isWord = (word = ''): boolean => /^[a-z][a-z-]{0,19}$/.test(word)
  const at = words.findIndex(isWord)
  const typed = words[at]
  if (typed === undefined)
    return usageError(
      { en: 'no command is given', es: 'no se indica ningún comando' },
      { en: 'see "cuadre --help"', es: 'vea "cuadre --help"' },
    )
  const names = commands.map(typedAs).filter((name) => !name.includes('--'))
  const behind = isWord(words[at + 1]) ? ` ${words[at + 1]}` : ''
  const isOfGroup = (command: Command): boolean =>
    [command.name, typedAs(command)].some((name) => name.startsWith(`${typed} `))
  const group = commands.filter(isOfGroup).map((command) => `"cuadre ${typedAs(command)}"`)
  const near = nearestName(`${typed}${behind}`, names) ?? nearestName(typed, names)
  // A whole word of old names is no misspelled word of others.
  const known = group.length === 0 || near?.startsWith(`${typed} `) ? near : undefined
  const meant =
    known === undefined
      ? inBoth('')
      : { en: `did you mean "cuadre ${known}"? `, es: `¿quiso decir "cuadre ${known}"? ` }
  if (group.length > 0) {
    return usageError(
      { en: `"cuadre ${typed}" is not a whole command`, es: `"cuadre ${typed}" no es un comando completo` },
      { en: `${meant.en}say ${group.join(' or ')}`, es: `${meant.es}escriba ${group.join(' o ')}` },
    )
  }
  return usageError(
    { en: `unknown command "${typed}"`, es: `comando desconocido "${typed}"` },
    { en: `${meant.en}see "cuadre --help"`, es: `${meant.es}vea "cuadre --help"` },
  )
}

/** The command that was probably meant: each of its words is near to the word typed. */
const nearestName = (typed: string, names: readonly string[]): string | undefined => {
  const [first = '', second] = typed.split(' ')
  const firsts = names.map((name) => name.split(' ')[0] ?? name)
  const known = similar(first, firsts)
  if (known === undefined || second === undefined) return names.find((name) => name === known)
  const seconds = names.flatMap((name) => (name.startsWith(`${known} `) ? name.slice(known.length + 1) : []))
  const other = similar(second, seconds)
  return other === undefined ? undefined : `${known} ${other}`
}

/** The message does not repeat the word, which may be a key. */
const tooMany = async (typed: readonly string[], command: Command): Promise<CuadreError> => {
  const [name, { operand }] = [typedAs(command), command]
  const names = (await allCommands()).map(typedAs)
  const longer = names.find((other) => other.startsWith(`${name} `) && typed.includes(other.split(' ')[1] ?? ''))
  const words = operandsOf(operand)
  const takes = words.map((word) => `${isOptional(word) ? 'at most ' : ''}one ${nameIn(word)}`).join(' and ')
  const toma = words.map((word) => `${isOptional(word) ? 'como máximo ' : ''}un ${nameIn(word)}`).join(' y ')
  return usageError(
    {
      en: `"cuadre ${name}" takes ${takes || 'flags only'}; there is one argument too many`,
      es: `"cuadre ${name}" recibe ${toma || 'solo opciones'}; sobra un argumento`,
    },
    longer === undefined
      ? { en: `see "cuadre ${name} --help"`, es: `vea "cuadre ${name} --help"` }
      : { en: `did you mean "cuadre ${longer}"?`, es: `¿quiso decir "cuadre ${longer}"?` },
  )
}

const tooFew = (command: Command): CuadreError => {
  const [name, { operand }] = [typedAs(command), command]
  const words = operandsOf(operand).map(nameIn)
  const needs = words.map((word) => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`)
  return usageError(
    { en: `"cuadre ${name}" needs ${needs.join(' and ')}`, es: `a "cuadre ${name}" le falta ${words.join(' y ')}` },
    { en: `see "cuadre ${name} --help"`, es: `vea "cuadre ${name} --help"` },
  )
}

/** An error of yargs in our words. */
const parsingError = async (error: unknown, words: readonly string[], command: Command): Promise<unknown> => {
  if (!(error instanceof Error)) return error
  const [, valueless] = /^Not enough arguments following: (.+)$/.exec(error.message) ?? []
  if (valueless !== undefined)
    return usageError(
      { en: `--${valueless} is given without a value`, es: `--${valueless} se da sin valor` },
      { en: 'give one', es: 'dele uno' },
    )
  const [, valued] = /^Argument unexpected for: (.+)$/.exec(error.message) ?? []
  if (valued !== undefined)
    return usageError(
      { en: `--${valued} takes no value`, es: `--${valued} no lleva valor` },
      { en: 'give it alone, or leave it out', es: 'dela sola, u omítala' },
    )
  if (/^Not enough non-option arguments/.test(error.message)) return tooFew(command)
  if (/^Unknown (argument|command)/.test(error.message)) return tooMany(words, command)
  return error
}
