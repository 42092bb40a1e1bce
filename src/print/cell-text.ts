import type { Cell, Decimal } from '../core/cell.ts'
import type { Centavos } from '../core/money.ts'
import { clockIn, dayIn } from '../words/dates.ts'
import type { Language } from '../words/language.ts'
import { digitsOf, numberIn, signedDigitsOf } from '../words/money.ts'
import { type Kind, linesOf, type ReportCell, type ReportColumn, type ReportTable } from './report.ts'

const NUMBERS: ReadonlySet<Kind> = new Set(['id', 'count', 'money', 'change', 'rate', 'percent'])
/** What the service wrote as a time may be something else. */
const CLOCK = /^\d{4}-\d\d-\d\d \d\d:\d\d/

/** Whether a column is aligned to the right. */
export const isNumber = ({ kind }: Pick<ReportColumn, 'kind'>): boolean => NUMBERS.has(kind)

/** A cell for people. What is absent is empty. */
export const cellText = (given: ReportCell, { kind, words }: ReportColumn, language: Language): string => {
  const cell = cellIn(given, language)
  if (cell === null) return ''
  if (typeof cell === 'bigint')
    return kind === 'change' ? signedDigitsOf(cell as Centavos, language) : digitsOf(cell as Centavos, language)
  if (typeof cell === 'number') return ['count', 'money'].includes(kind) ? numberIn(cell, language) : String(cell)
  if (typeof cell === 'object')
    return kind === 'percent' ? percentIn(cell, language) : decimalIn(cell.decimal, language)
  const text = String(cell)
  if (kind === 'date') return dayIn(text, language)
  if (kind === 'days') return text.replaceAll(/\d{4}-\d{2}-\d{2}/g, (day) => dayIn(day, language))
  if (kind === 'time' && CLOCK.test(text)) return language === 'en' ? text : clockIn(text, language)
  return words?.[text]?.[language] ?? text
}

/** A text of ours in the reader's language; any other cell as it is. */
export const cellIn = (cell: ReportCell, language: Language): Cell =>
  typeof cell === 'object' && cell !== null && 'en' in cell ? cell[language] : cell

/** A rate as people read it: `0.83 %`, `0,83 %`. */
export const percentIn = ({ decimal }: Decimal, language: Language): string => {
  const text = (Number(decimal) * 100).toFixed(2)
  return `${(language === 'es' ? text.replace('.', ',') : text).replace('-', '−')} %`
}

/** A table without the columns in which nothing stands: a screen and a page leave them out. The first one stays. */
export const withoutEmptyColumns = (of: ReportTable, language: Language): ReportTable => {
  const isKept = of.columns.map(
    (column, at) => at === 0 || linesOf(of).some(({ cells }) => cellText(cells[at] ?? null, column, language) !== ''),
  )
  const pick = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => isKept[at])
  return {
    ...of,
    columns: pick(of.columns),
    groups: of.groups.map((group) => ({
      ...group,
      lines: group.lines.map((line) => ({ ...line, cells: pick(line.cells) })),
    })),
  }
}

/** A decimal number with all the decimals that it is given. */
const decimalIn = (decimal: string, language: Language): string => {
  const [whole = '', decimals] = decimal.replace('-', '').split('.')
  const mark = { en: '.', es: ',' }[language]
  const digits = `${numberIn(Number(whole), language)}${decimals === undefined ? '' : `${mark}${decimals}`}`
  return decimal.startsWith('-') ? `-${digits}` : digits
}
