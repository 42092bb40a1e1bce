import { wordsIn } from '../core/words-in.ts'
import type { Both } from '../std/both.ts'
import { usageError } from '../std/errors.ts'
import { harmless } from '../std/harmless.ts'
import { isObject } from '../std/json/json-object.ts'
import { similar } from '../std/nearest.ts'

/** Reads a value that another program passes. A JavaScript program may pass any: one of another kind throws USAGE. */
export type ValueReader<T> = (name: string, value: unknown) => T

/** The options of a call. Throws USAGE for an option that the call does not have. */
export const optionsIn = <T extends object>(
  call: string,
  options: unknown,
  readers: { readonly [Name in keyof T]: ValueReader<T[Name]> },
): T => {
  const given = options === undefined ? {} : options
  if (!isObject(given)) throw notAnObject(call)
  const names = Object.keys(readers)
  const unknown = Object.keys(given).find((name) => !names.includes(name))
  if (unknown !== undefined) throw unknownOption(call, harmless(unknown), names)
  const read = (name: keyof T & string): T[keyof T] => readers[name](name, given[name])
  return Object.fromEntries(names.map((name) => [name, read(name as keyof T & string)])) as T
}

const notAnObject = (call: string) =>
  usageError(
    { en: `the options of ${call} must be an object`, es: `las opciones de ${call} deben ser un objeto` },
    { en: 'pass an object such as { name: value }', es: 'pase un objeto como { nombre: valor }' },
  )

const unknownOption = (call: string, name: string, names: readonly string[]) => {
  const near = similar(name, names)
  const meant = near === undefined ? { en: '', es: '' } : { en: `did you mean ${near}? `, es: `¿quiso decir ${near}? ` }
  return usageError(
    { en: `unknown option ${name} of ${call}`, es: `opción desconocida ${name} de ${call}` },
    {
      en: `${meant.en}the options of ${call} are ${names.join(', ')}`,
      es: `${meant.es}las opciones de ${call} son ${names.join(', ')}`,
    },
  )
}

/** Refuses a value, and says what it must be. The message does not repeat the value, which may be a key. */
export const refuseValue = (name: string, value: unknown, what: Both<string>): never => {
  if (value === undefined)
    throw usageError(
      { en: `${name} is missing`, es: `falta ${name}` },
      { en: `pass ${what.en}`, es: `pase ${what.es}` },
    )
  throw usageError(
    { en: `${name} must be ${what.en}`, es: `${name} debe ser ${what.es}` },
    { en: 'correct it', es: 'corríjalo' },
  )
}

export const refuseUnlessFunction = (name: string, value: unknown): void => {
  if (typeof value !== 'function') refuseValue(name, value, { en: 'a function', es: 'una función' })
}

const A_TEXT = { en: 'a text', es: 'un texto' }
const A_LIST = { en: 'a list', es: 'una lista' }
const TRUE_OR_FALSE = { en: 'true or false', es: 'true o false' }

/** An option that may be left out. */
export const optional =
  <T>(read: ValueReader<T>): ValueReader<T | undefined> =>
  (name, value) =>
    value === undefined ? undefined : read(name, value)

/** An option with a default. Null may be passed for itself only where it is the default. */
export const orElse =
  <T, D>(read: ValueReader<T>, otherwise: D): ValueReader<T | D> =>
  (name, value) =>
    value === undefined || value === otherwise ? otherwise : read(name, value)

export const text: ValueReader<string> = (name, value) =>
  typeof value === 'string' ? value : refuseValue(name, value, A_TEXT)

/** A text that is not blank, and can be sent and stored as it is. */
export const filled: ValueReader<string> = (name, value) =>
  typeof value === 'string' && value.trim() !== '' && value.isWellFormed()
    ? value
    : refuseValue(name, value, { en: 'a text that is not empty', es: 'un texto que no esté vacío' })

/** A text that a person wrote, and that is stored. */
export const words =
  (longest?: number): ValueReader<string> =>
  (name, value) =>
    wordsIn(name, text(name, value), longest)

export const truth: ValueReader<boolean> = (name, value) =>
  typeof value === 'boolean' ? value : refuseValue(name, value, TRUE_OR_FALSE)

/** The number of a record. */
export const recordNumber: ValueReader<number> = (name, value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
    ? value
    : refuseValue(name, value, { en: 'a whole number from 1', es: 'un número entero desde 1' })

/** A whole number within bounds, also as the digits that were typed. */
export const wholeNumberWithin =
  (least: number, most: number): ValueReader<number> =>
  (name, value) => {
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most
      ? number
      : refuseValue(name, value, {
          en: `a whole number from ${least} to ${most}`,
          es: `un número entero de ${least} a ${most}`,
        })
  }

export const oneOf =
  <const T extends string>(known: readonly T[]): ValueReader<T> =>
  (name, value) =>
    known.find((one) => one === value) ??
    refuseValue(name, value, { en: `one of ${known.join(', ')}`, es: `uno de ${known.join(', ')}` })

export const LEAVE_OUT: Both<string> = { en: 'leave it out for all of them', es: 'omítala para todos' }
export const NAME_ONE: Both<string> = { en: 'name at least one', es: 'indique al menos uno' }

const ID = /^[0-9a-f]{6,16}$/i

/** An id as a command shows it, or its beginning. */
export const idShownBy =
  (listing: string): ValueReader<string> =>
  (name, value) =>
    typeof value === 'string' && ID.test(value)
      ? value.toLowerCase()
      : refuseValue(name, value, {
          en: `the 16 hex digits that "cuadre ${listing}" shows, or at least the first 6 of them`,
          es: `los 16 dígitos hexadecimales que muestra "cuadre ${listing}", o al menos los 6 primeros`,
        })

/** A list with a member or more. An empty one is an error of the program: it would mean none, and all where it is left out. */
export const listOf =
  <T>(read: ValueReader<T>, nextWhenEmpty: Both<string>): ValueReader<readonly T[]> =>
  (name, value) => {
    if (!Array.isArray(value)) return refuseValue(name, value, A_LIST)
    if (value.length === 0) throw usageError({ en: `${name} is empty`, es: `${name} está vacía` }, nextWhenEmpty)
    // A flag is typed once for each member.
    return Array.from(value, (member, at) => read(name.startsWith('--') ? name : `${name}[${at}]`, member))
  }
