import { type Centavos, groupDigits, inSpanish, inWords, size, splitDigits } from '../core/money.ts'
import type { Both } from '../std/both.ts'
import type { Language } from './language.ts'

/** As wide as a plus, so that signed sums align in a column. */
const MINUS = '\u2212'

/** Formats of numbers and sums: Colombia groups with dots and has a decimal comma. */
const WAYS = {
  en: { group: ',', decimal: '.', thousand: 'k', money: inWords },
  es: { group: '.', decimal: ',', thousand: 'mil', money: inSpanish },
} as const satisfies Record<Language, object>

/**
 * Grouped digits without a currency sign, for columns: `44,590,000`, `44.590.000`; two decimals only when there are
 * centavos.
 */
export const digitsOf = (sum: Centavos, language: Language): string =>
  `${sum < 0n ? MINUS : ''}${unsigned(sum, language)}`

/**
 * A sum with its currency sign, for sentences: `COP 44,590,000`, `$ 44.590.000`. Its space is one that a person types and
 * `grep` finds; pages keep the two together.
 */
export const moneyIn = (sum: Centavos, language: Language): string => WAYS[language].money(sum).replace('-', MINUS)

/** A signed sum: positive sums carry a plus. */
export const signedDigitsOf = (sum: Centavos, language: Language): string =>
  `${sum > 0n ? '+' : ''}${digitsOf(sum, language)}`

/**
 * A sum in thousands or millions of pesos for a chart, to about three digits: `2,418 M`, `44.6 M`, `120 k`; `mil` in
 * Spanish.
 */
export const shortIn = (sum: Centavos, language: Language): string => {
  const { group, decimal, thousand } = WAYS[language]
  const sign = sum < 0n ? MINUS : ''
  const inUnits = (unit: bigint): bigint => (size(sum) + unit / 2n) / unit
  const [thousands, tenths, millions] = [100_000n, 10_000_000n, 100_000_000n].map(inUnits) as [bigint, bigint, bigint]
  if (thousands < 1n) return digitsOf(sum, language)
  if (thousands < 1_000n) return `${sign}${thousands} ${thousand}`
  if (tenths >= 1_000n) return `${sign}${groupDigits(`${millions}`, group)} M`
  const tenth = tenths % 10n
  return `${sign}${tenths / 10n}${tenth === 0n ? '' : `${decimal}${tenth}`} M`
}

/** A number, grouped, with the decimals that it has. */
export const numberIn = (number: number, language: Language): string => {
  const { group, decimal } = WAYS[language]
  const [whole = '', decimals] = String(Math.abs(number)).split('.')
  return `${number < 0 ? MINUS : ''}${groupDigits(whole, group)}${decimals === undefined ? '' : `${decimal}${decimals}`}`
}

const unsigned = (sum: Centavos, language: Language): string => {
  const { group, decimal } = WAYS[language]
  const { whole, decimals } = splitDigits(sum)
  return `${groupDigits(whole, group)}${decimals.replace('.', decimal)}`
}

/** Nouns after a number: singular and plural. */
const NOUNS = {
  settlement: { en: ['settlement', 'settlements'], es: ['liquidación', 'liquidaciones'] },
  invoice: { en: ['invoice', 'invoices'], es: ['factura', 'facturas'] },
  reading: { en: ['reading', 'readings'], es: ['lectura', 'lecturas'] },
  notification: { en: ['notification', 'notifications'], es: ['notificación', 'notificaciones'] },
  chargeback: { en: ['chargeback', 'chargebacks'], es: ['contracargo', 'contracargos'] },
  merchant: { en: ['merchant', 'merchants'], es: ['comercio', 'comercios'] },
  record: { en: ['record', 'records'], es: ['registro', 'registros'] },
  item: { en: ['item', 'items'], es: ['elemento', 'elementos'] },
  page: { en: ['page', 'pages'], es: ['página', 'páginas'] },
  file: { en: ['file', 'files'], es: ['archivo', 'archivos'] },
  folder: { en: ['folder', 'folders'], es: ['carpeta', 'carpetas'] },
  date: { en: ['date', 'dates'], es: ['fecha', 'fechas'] },
  finding: { en: ['finding', 'findings'], es: ['novedad', 'novedades'] },
  'business day': { en: ['business day', 'business days'], es: ['día hábil', 'días hábiles'] },
} as const satisfies Readonly<Record<string, Both<readonly [string, string]>>>

/** A number and its noun: `1 invoice`, `2.300 facturas`. */
export const countOf = (number: number, noun: keyof typeof NOUNS, language: Language): string =>
  `${numberIn(number, language)} ${NOUNS[noun][language][number === 1 ? 0 : 1]}`
