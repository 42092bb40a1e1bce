/** An exact number; `bottom` is positive. */
export interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

export const fractionOf = (value: number): Fraction => {
  const [whole = '', decimals = ''] = String(value).split('.')
  return { top: BigInt(whole + decimals), bottom: 10n ** BigInt(decimals.length) }
}

export const add = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.bottom + other.top * one.bottom,
  bottom: one.bottom * other.bottom,
})

export const minus = (one: Fraction, other: Fraction): Fraction => add(one, { ...other, top: -other.top })

export const times = (one: Fraction, other: Fraction): Fraction => ({
  top: one.top * other.top,
  bottom: one.bottom * other.bottom,
})

export const isLess = (one: Fraction, other: Fraction): boolean => minus(one, other).top < 0n

/** Halves go up. */
export const nearest = ({ top, bottom }: Fraction): bigint => {
  const [doubled, unit] = [2n * top + bottom, 2n * bottom]
  const cut = doubled / unit
  return doubled % unit < 0n ? cut - 1n : cut
}
