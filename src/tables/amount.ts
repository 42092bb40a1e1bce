import { type Centavos, fromCentavos, isExact, negate } from '../core/money.ts'

export type DecimalSign = '.' | ','

/** A sum as a bank wrote it. */
export interface ParsedAmount {
  readonly value: Centavos
  /** The decimal sign that it shows, directly or by its grouping; null when it shows neither. */
  readonly decimal: DecimalSign | null
}

/**
 * Parses a sum in every usual form: `1.234.567,89`, `1,234,567.89`, `1'234.567`, `$ 1234567`, `,50`; with the sign
 * before or after it, in parentheses, or as D, DB, DR, C, CR. COP has at most two decimals, so three digits after a
 * separator are a group of thousands. Null for anything else, and for a sum beyond the exact range.
 */
export const readAmount = (text: string): ParsedAmount | null => {
  if (BLANK_INSIDE.test(text) && !GROUPED_BY_BLANKS.test(text)) return null
  const bare = text.replace(/[\s\u00a0\u202f$]|COP|COL/gi, '').replace(/\u2212/g, '-')
  const [, parenthesis = '', before = '', digits = '', behind = '', closing = ''] = SIGNED.exec(bare) ?? []
  const signs = [parenthesis === '' ? '' : '-', before, behind].filter((sign) => sign !== '')
  if (signs.length > 1 || (parenthesis === '') !== (closing === '')) return null
  const number = unsigned(digits)
  if (number === null || !isExact(number.value)) return null
  return /^(-|D)/i.test(signs[0] ?? '') ? { ...number, value: negate(number.value) } : number
}
/** A blank between digits separates groups of thousands, or stands between two numbers. */
const BLANK_INSIDE = /\d\s+\d/
const GROUPED_BY_BLANKS = /^\D*[1-9]\d{0,2}(?:\s\d{3})+(?:[.,]\d{1,2})?\D*$/
const SIGNED = /^(\()?(-|\+|DB|DR|D|CR|C)?([\d.,'’]+)(-|\+|DB|DR|D|CR|C)?(\))?$/i

const unsigned = (digits: string): ParsedAmount | null => {
  const [, plain, sign, decimals = ''] = /^(\d+|(?=[.,]\d))(?:([.,])(\d{1,2}))?$/.exec(digits) ?? []
  if (plain !== undefined) return { value: centavosOf(plain, decimals), decimal: asDecimal(sign) }
  const [, dotted, afterComma = ''] = /^(\d{1,3}(?:[.'’]\d{3})+)(?:,(\d{1,2}))?$/.exec(digits) ?? []
  if (dotted !== undefined && isGrouped(dotted))
    return { value: centavosOf(dotted, afterComma), decimal: decimalSignShown(dotted, '.', afterComma, ',') }
  const [, commas, afterDot = ''] = /^(\d{1,3}(?:[,'’]\d{3})+)(?:\.(\d{1,2}))?$/.exec(digits) ?? []
  if (commas === undefined || !isGrouped(commas)) return null
  return { value: centavosOf(commas, afterDot), decimal: decimalSignShown(commas, ',', afterDot, '.') }
}

/** `0.500` is not a group of thousands. */
const isGrouped = (whole: string): boolean => !whole.startsWith('0')

const decimalSignShown = (
  whole: string,
  grouping: DecimalSign,
  decimals: string,
  decimal: DecimalSign,
): DecimalSign | null => (whole.includes(grouping) || decimals !== '' ? decimal : null)

const asDecimal = (sign: string | undefined): DecimalSign | null => (sign === '.' || sign === ',' ? sign : null)

const centavosOf = (whole: string, decimals: string): Centavos =>
  fromCentavos(BigInt(`${whole.replace(/\D/g, '')}${decimals.padEnd(2, '0')}`))

/**
 * Parses a sum as programs write it: digits, and decimals after that sign; null for anything else, for fractions of a
 * centavo, and beyond the exact range.
 */
export const plainAmount = (text: string, decimal: DecimalSign): Centavos | null => {
  const [, sign = '', whole, point = '', decimals = ''] = /^([+-]?)(\d+)(?:([.,])(\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined || (point !== '' && point !== decimal) || /[1-9]/.test(decimals.slice(2))) return null
  const value = centavosOf(whole, decimals.slice(0, 2))
  if (!isExact(value)) return null
  return sign === '-' ? negate(value) : value
}
