import { inBoth } from '../../std/both.ts'
import type { CuadreError } from '../../std/errors.ts'
import { nearest } from '../../std/nearest.ts'
import type { KnownCommand } from '../commands/commands.ts'
import { type Command, type Flags, usageError } from './command.ts'

/**
 * Refuses unknown and repeated flags. yargs would accept them, or report them together with the typed value, which may
 * be a key. A value begins with a dash only after an equals sign, so every word with a dash is a flag.
 */
export const refuseStrangeFlags = (words: readonly string[], command: Command): void => {
  const given = namesIn(words)
  const known: Flags = { ...command.flags, ...ALWAYS }
  for (const name of given) if (!Object.hasOwn(known, name)) throw strangeFlag(name, command)
  const twice = given.find((name, at) => known[name]?.kind !== 'repeatable' && given.indexOf(name) !== at)
  if (twice !== undefined)
    throw usageError(
      { en: `--${twice} is given more than once`, es: `--${twice} se da más de una vez` },
      { en: 'give it once', es: 'dela una sola vez' },
    )
}

const NOTHING = inBoth('')
const ALWAYS: Flags = {
  help: { kind: 'switch', describe: NOTHING },
  h: { kind: 'switch', describe: NOTHING },
  version: { kind: 'switch', describe: NOTHING },
}

/** The flags among the words, without dashes and values. */
const namesIn = (words: readonly string[]): readonly string[] =>
  beforeDashes(words)
    .filter((word) => /^-./.test(word))
    .map((word) => word.replace(/^--?/, '').replace(/=.*$/s, ''))

/** A word after a bare `--` is not a flag. */
const beforeDashes = (words: readonly string[]): readonly string[] => {
  const end = words.indexOf('--')
  return end === -1 ? words : words.slice(0, end)
}

const strangeFlag = (name: string, command: Command): CuadreError => {
  if (/^\d[\d.,]{0,30}$/.test(name))
    return usageError(
      { en: `-${name} is taken for a flag`, es: `-${name} se toma por una opción` },
      {
        en: `write a value below zero behind an equals sign: =-${name}`,
        es: `escriba un valor menor que cero detrás de un signo igual: =-${name}`,
      },
    )
  const message = /^[A-Za-z0-9_-]{1,40}$/.test(name)
    ? { en: `unknown flag --${name}`, es: `opción desconocida --${name}` }
    : { en: 'unknown flag', es: 'opción desconocida' }
  if (/key|secret|token|password/i.test(name)) {
    return usageError(message, {
      en: 'keys are never flags: set CUADRE_API_KEY, or CUADRE_API_KEY_FILE',
      es: 'las claves nunca son opciones: defina CUADRE_API_KEY, o CUADRE_API_KEY_FILE',
    })
  }
  const known = nearest(name, Object.keys(command.flags), Math.ceil(name.length / 2))
  return usageError(message, {
    en: `${known ? `did you mean --${known}? ` : ''}see "cuadre ${command.name} --help"`,
    es: `${known ? `¿quiso decir --${known}? ` : ''}vea "cuadre ${command.name} --help"`,
  })
}

export const isOn = (words: readonly string[], flag: string): boolean => namesIn(words).includes(flag)

/** The command that the words name: the first two words, or the first one, that are neither flags nor values of flags. */
export const commandIn = <C extends KnownCommand>(words: readonly string[], commands: readonly C[]): C | null => {
  const places = placesOfBareWords(words, commands)
  const isNamed = ({ name }: C): boolean => name.split(' ').every((part, at) => part === words[places[at] ?? -1])
  const named = commands.filter(isNamed)
  return named.find(({ name }) => name.includes(' ')) ?? named[0] ?? null
}

/** Puts the command in front, where yargs looks up its flags, as the one word by which yargs knows it. */
export const commandFirst = (words: readonly string[], command: Command | null): string[] => {
  const parts = command?.name.split(' ').length ?? 1
  const places = placesOfBareWords(words, command === null ? [] : [command]).slice(0, parts)
  const named = places.map((place) => words[place]).join(HYPHEN)
  return [...(places.length === 0 ? [] : [named]), ...words.filter((_, at) => !places.includes(at))]
}

/** yargs has no commands of two words. We join them with a hyphen for yargs, and part them again in its texts. */
const HYPHEN = '-'
export const joinWords = (name: string): string => name.replaceAll(' ', HYPHEN)

const placesOfBareWords = (words: readonly string[], commands: readonly KnownCommand[]): readonly number[] =>
  [...words.keys()].filter((at) => !words[at]?.startsWith('-') && !takesNext(words[at - 1], commands))

const takesNext = (word: string | undefined, commands: readonly KnownCommand[]): boolean => {
  const name = word?.startsWith('--') ? word.slice(2) : ''
  return commands.some(({ flags }) => Object.hasOwn(flags, name) && flags[name]?.kind !== 'switch')
}

/** The value of a flag anywhere in the words; undefined without the flag. */
export const textBehind = (words: readonly string[], flag: string): string | undefined => {
  const at = words.indexOf(`--${flag}`)
  return at === -1 ? words.find((word) => word.startsWith(`--${flag}=`))?.slice(flag.length + 3) : words[at + 1]
}
