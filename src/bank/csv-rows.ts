import { CsvError, parse } from 'csv-parse/sync'
import { faultAt, GET_AGAIN, lineAt } from './bank-file-fault.ts'

/** A row of a text or of a workbook. */
export interface BankRow {
  /** The line on which it begins, or its number in the sheet; the first is 1. */
  readonly position: number
  /** Without spaces at their ends. A number is a number cell of a workbook. */
  readonly cells: readonly (string | number)[]
}

/** The rows of a CSV text that say something. */
export const csvRows = (text: string, delimiter: string): readonly BankRow[] => {
  const rows: BankRow[] = []
  let line = 1
  const take = (record: readonly string[]): null => {
    if (record.some((cell) => cell.trim() !== ''))
      rows.push({ position: line, cells: record.map((cell) => cell.trim()) })
    line += 1 + record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return null
  }
  try {
    parse(text, { delimiter, on_record: take, ...FORM })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw faultAt(
      lineAt(line),
      { en: 'a quote is missing, or stands where none belongs', es: 'falta una comilla, o hay una donde no va' },
      GET_AGAIN,
    )
  }
  return rows
}

const FORM = {
  relax_column_count: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: 100_000,
}
