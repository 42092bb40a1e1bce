/**
 * A text of the service without the person it is about. A document number may come back without its dots, and a name in another
 * case or order: so every word of it that could tell is hidden by itself.
 */
export const withoutPersonal = (text: string, personal: readonly string[]): string =>
  [...new Set(personal.flatMap(partsOf))]
    .sort((a, b) => b.length - a.length)
    .reduce((told, part) => told.replace(patternOf(part), '[hidden]'), text)

const NO_LETTER = /[^\p{L}\p{N}]+/u
const partsOf = (text: string): readonly string[] => {
  const words = text.split(NO_LETTER)
  return [text.trim(), words.join(''), ...words.filter((word) => word.length >= TELLING)].filter((part) => part !== '')
}
/** "de" and "la" are in half of all sentences, and tell nothing. */
const TELLING = 3

/** A long part is hidden wherever it stands (`CC1032456789`), a short one only as a word of its own. */
const patternOf = (part: string): RegExp => {
  const literal = part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return new RegExp(part.length >= LONG ? literal : `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu')
}
const LONG = 6
