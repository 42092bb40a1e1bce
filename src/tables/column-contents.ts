import type { BankDateForm } from '../core/bank/bank-mapping.ts'
import { type Centavos, fromPesos } from '../core/money.ts'
import { largest } from '../std/largest.ts'
import { readAmount } from './amount.ts'
import type { BankPeriod } from './bank-day.ts'
import type { FileCell, FileRow } from './csv-rows.ts'
import { dayIn, isDay } from './date-form-of.ts'
import { plainName } from './table-cells.ts'

/** How the days of a file are written most often. */
export interface GuessedDays {
  readonly form: BankDateForm
  readonly period: BankPeriod | null
}

/** What the cells of columns show of them, over the rows of entries; columns count from 0. */
export type ColumnContents = ReturnType<typeof columnContents>

export const columnContents = (header: FileRow | null, body: readonly FileRow[], { form, period }: GuessedDays) => {
  const columns = Array.from({ length: largest(body.map(({ cells }) => cells.length)) }, (_, index) => index)
  const cells = columns.map((column) => body.map((row) => row.cells[column] ?? ''))
  const cellsIn = (column: number): readonly FileCell[] => cells[column] ?? []
  const filledIn = (column: number): readonly FileCell[] => cellsIn(column).filter((cell) => cell !== '')
  const wordsIn = (column: number): readonly string[] => cellsIn(column).map(String)
  return {
    columns,
    rows: body.length,
    nameOf: (column: number): string => plainName(String(header?.cells[column] ?? '')),
    cellsIn,
    wordsIn,
    isFilled: (column: number): boolean => filledIn(column).length === body.length,
    /** Whether two of its cells differ, as far as it has two. */
    isVaried: (column: number): boolean =>
      filledIn(column).length > 0 && (body.length === 1 || new Set(wordsIn(column)).size > 1),
    hasDays: (column: number): boolean => cellsIn(column).every((cell) => dayIn(cell, form, period) !== null),
    hasSums: (column: number): boolean =>
      filledIn(column).length > 0 &&
      filledIn(column).every(isSum) &&
      !filledIn(column).every((cell) => isDay(cell, period)),
    sumsIn: (column: number): readonly Centavos[] =>
      filledIn(column)
        .map(sumIn)
        .filter((sum) => sum !== null),
    hasLetters: (column: number): boolean => wordsIn(column).some((word) => /\p{L}/u.test(word)),
    /** The number of rows in which it has a word. */
    countTexts: (column: number): number => wordsIn(column).filter((word) => /\p{L}{3}/u.test(word)).length,
  }
}

/** Whether a cell can be a sum. */
export const isSum = (cell: FileCell): boolean => sumIn(cell) !== null

/** The sum in a cell; null when it has none. */
export const sumIn = (cell: FileCell): Centavos | null => {
  if (typeof cell === 'number') return fromPesos(cell)
  return typeof cell === 'string' ? (readAmount(cell)?.value ?? null) : null
}
