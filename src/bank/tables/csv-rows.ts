import { CsvError, parse } from 'csv-parse/sync'
import type { BankMapping } from '../../domain/bank/bank-mapping.ts'
import type { Centavos } from '../../domain/money.ts'
import type { Both } from '../../std/both.ts'
import { faultAt, LINES } from '../bank-file-fault.ts'

/** A cell of a workbook with a formula. */
export const FORMULA = Symbol('formula')

/** A text without spaces at its ends, the number or formula in a workbook's cell, or a sum already parsed. */
export type BankCell = string | number | typeof FORMULA | Centavos

/** A row of a text or of a workbook. */
export interface BankRow {
  /** The line on which it starts, or its number in the sheet; the first is 1. */
  readonly position: number
  readonly cells: readonly BankCell[]
}

/** The rows of a CSV text that are not blank. */
export const csvRows = (text: string, delimiter: string): readonly BankRow[] => {
  const rows: BankRow[] = []
  let line = 1
  const take = (record: readonly string[]): null => {
    if (record.some((cell) => holdsLines(cell))) throw faultAt(LINES, line, NO_QUOTE)
    if (record.some((cell) => cell.trim() !== ''))
      rows.push({ position: line, cells: record.map((cell) => cell.trim()) })
    line += 1 + record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return null
  }
  try {
    parse(text, { delimiter, on_record: take, ...FORM })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw faultAt(LINES, line, NO_QUOTE)
  }
  return rows
}

const NO_QUOTE: Both<string> = {
  en: 'a quote is missing, or stands where none belongs',
  es: 'falta una comilla, o hay una donde no va',
}

/** Between two quotes that belong to other cells, whole lines would be the text of one. */
const holdsLines = (cell: string): boolean =>
  cell
    .split(/[\r\n]+/)
    .slice(1)
    .some((line) => DAY.test(line) && line.split(/[,;\t|]/).filter((part) => /\d/.test(part)).length > 1)

const DAY = /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\d{8}/

const FORM = {
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: 100_000,
}

/**
 * The delimiter that splits most lines at the start of the file into that many fields or, without a number, into the
 * most fields.
 */
export const delimiterOf = (text: string, fields: number | null = null): Delimiter => {
  const head = text
    .slice(0, 20_000)
    .split(/\r\n|\r|\n/)
    .slice(0, 40)
  const scoreOf = (delimiter: string): number => {
    const counts = head.map((line) => unquoted(line).split(delimiter).length)
    return fields === null ? median(counts) : counts.filter((count) => count === fields).length
  }
  const scores = DELIMITERS.map(scoreOf)
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ','
}
type Delimiter = NonNullable<BankMapping['delimiter']>
const DELIMITERS: readonly Delimiter[] = [';', '\t', '|', ',']

const unquoted = (line: string): string => line.replace(/"[^"]*"/g, '')
const median = (counts: readonly number[]): number => counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0
