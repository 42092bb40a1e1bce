import { CsvError, parse } from 'csv-parse/sync'
import type { BankMapping } from '../core/bank/bank-mapping.ts'
import type { Centavos } from '../core/money.ts'
import type { Both } from '../std/both.ts'
import { FileFault, faultAt, LINES } from './file-fault.ts'

/** A cell of a workbook with a formula. */
export const FORMULA = Symbol('formula')

/** A text without spaces at its ends, the number or formula in a workbook's cell, or a sum already parsed. */
export type FileCell = string | number | typeof FORMULA | Centavos

/** A row of a text or of a workbook. */
export interface FileRow {
  /** The line on which it starts, or its number in the sheet; the first is 1. */
  readonly position: number
  readonly cells: readonly FileCell[]
}

/** The rows of a CSV text that are not blank. A line that names the delimiter for a spreadsheet (`sep=;`) is none. */
export const csvRows = (text: string, delimiter: string): readonly FileRow[] => {
  const { rows, fault } = parseRows(text, delimiter)
  if (fault !== null) throw fault
  return rows
}

/** The rows at the start of a text, as far as they can be read. */
export const headRows = (text: string, delimiter: string): readonly FileRow[] => {
  const cut = text.slice(0, HEAD_CHARACTERS)
  const head = cut === text ? text : cut.slice(0, Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf('\r')))
  return parseRows(head, delimiter).rows
}
const HEAD_CHARACTERS = 20_000

const parseRows = (text: string, delimiter: string) => {
  const rows: FileRow[] = []
  let line = 1
  const take = (record: readonly string[]): null => {
    const cells = record.map(bareCell)
    const isNone = cells.every((cell) => cell === '') || (line === 1 && SEPARATOR.test(cells.join(delimiter)))
    if (record.some(holdsLines)) throw faultAt(LINES, line, NO_QUOTE)
    if (!isNone) rows.push({ position: line, cells })
    line += 1 + record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return null
  }
  try {
    parse(text, { delimiter, on_record: take, ...FORM })
  } catch (error) {
    if (error instanceof FileFault) return { rows, fault: error }
    if (!(error instanceof CsvError)) throw error
    return { rows, fault: faultAt(LINES, line, NO_QUOTE) }
  }
  return { rows, fault: null }
}

const NO_QUOTE: Both<string> = {
  en: 'a quote is missing, or stands where none belongs',
  es: 'falta una comilla, o hay una donde no va',
}

/** The end mark of old systems may stand before a row. */
const bareCell = (cell: string): string => cell.replaceAll('\u001a', '').trim()

/** Between two quotes that belong to other cells, whole lines would be the text of one. */
const holdsLines = (cell: string): boolean =>
  cell
    .split(/[\r\n]+/)
    .slice(1)
    .some((line) => DAY.test(line) && /[,;\t|]/.test(line))

const DAY = /\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4}|\d{8}/

const SEPARATOR = /^sep=.?$/i

const FORM = {
  trim: true,
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: 100_000,
}

/** The delimiter that the file names, or that splits most lines at its start into the most fields. */
export const delimiterOf = (text: string): Delimiter => {
  const head = text
    .slice(0, HEAD_CHARACTERS)
    .split(/\r\n|\r|\n/)
    .slice(0, 40)
  const named = DELIMITERS.find((delimiter) => head[0]?.toLowerCase() === `sep=${delimiter}`)
  const scores = DELIMITERS.map((delimiter) => median(head.map((line) => unquoted(line).split(delimiter).length)))
  return named ?? DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ','
}

type Delimiter = NonNullable<BankMapping['delimiter']>
export const DELIMITERS: readonly Delimiter[] = [';', '\t', '|', ',']

const unquoted = (line: string): string => line.replace(/"[^"]*"/g, '')
const median = (counts: readonly number[]): number => counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0
