/** A text of the service without the person it is about. */
export const withoutPersonal = (text: string, personal: readonly string[]): string =>
  hiderOf(personal, '[hidden]')(text)

/**
 * Hides who somebody is in any text. A document number may come with other dots than it was given with, and a name in another case
 * or order, or without its accents: so every word of it that could tell is hidden by itself.
 */
export const hiderOf = (personal: readonly string[], instead: string): ((text: string) => string) => {
  const parts = [...new Set(personal.flatMap(partsOf))].sort((a, b) => b.length - a.length)
  const plain = parts.map(plainly)
  const numbers = parts.filter(isNumber)
  let pattern: RegExp | null = null
  return (text) => {
    // Nearly all texts hold nothing of the person, and patterns are a hundred times as slow as looking for plain words.
    const [inPlain, digits] = [plainly(text), numbers.length === 0 ? '' : text.replace(/\D+/g, '')]
    const may = plain.some((part) => inPlain.includes(part)) || numbers.some((number) => digits.includes(number))
    if (!may) return text
    pattern ??= new RegExp(parts.map(patternOf).join('|'), 'giu')
    return text.replace(pattern, () => instead)
  }
}

/** Without case and accents. */
const plainly = (text: string): string =>
  (/^[ -~]*$/.test(text) ? text : text.normalize('NFD').replace(/\p{M}+/gu, '')).toUpperCase().toLowerCase()

const isNumber = (part: string): boolean => part.length >= LONG && /^\d+$/.test(part)

const NO_LETTER = /[^\p{L}\p{M}\p{N}]+/u
const partsOf = (text: string): readonly string[] => {
  const words = text.split(NO_LETTER)
  return [text.trim(), words.join(''), ...words.filter((word) => word.length >= TELLING)].filter((part) => part !== '')
}
/** "de" and "la" are in half of all sentences, and tell nothing. */
const TELLING = 3

/** A long part is hidden wherever it stands (`CC1032456789`), a short one only as a word of its own. */
const patternOf = (part: string): string => {
  const letters = [...part.normalize('NFC')].map(letterOf)
  if (part.length < LONG) return `(?<![\\p{L}\\p{N}])${letters.join('')}(?![\\p{L}\\p{N}])`
  return letters.join(isNumber(part) ? DOTS : '')
}
const LONG = 6
/** What may stand between the digits of a document number. */
const DOTS = '[.,\\s-]?'

/** One sign as a pattern. A letter that may carry an accent stands for itself with one and without. */
const letterOf = (letter: string): string => {
  const plain = letter.normalize('NFD').charAt(0)
  const family = ACCENTED[plain.toLowerCase()]
  if (family !== undefined) return `(?:${plain}\\p{M}*|[${family}${letter}])`
  return letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
}
const ACCENTED: Readonly<Record<string, string | undefined>> = {
  a: 'áàâãä',
  e: 'éèêë',
  i: 'íìîï',
  o: 'óòôõö',
  u: 'úùûü',
  n: 'ñ',
  c: 'ç',
}
