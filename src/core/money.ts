/**
 * Money, in whole centavos of COP. A bare number or bigint is not money; the functions below convert it. It is a
 * bigint, since the centavos of 163,768 invoices of the largest amount exceed the exact range of a double.
 */
declare const centavos: unique symbol
export type Centavos = bigint & { readonly [centavos]: true }

export const ZERO = 0n as Centavos

const TYPED = /^(?:COP|\$)?\s*((?:\d{1,3}(?:,\d{3})+|\d{1,13})(?:\.\d\d)?|(?:\d{1,3}(?:\.\d{3})+|\d{1,13})(?:,\d\d)?)$/

/** A sum as it is typed, or as a screen prints it in either language, in centavos; null for another text. */
export const sumTyped = (text: string): Centavos | null => {
  const [, typed] = TYPED.exec(text) ?? []
  if (typed === undefined) return null
  const digits = typed.replace(/\D/g, '')
  const sum = fromCentavos(BigInt(/[.,]\d\d$/.test(typed) ? digits : `${digits}00`))
  return isExact(sum) ? sum : null
}

/** Beyond this many pesos, neighbouring doubles are more than a centavo apart, so a fraction has already been rounded. */
export const FRACTIONS_EXACT_BELOW = 2 ** 46
/** SPEC, section 1: a JSON number this near to a centavo, in COP, is that centavo. */
const NEAR = 0.000001

/**
 * Converts a JSON number of pesos to centavos; null when it is not an exact number of centavos. The first test accepts
 * every amount with two decimals; the second also accepts the floating-point error of a computed sum.
 */
export const fromPesos = (pesos: number): Centavos | null => {
  const whole = Math.round(pesos * 100)
  if (!Number.isSafeInteger(whole)) return null
  if (Math.abs(pesos) >= FRACTIONS_EXACT_BELOW && !Number.isInteger(pesos)) return null
  if (whole / 100 !== pesos && Math.abs(pesos - whole / 100) > NEAR) return null
  return BigInt(whole) as Centavos
}

/** Converts a whole number of centavos, as SQLite stores it. */
export const fromCentavos = (value: bigint | number): Centavos => BigInt(value) as Centavos

export const plus = (a: Centavos, b: Centavos): Centavos => (a + b) as Centavos
/** The sum of some sums; zero for none. */
export const sumOf = (sums: readonly Centavos[]): Centavos => sums.reduce(plus, ZERO)
/** The sum of those that are known; null when none is. */
export const sumOfKnown = (sums: readonly (Centavos | null)[]): Centavos | null => {
  const known = sums.filter((sum) => sum !== null)
  return known.length === 0 ? null : sumOf(known)
}
export const minus = (a: Centavos, b: Centavos): Centavos => (a - b) as Centavos
/** A multiple of a sum. */
export const times = (sum: Centavos, factor: number): Centavos => (sum * BigInt(factor)) as Centavos
export const negate = (a: Centavos): Centavos => -a as Centavos
export const size = (a: Centavos): Centavos => (a < 0n ? negate(a) : a)
/** Whether a double holds the sum exactly, as columns and JSON require: up to ± COP 90,071,992,547,409.91. */
export const isExact = (a: Centavos): boolean => size(a) <= BigInt(Number.MAX_SAFE_INTEGER)
export const isFractional = (a: Centavos): boolean => a % 100n !== 0n

/** Divides to the nearest whole number, halves away from zero. The fees of a tariff are rounded by its own rule (fees/exact-tariff.ts). */
export const divideHalfAwayFromZero = (dividend: bigint, divisor: bigint): Centavos => {
  const half = dividend < 0n ? -divisor / 2n : divisor / 2n
  return ((dividend + half) / divisor) as Centavos
}

/** COP as plain digits with at most two decimals: `610000`, `610000.5`, `-0.05`. */
export const toPesos = (a: Centavos): string => {
  const { sign, whole, decimals } = splitDigits(a)
  return `${sign}${whole}${decimals.replace(/0$/, '')}`
}

/** COP for a sentence: `COP 1,850,000`, `COP 1,850,000.50`, `-COP 1`. */
export const inWords = (a: Centavos): string => {
  const { sign, whole, decimals } = splitDigits(a)
  return `${sign}COP ${groupDigits(whole, ',')}${decimals}`
}

/** The same in Spanish: `$ 1.850.000`, `$ 1.850.000,50`. */
export const inSpanish = (a: Centavos): string => {
  const { sign, whole, decimals } = splitDigits(a)
  return `${sign}$ ${groupDigits(whole, '.')}${decimals.replace('.', ',')}`
}

/** Digits in groups of three. */
export const groupDigits = (digits: string, separator: string): string => digits.replace(/\B(?=(\d{3})+$)/g, separator)

/** There are two decimals or none. */
export const splitDigits = (a: Centavos): { sign: string; whole: string; decimals: string } => {
  const digits = size(a).toString().padStart(3, '0')
  const cents = digits.slice(-2)
  return { sign: a < 0n ? '-' : '', whole: digits.slice(0, -2), decimals: cents === '00' ? '' : `.${cents}` }
}

/** A number of settlements, invoices or payouts, and their sum in centavos. */
export interface Amount {
  readonly number: number
  readonly sum: Centavos
}

export const amountOf = (items: readonly { readonly sum: Centavos }[]): Amount => ({
  number: items.length,
  sum: sumOf(items.map(({ sum }) => sum)),
})

export const amountOfSums = (sums: readonly Centavos[]): Amount => amountOf(sums.map((sum) => ({ sum })))

export const addAmounts = (a: Amount, b: Amount): Amount => ({ number: a.number + b.number, sum: plus(a.sum, b.sum) })
