import type { BankDateForm } from '../../core/bank/bank-mapping.ts'
import type { SlotDate } from '../../core/slot.ts'
import { type BankPeriod, bankDay, serialDay } from '../../tables/bank-day.ts'
import type { FileRow } from '../../tables/csv-rows.ts'
import { plainName, textsIn } from '../../tables/table-cells.ts'

const DAYS =
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2} (?:de )?\p{L}{3,10}\.? (?:del? )?\d{4}/gu
const ENDS = /^(desde|hasta|from|to|period[oa]?|fecha(desde|hasta|inicial|final))/

/** The period in the rows above the entries: the first row with two days, or else the days beside two names. */
export const periodIn = (rows: readonly FileRow[], form: BankDateForm | null): BankPeriod | null => {
  const days = rows.map((row, index) => daysIn(row, rows[index - 1], form))
  const beside = days.filter((_, index) => ENDS.test(plainName(String(rows[index]?.cells[0] ?? ''))))
  const [from, to] = days.find(({ length }) => length > 1) ?? beside.flat()
  if (from === undefined || to === undefined) return null
  return from <= to ? { from, to } : { from: to, to: from }
}

/** Days as texts; a workbook's day is a number, which only its name above shows to be one. */
const daysIn = (row: FileRow, names: FileRow | undefined, form: BankDateForm | null): readonly SlotDate[] => {
  const yearLast = form === 'mm/dd' || form === 'mm/dd/yyyy' ? 'mm/dd/yyyy' : 'dd/mm/yyyy'
  const written = [...textsIn(row).join(' ; ').matchAll(DAYS)].map(
    ([day]) => bankDay(day, 'yyyy-mm-dd') ?? bankDay(day, yearLast),
  )
  const isNamed = (at: number): boolean =>
    [names?.cells[at], row.cells[0]].some((name) => ENDS.test(plainName(String(name ?? ''))))
  const numbered = row.cells.map((cell, at) => (typeof cell === 'number' && isNamed(at) ? serialDay(cell) : null))
  return [...written, ...numbered].filter((day) => day !== null)
}

/** The text below a name, or behind it in its row: the number of an account. Null when there is none. */
export const textBelow = (rows: readonly FileRow[], name: string): string | null => {
  const index = rows.findIndex(({ cells }) => cells.some((cell) => plainName(String(cell)) === plainName(name)))
  const column = rows[index]?.cells.findIndex((cell) => plainName(String(cell)) === plainName(name)) ?? -1
  const text = String(rows[index + 1]?.cells[column] ?? '')
  return index === -1 || text === '' ? null : text
}
