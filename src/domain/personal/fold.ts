/** A text without case, accents and punctuation, and the position of each of its letters in the original. */
export interface FoldedText {
  /** Letters a to z and digits, without accents and from any script; other letters unchanged. */
  readonly letters: string
  /** Where each letter starts in the original, and where the next character after it and its accents starts. */
  readonly from: readonly number[]
  readonly to: readonly number[]
}

/** Folds a text for comparing names and document numbers. */
export const fold = (text: string): FoldedText => {
  let letters = ''
  const from: number[] = []
  const to: number[] = []
  let at = 0
  for (const sign of text) {
    const end = at + sign.length
    const plain = plainOf(sign)
    if (plain === '' && MARK.test(sign) && to.at(-1) === at) to[to.length - 1] = end
    for (let unit = 0; unit < plain.length; unit += 1) {
      from.push(at)
      to.push(end)
    }
    letters += plain
    at = end
  }
  return { letters, from, to }
}

const MARK = /\p{M}/u
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{N}]+/gu

const plainOf = (sign: string): string => {
  if (sign >= '0' && sign <= '9') return sign
  const small = sign.toLowerCase()
  if (small >= 'a' && small <= 'z' && small.length === 1) return small
  if (sign < '\u0080') return ''
  return (NO_ACCENT[small] ?? small.normalize('NFKD'))
    .replace(NEITHER_LETTER_NOR_DIGIT, '')
    .replace(DIGIT, digitOf)
    .toLowerCase()
}

/** Letters of Latin scripts that Unicode does not decompose. */
const NO_ACCENT: Readonly<Record<string, string | undefined>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

const DIGIT = /\p{Nd}/gu
/** Digits of every script are in rows of ten, and rows may adjoin. */
const digitOf = (digit: string): string => {
  const point = Number(digit.codePointAt(0))
  let zero = point
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String((point - zero) % 10)
}
