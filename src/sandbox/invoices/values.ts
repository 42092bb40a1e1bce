import { isFields } from '../http/fields.ts'

/** A test of a value from outside, and the words after "must be" in its error. */
export interface Values {
  readonly has: (value: unknown) => boolean
  readonly words: string
}

export const oneOf = (...texts: readonly string[]): Values => ({
  has: (value) => texts.some((text) => text === value),
  words: texts.join(' or '),
})

export const flag: Values = { has: (value) => typeof value === 'boolean', words: 'true or false' }

export const numberFrom = (least: number, most: number): Values => ({
  has: (value) => typeof value === 'number' && value >= least && value <= most,
  words: `a number from ${least} to ${most}`,
})

export const wholeFrom = (least: number, most: number): Values => ({
  has: (value) => Number.isSafeInteger(value) && numberFrom(least, most).has(value),
  words: `a whole number from ${least} to ${most}`,
})

export const except = (values: Values, ...excluded: readonly number[]): Values => ({
  has: (value) => values.has(value) && !excluded.some((one) => one === value),
  words: `${values.words} except ${excluded.join(' and ')}`,
})

export const textLike = (pattern: RegExp, words: string): Values => ({
  has: (value) => typeof value === 'string' && pattern.test(value),
  words,
})

export const textThat = (holds: (text: string) => boolean, words: string): Values => ({
  has: (value) => typeof value === 'string' && holds(value),
  words,
})

/** A list of some of these texts, each at most once. */
export const someOf = (...texts: readonly string[]): Values => ({
  has: (value) =>
    Array.isArray(value) && new Set(value).size === value.length && value.every((item) => texts.includes(item)),
  words: `a list of some of ${texts.join(', ')}`,
})

/** A list of at least one of these texts, in their order. */
export const inOrder = (...texts: readonly string[]): Values => {
  const some = someOf(...texts)
  const places = (value: unknown): readonly number[] =>
    Array.isArray(value) ? value.map((item) => texts.indexOf(item)) : []
  const ascending = (numbers: readonly number[]) => numbers.every((number, at) => number > (numbers[at - 1] ?? -1))
  return {
    has: (value) => some.has(value) && places(value).length > 0 && ascending(places(value)),
    words: `${some.words}, in this order and not empty`,
  }
}

export const listOf = (item: Values, most: number): Values => ({
  has: (value) => Array.isArray(value) && value.length <= most && value.every(item.has),
  words: `a list of at most ${most}, each ${item.words}`,
})

/** A list whose items ascend by this member. */
export const rising = (member: string, list: Values): Values => ({
  has: (value) => {
    if (!list.has(value) || !Array.isArray(value)) return false
    return value.every((item, at) => at === 0 || value[at - 1][member] < item[member])
  },
  words: `${list.words}, by rising ${member}`,
})

type Members = Readonly<Record<string, Values>>

const wordsOf = (members: Members): readonly string[] =>
  Object.entries(members).map(([name, { words }]) => `${name} (${words})`)

/** An object with exactly these members, and with some of the optional ones. */
export const membersOf = (members: Members, optional: Members = {}): Values => {
  const all = { ...members, ...optional }
  const mayHave = wordsOf(optional)
  return {
    has: (value) =>
      isFields(value) &&
      Object.keys(value).every((name) => Object.hasOwn(all, name)) &&
      Object.entries(members).every(([name, { has }]) => has(value[name])) &&
      Object.entries(optional).every(([name, { has }]) => value[name] === undefined || has(value[name])),
    words: `an object with ${wordsOf(members).join(', ')}${mayHave.length === 0 ? '' : `, and perhaps ${mayHave.join(', ')}`}`,
  }
}

/** An object with one member for each of these names. */
export const eachOf = (names: readonly string[], values: Values): Values => ({
  has: membersOf(Object.fromEntries(names.map((name) => [name, values]))).has,
  words: `an object that has for each of ${names.join(', ')} ${values.words}`,
})
