import { type Centavos, size } from '../core/money.ts'
import type { Both } from '../std/both.ts'
import type { Language } from './language.ts'

const THOUSAND = 1_000n
const MILLION = 1_000_000n

/** A sum of money in words, as letters and cheques have it: `two pesos and fifty centavos`, `dos pesos con cincuenta centavos`. */
export const moneyInWords = (sum: Centavos, language: Language): string =>
  WAYS[language](size(sum) / 100n, size(sum) % 100n)

const WAYS: Both<(pesos: bigint, centavos: bigint) => string> = {
  en: (pesos, centavos) => {
    const whole = `${english(pesos)} ${pesos === 1n ? 'peso' : 'pesos'}`
    return centavos === 0n ? whole : `${whole} and ${english(centavos)} ${centavos === 1n ? 'centavo' : 'centavos'}`
  },
  es: (pesos, centavos) => {
    // A million is a noun in Spanish: un millón de pesos, but un millón cien pesos.
    const of = pesos > 0n && pesos % MILLION === 0n ? ' de' : ''
    const whole = `${spanish(pesos)}${of} ${pesos === 1n ? 'peso' : 'pesos'}`
    return centavos === 0n ? whole : `${whole} con ${spanish(centavos)} ${centavos === 1n ? 'centavo' : 'centavos'}`
  },
}

const joined = (...words: readonly string[]): string => words.filter((word) => word !== '').join(' ')

// biome-ignore format: a line each ten
const ENGLISH_BELOW_20 = [
  '', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine',
  'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen',
]
const ENGLISH_TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** Thousands, thousands of thousands, and so on. */
const ENGLISH_POWERS = ['', 'thousand', 'million', 'billion', 'trillion', 'quadrillion']

const english = (number: bigint): string => {
  if (number === 0n) return 'zero'
  const parts: string[] = []
  for (let [rest, power] = [number, 0]; rest > 0n; rest /= THOUSAND, power += 1) {
    const three = Number(rest % THOUSAND)
    if (three > 0) parts.unshift(joined(englishBelow1000(three), ENGLISH_POWERS[power] ?? ''))
  }
  return parts.join(' ')
}

const englishBelow1000 = (number: number): string => {
  if (number >= 100)
    return joined(ENGLISH_BELOW_20[Math.floor(number / 100)] ?? '', 'hundred', englishBelow1000(number % 100))
  if (number < 20) return ENGLISH_BELOW_20[number] ?? ''
  const [ten, one] = [ENGLISH_TENS[Math.floor(number / 10)] ?? '', ENGLISH_BELOW_20[number % 10] ?? '']
  return one === '' ? ten : `${ten}-${one}`
}

/** Before a masculine noun: un, veintiún. */
// biome-ignore format: a line each ten
const SPANISH_BELOW_30 = [
  '', 'un', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve',
  'diez', 'once', 'doce', 'trece', 'catorce', 'quince', 'dieciséis', 'diecisiete', 'dieciocho', 'diecinueve',
  'veinte', 'veintiún', 'veintidós', 'veintitrés', 'veinticuatro', 'veinticinco', 'veintiséis', 'veintisiete', 'veintiocho', 'veintinueve',
]
const SPANISH_TENS = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa']
// biome-ignore format: one line
const SPANISH_HUNDREDS = ['', 'ciento', 'doscientos', 'trescientos', 'cuatrocientos', 'quinientos', 'seiscientos', 'setecientos', 'ochocientos', 'novecientos']
/** Millions, millions of millions: a Spanish billion is 10^12. One and several. */
const SPANISH_POWERS = [
  ['', ''],
  ['millón', 'millones'],
  ['billón', 'billones'],
] as const

const spanish = (number: bigint): string => {
  if (number === 0n) return 'cero'
  const parts: string[] = []
  for (let [rest, power] = [number, 0]; rest > 0n; rest /= MILLION, power += 1) {
    const six = Number(rest % MILLION)
    const [one, several] = SPANISH_POWERS[power] ?? ['', '']
    if (six > 0) parts.unshift(joined(spanishBelowMillion(six), six === 1 ? one : several))
  }
  return parts.join(' ')
}

const spanishBelowMillion = (number: number): string => {
  const [thousands, rest] = [Math.floor(number / 1000), number % 1000]
  const first = thousands === 0 ? '' : thousands === 1 ? 'mil' : `${spanishBelow1000(thousands)} mil`
  return joined(first, spanishBelow1000(rest))
}

const spanishBelow1000 = (number: number): string => {
  if (number === 100) return 'cien'
  if (number > 100) return joined(SPANISH_HUNDREDS[Math.floor(number / 100)] ?? '', spanishBelow1000(number % 100))
  if (number < 30) return SPANISH_BELOW_30[number] ?? ''
  const [ten, one] = [SPANISH_TENS[Math.floor(number / 10)] ?? '', SPANISH_BELOW_30[number % 10] ?? '']
  return one === '' ? ten : `${ten} y ${one}`
}
