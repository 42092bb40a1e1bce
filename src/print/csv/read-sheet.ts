import { CsvError, parse } from 'csv-parse/sync'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { withoutGuard } from './csv.ts'

export interface SheetRow {
  /** The line of the file on which the row starts, counted from 1. */
  readonly line: number
  /** The cells of the row; a spreadsheet may omit empty ones at the end. */
  readonly cells: readonly string[]
}

export interface Sheet {
  readonly header: readonly string[]
  /** Rows with at least one cell that is not blank. */
  readonly rows: readonly SheetRow[]
}

const SAVE_AS_CSV = {
  en: 'save it from the spreadsheet as CSV (UTF-8, or separated by semicolons)',
  es: 'guárdelo desde la hoja de cálculo como CSV (UTF-8, o separado por punto y coma)',
}

/**
 * Reads a CSV file as spreadsheets save it: UTF-8 with or without a byte order mark, UTF-16 with one, or Windows-1252;
 * commas, semicolons or tabs, whichever give a header with that column; any line ends; optionally a first line `sep=;`.
 */
export const readSheet = (bytes: Uint8Array, column: string): Sheet => {
  const { text, skipped, reported } = withoutSep(textOf(bytes))
  for (const delimiter of reported === null ? DELIMITERS : [reported]) {
    const header = headerOf(text, delimiter)
    if (header.some((cell) => cell.trim().toLowerCase() === column))
      return { header, rows: rowsOf(text, delimiter, skipped).slice(1) }
  }
  throw sheetError(
    { en: `the file has no column ${column}`, es: `el archivo no tiene la columna ${column}` },
    {
      en: 'fill in the file that "cuadre discrepancies list --csv" prints, and keep its header',
      es: 'llene el archivo que produce "cuadre discrepancies list --csv" y conserve su encabezado',
    },
  )
}

const DELIMITERS = [';', ',', '\t'] as const

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

const textOf = (bytes: Uint8Array): string => {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw sheetError({ en: 'the file is a workbook, not CSV', es: 'el archivo es un libro, no un CSV' }, SAVE_AS_CSV)
  const text = decodeSheet(bytes)
  if (text.includes('\0')) throw sheetError({ en: 'the file is not text', es: 'el archivo no es texto' }, SAVE_AS_CSV)
  return text
}

const decodeSheet = (bytes: Uint8Array): string => {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Removes the first line `sep=;` with which some spreadsheets name the delimiter. */
const withoutSep = (text: string) => {
  const [line = '', reported = ''] = /^"?sep=([;,\t])"?\r?\n/i.exec(text) ?? []
  return { text: text.slice(line.length), skipped: line === '' ? 0 : 1, reported: reported === '' ? null : reported }
}

/** The cells of the first row; none when it cannot be parsed with this delimiter. */
const headerOf = (text: string, delimiter: string): readonly string[] => {
  try {
    return (
      parse(text, {
        delimiter,
        to: 1,
        relax_column_count: true,
        record_delimiter: LINE_ENDS,
        max_record_size: ROW_MAX_CHARACTERS,
      })[0] ?? []
    )
  } catch {
    return []
  }
}

const rowsOf = (text: string, delimiter: string, skipped: number): readonly SheetRow[] => {
  const rows: SheetRow[] = []
  let line = skipped + 1
  const take = (record: readonly string[]): null => {
    if (record.some((cell) => cell.trim() !== '')) rows.push({ line, cells: record.map(withoutGuard) })
    if (rows.length > ROWS_MAX)
      throw sheetError(
        { en: `the file has more than ${ROWS_MAX} rows`, es: `el archivo tiene más de ${ROWS_MAX} filas` },
        { en: 'import it in parts', es: 'impórtelo por partes' },
      )
    line += 1 + record.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0)
    return null
  }
  try {
    parse(text, {
      delimiter,
      on_record: take,
      relax_column_count: true,
      record_delimiter: LINE_ENDS,
      max_record_size: ROW_MAX_CHARACTERS,
    })
  } catch (error) {
    throw error instanceof CsvError ? notCsv(error, line) : error
  }
  return rows
}
/** Far more rows than a person fills in, and few enough for the memory of any machine. */
const ROWS_MAX = 100_000
const ROW_MAX_CHARACTERS = 100_000
const LINE_ENDS = ['\r\n', '\n', '\r']

const notCsv = (cause: CsvError, line: number): CuadreError => {
  const reason =
    cause.code === 'CSV_MAX_RECORD_SIZE'
      ? {
          en: `a row has more than ${ROW_MAX_CHARACTERS} characters, as where a quote is missing`,
          es: `una fila tiene más de ${ROW_MAX_CHARACTERS} caracteres, como cuando falta una comilla`,
        }
      : { en: 'a quote is missing, or stands where none belongs', es: 'falta una comilla, o hay una donde no va' }
  const message = {
    en: `the file is not valid CSV from line ${line} onwards: ${reason.en}`,
    es: `el archivo no es un CSV válido desde la línea ${line}: ${reason.es}`,
  }
  return sheetError(message, SAVE_AS_CSV, { cause })
}

/** The error of a filled-in file that cannot be read. */
export const sheetError = (message: Both<string>, next: Both<string>, options?: ErrorOptions): CuadreError =>
  new CuadreError('NOT_A_SHEET', message, next, options)
