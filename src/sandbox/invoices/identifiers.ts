import { randomOf, randomOfMember } from '../random-source.ts'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

const letters = (value: number, length: number): string => {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = (ALPHABET[rest % 32] ?? '') + text
  return text
}

export interface Identifiers {
  /** The id of the n-th invoice, created at this instant. */
  readonly invoice: (nth: number, instant: number) => string
  readonly payment: (nth: number, instant: number) => string
  readonly webhook: (nth: number) => string
}

/**
 * An id begins with its time, so that a database appends it in order. A number makes it unique, and letters from the seed make it
 * impossible to guess.
 */
const timeOrdered =
  (prefix: string, family: number) =>
  (nth: number, instant: number): string =>
    `${prefix}_${letters(instant, 9)}${letters(nth, 6)}${letters(randomOfMember(family, nth).bits(), 6)}`

/** The second webhook format requires a UUID as id, so both formats have one. */
const uuid = (seed: number, nth: number): string => {
  const random = randomOf(seed, `webhook:${nth}`)
  const hex = Array.from({ length: 4 }, () => random.bits().toString(16).padStart(8, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

export const identifiersOf = (seed: number): Identifiers => ({
  invoice: timeOrdered('inv', randomOf(seed, 'invoice ids').bits()),
  payment: timeOrdered('pay', randomOf(seed, 'payment ids').bits()),
  webhook: (nth) => uuid(seed, nth),
})
