import { chanceOf, chanceOfMember } from '../chance.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const letters = (value: number, length: number): string => {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = (ALPHABET[rest % 32] ?? '') + text
  return text
}

export interface Identifiers {
  /** For the n-th of its kind, made at this instant. */
  readonly invoice: (nth: number, instant: number) => string
  readonly payment: (nth: number, instant: number) => string
  readonly webhook: (nth: number) => string
}

/**
 * Ids begin with their time, so that a database takes them in order, go on with their number, which makes them unique,
 * and end in letters from the seed, so that they cannot be told from one another's.
 */
const timeOrdered =
  (prefix: string, family: number) =>
  (nth: number, instant: number): string =>
    `${prefix}_${letters(instant, 9)}${letters(nth, 6)}${letters(chanceOfMember(family, nth).bits(), 6)}`

/** The second webhook format says that its id is a UUID, so both formats have one. */
const uuid = (seed: number, nth: number): string => {
  const chance = chanceOf(seed, `webhook:${nth}`)
  const hex = Array.from({ length: 4 }, () => chance.bits().toString(16).padStart(8, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

export const identifiersOf = (seed: number): Identifiers => ({
  invoice: timeOrdered('inv', chanceOf(seed, 'invoice ids').bits()),
  payment: timeOrdered('pay', chanceOf(seed, 'payment ids').bits()),
  webhook: (nth) => uuid(seed, nth),
})
