import { stringify } from 'csv-stringify/sync'
import type { CsvProfile, Row } from '../../core/cell.ts'
import { fromCentavos, toPesos } from '../../core/money.ts'
import type { Piece } from '../../std/files/whole-file.ts'

/** The form of a CSV file, by the program that opens it (SPEC, section 5). */
interface Dialect {
  readonly delimiter: ',' | ';'
  readonly decimalMark: '.' | ','
  readonly recordEnd: '\n' | '\r\n'
  readonly byteOrderMark: boolean
  /** Whether text that a spreadsheet would run as a formula gets a leading apostrophe. */
  readonly guarded: boolean
  /** Whether text that a spreadsheet would change as a number is written as `="00333"`. */
  readonly keepsDigits?: boolean
}

const DIALECTS: Readonly<Record<CsvProfile, Dialect>> = {
  standard: { delimiter: ',', decimalMark: '.', recordEnd: '\n', byteOrderMark: false, guarded: true },
  'excel-co': {
    delimiter: ';',
    decimalMark: ',',
    recordEnd: '\r\n',
    byteOrderMark: true,
    guarded: true,
    keepsDigits: true,
  },
  'excel-us': { delimiter: ',', decimalMark: '.', recordEnd: '\r\n', byteOrderMark: true, guarded: true },
  raw: { delimiter: ',', decimalMark: '.', recordEnd: '\n', byteOrderMark: false, guarded: false },
}

/** A whole CSV file, header first, in pieces of a few hundred rows. */
export async function* csvPieces(
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  profile: CsvProfile,
): AsyncGenerator<Piece> {
  const encode = csvOf(profile)
  yield csvHead(columns, profile)
  for await (const batch of batches) yield* encode(batch)
}

/** The header of a CSV file. */
export const csvHead = (columns: readonly string[], profile: CsvProfile): Piece => {
  const dialect = DIALECTS[profile]
  return { text: (dialect.byteOrderMark ? BYTE_ORDER_MARK : '') + encoder(dialect)([columns]), rows: 0 }
}

/** Makes the encoder of the rows of a CSV file. */
export const csvOf = (profile: CsvProfile): ((rows: readonly Row[]) => Generator<Piece>) => {
  const encode = encoder(DIALECTS[profile])
  return function* (rows) {
    for (let at = 0; at < rows.length; at += ROWS_PER_PIECE) {
      const some = rows.slice(at, at + ROWS_PER_PIECE)
      yield { text: encode(some), rows: some.length }
    }
  }
}
/** Rows encoded at once. A few hundred are fastest; with thousands, garbage collection dominates. */
const ROWS_PER_PIECE = 250
const BYTE_ORDER_MARK = '\uFEFF'

/** Makes the encoder of rows. The library joins and quotes cells; their form is decided here, by type. */
const encoder = ({
  delimiter,
  decimalMark,
  recordEnd,
  guarded,
  keepsDigits = false,
}: Dialect): ((rows: readonly Row[]) => string) => {
  const localized = (digits: string): string => (decimalMark === ',' ? digits.replace('.', ',') : digits)
  const guardedText = guarded ? guard : (text: string): string => text
  const options = {
    delimiter,
    record_delimiter: recordEnd,
    // Otherwise a lone LF in a file of CRLF records stays unquoted, and one row becomes two.
    quote_record_delimiter: true,
    cast: {
      string: keepsDigits ? (text: string): string => keepDigits(guardedText(text)) : guardedText,
      bigint: (centavos: bigint): string => localized(toPesos(fromCentavos(centavos))),
      boolean: (truth: boolean): string => (truth ? 'true' : 'false'),
      object: ({ decimal }: Record<string, unknown>): string => localized(String(decimal)),
    },
  }
  return (rows) => stringify(rows as Row[], options)
}

/**
 * Text that a spreadsheet would run: it starts with = + - @, or with a character that Unicode maps to one of them
 * (full-width, small, raised and so on), even after spaces and control characters, which spreadsheets drop; or it
 * starts with a tab or a line end.
 */
const RUNS = /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁺⁼₊₌⩵⩶﬩])/u

/** Nearly all text starts with a plain letter or digit and needs no check by the pattern. */
const guard = (text: string): string => (beginsPlainly(text) || !RUNS.test(text) ? text : `'${text}`)

/** What a spreadsheet takes for a number: 00333, 900.123.456, 1,5 and the id 12345e67. */
const NUMBER = / *[\d.,]*\d[\d.,]*(?:e[+-]?\d+)? */i
const NUMBER_ONLY = new RegExp(`^${NUMBER.source}$`, 'i')
const WRAPPED_NUMBER = new RegExp(`^="(${NUMBER.source})"$`, 'i')
/** A number that a spreadsheet leaves as it is: it drops leading zeros, and the digits after the fifteenth. */
const SAME_NUMBER = /^(?:0|[1-9]\d{0,14})$/

const keepDigits = (text: string): string => (NUMBER_ONLY.test(text) && !SAME_NUMBER.test(text) ? `="${text}"` : text)

/** Removes the guard or the digit wrapper from a text. */
export const withoutGuard = (text: string): string => {
  const [, digits] = WRAPPED_NUMBER.exec(text) ?? []
  if (digits !== undefined) return digits
  return text.startsWith("'") && RUNS.test(text.slice(1)) ? text.slice(1) : text
}

const beginsPlainly = (text: string): boolean => {
  const first = text.charCodeAt(0)
  return (first >= 97 && first <= 122) || (first >= 48 && first <= 57) || (first >= 65 && first <= 90)
}
