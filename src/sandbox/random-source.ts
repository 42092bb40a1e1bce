import { createHash } from 'node:crypto'

/** A source of pseudo-random values; the same key always gives the same sequence. */
export interface RandomSource {
  /** A whole number below 2^32. */
  readonly bits: () => number
  /** At least 0 and below 1. */
  readonly fraction: () => number
  /** A whole number between both bounds, each included. */
  readonly between: (least: number, most: number) => number
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item
}

/** The 32-bit generator sfc32: small, fast, and good enough for made-up data. Not for secrets. */
const generator = (a: number, b: number, c: number): (() => number) => {
  let [x, y, z, counter] = [a | 0, b | 0, c | 0, 1]
  const next = (): number => {
    const sum = (((x + y) | 0) + counter) | 0
    counter = (counter + 1) | 0
    x = y ^ (y >>> 9)
    y = (z + (z << 3)) | 0
    z = (((z << 21) | (z >>> 11)) + sum) | 0
    return sum >>> 0
  }
  // The first values still resemble the key; the generator's author advises to discard twelve.
  for (let round = 0; round < 12; round += 1) next()
  return next
}

const handOut = (bits: () => number): RandomSource => {
  const fraction = (): number => bits() / 2 ** 32
  const between = (least: number, most: number): number => least + Math.floor(fraction() * (most - least + 1))
  return { bits, fraction, between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] }
}

/** A sequence for each subject, so that more values for one do not change those of another. */
export const randomOf = (seed: number, subject: string): RandomSource => {
  const digest = createHash('sha256').update(`${seed}:${subject}`).digest()
  return handOut(generator(digest.readInt32LE(0), digest.readInt32LE(4), digest.readInt32LE(8)))
}

/** A sequence for a member of a large family, where hashing each member would cost more than its values. */
export const randomOfMember = (family: number, member: number): RandomSource =>
  handOut(generator(family, member, 0x9e3779b9))
