import { inBoth } from '../../std/both.ts'
import type { CuadreError } from '../../std/errors.ts'
import { similar } from '../../std/nearest.ts'
import type { CommandOutline } from '../commands/commands.ts'
import { type Command, type Flags, nameIn, operandsOf, typedAs, usageError } from './command.ts'

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
  if (operandsOf(command.operand).map(nameIn).includes(name))
    return usageError(message, {
      en: `write it without the flag: cuadre ${typedAs(command)} <${name}>`,
      es: `escríbalo sin la opción: cuadre ${typedAs(command)} <${name}>`,
    })
  const known = similar(name, Object.keys(command.flags))
  return usageError(message, {
    en: `${known ? `did you mean --${known}? ` : ''}see "cuadre ${typedAs(command)} --help"`,
    es: `${known ? `¿quiso decir --${known}? ` : ''}vea "cuadre ${typedAs(command)} --help"`,
  })
}

export const isOn = (words: readonly string[], flag: string): boolean => namesIn(words).includes(flag)

/** The command that the words name, and the words by its name: those that are neither flags nor values of flags, and the flag of a folded one. */
export const commandIn = <C extends CommandOutline>(
  words: readonly string[],
  commands: readonly C[],
): Named<C> | null => {
  const places = placesOfBareWords(words, commands)
  const named = commands.flatMap((command) => {
    const forms = [command.name, command.foldedInto ?? []].flat().map((form) => form.split(' '))
    return forms.filter((form) => isTyped(form, words, places)).map((form) => ({ command, form }))
  })
  const longest = named.toSorted((one, other) => other.form.length - one.form.length)[0]
  if (longest === undefined) return null
  const { command, form } = longest
  const flag = form.find((part) => part.startsWith('--')) ?? null
  const spent = places.slice(0, form.length - (flag === null ? 0 : 1))
  const rest = words.filter((_, at) => !spent.includes(at))
  const others =
    flag === null ? rest : rest.flatMap((word) => (word === flag ? [] : word.replace(new RegExp(`^${flag}=`), '')))
  return { command, words: [...command.name.split(' '), ...others] }
}

interface Named<C> {
  readonly command: C
  readonly words: readonly string[]
}

/** A flag that is given twice names nothing: it is refused then. */
const isTyped = (form: readonly string[], words: readonly string[], places: readonly number[]): boolean =>
  form.every((part, at) =>
    part.startsWith('--')
      ? namesIn(words).filter((name) => name === part.slice(2)).length === 1
      : part === words[places[at] ?? -1],
  )

/** yargs has no commands of two words. We join them with a hyphen for yargs, and part them again in its texts. */
const HYPHEN = '-'
export const joinWords = (name: string): string => name.replaceAll(' ', HYPHEN)

const placesOfBareWords = (words: readonly string[], commands: readonly CommandOutline[]): readonly number[] =>
  [...words.keys()].filter((at) => !words[at]?.startsWith('-') && !takesNext(words[at - 1], commands))

const takesNext = (word: string | undefined, commands: readonly CommandOutline[]): boolean => {
  const name = word?.startsWith('--') ? word.slice(2) : ''
  return commands.some(({ flags }) => Object.hasOwn(flags, name) && flags[name]?.kind !== 'switch')
}

/** The value of a flag anywhere in the words; undefined without the flag. */
export const textBehind = (words: readonly string[], flag: string): string | undefined => {
  const at = words.indexOf(`--${flag}`)
  return at === -1 ? words.find((word) => word.startsWith(`--${flag}=`))?.slice(flag.length + 3) : words[at + 1]
}
