/** A pseudo-random number, always the same for the same seed, index and place (murmur's final mixing). */
export const draw = (seed: number, index: number, place: number): number =>
  mixed(seed ^ mixed(Math.imul(index, 0x9e3779b1) ^ place))

const mixed = (value: number): number => {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

export const seedOf = (text: string): number => {
  let seed = 0x811c9dc5
  for (const character of text) seed = mixed(seed ^ (character.codePointAt(0) ?? 0))
  return seed
}

export const pick = <T>(choices: readonly [T, ...T[]], drawn: number): T =>
  choices[drawn % choices.length] ?? choices[0]

/** Eight hex digits. */
export const drawHex = (seed: number, index: number, place: number): string =>
  draw(seed, index, place).toString(16).padStart(8, '0')
