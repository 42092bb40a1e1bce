import { fold } from './fold.ts'

/** A word is hidden as written; a code also with signs between its characters. */
export type PartKind = 'word' | 'code'

/** The parts of a document number or a name that each identify a person, in folded letters. */
export function* personalParts(text: string): Generator<readonly [part: string, kind: PartKind]> {
  const whole = fold(text).letters
  if (whole === '') return
  yield [whole, 'code']
  for (const word of text.split(NEITHER_LETTER_NOR_DIGIT)) {
    const letters = fold(word).letters
    if (isTelling(letters) && letters !== whole) yield [letters, kindOf(letters)]
  }
  for (const [word] of text.matchAll(WORD_OF_PARTS)) {
    const letters = fold(word).letters
    if (isTelling(letters)) yield [letters, 'code']
  }
  for (const part of numbersIn(whole)) yield [part, 'code']
  const [, number = ''] = CHECK_DIGIT_APART.exec(text) ?? []
  for (const part of numbersIn(fold(number).letters)) yield [part, 'code']
}

/** A number and one digit by itself after a dash, as the tax number of a person is written: `79.456.123-2`. */
const CHECK_DIGIT_APART = /^(.*\p{N})\s*[\p{Pd}\u2212]\s*\p{N}\s*$/u

const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]+/u
/** Others may write O'Brien and María-José as one word: `obrien`, `mariajose`. */
const WORD_OF_PARTS = /[\p{L}\p{M}]+(?:['’ʼ‘`´\p{Pd}][\p{L}\p{M}]+)+/gu
const isTelling = (letters: string): boolean => letters.length >= TELLING && !COMMON.has(letters)
const kindOf = (letters: string): PartKind => (/\d/.test(letters) ? 'code' : 'word')

/** The fewest letters of a part: "de" and "la" occur in half of all sentences, and identify nobody. */
const TELLING = 3
const COMMON: ReadonlySet<string> = new Set(['del', 'las', 'los', 'san', 'sas', 'the', 'and'])

/** The numbers inside a document: without letters of a passport or a kind, without leading zeros, without a check digit at the end. */
function* numbersIn(whole: string): Generator<string> {
  for (const [digits] of whole.matchAll(/\d{5,}/g)) {
    yield digits
    const bare = digits.replace(/^0+/, '')
    if (bare.length >= 5) yield bare
    if (bare.length === 10 && checkDigitOf(bare) === bare.at(-1)) yield bare.slice(0, -1)
  }
}

/** The check digit of a Colombian tax number (NIT), by the tax office's rule for the first nine digits: weighted sum modulo 11. */
const checkDigitOf = (number: string): string => {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number.charAt(at)), 0)
  const rest = sum % 11
  return String(rest < 2 ? rest : 11 - rest)
}
const WEIGHTS = [41, 37, 29, 23, 19, 17, 13, 7, 3]
