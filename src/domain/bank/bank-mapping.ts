/** A column by its name in the header, or by its number; the first is 1. */
export type BankColumn = string | number

/** How a file writes a day. */
export type BankDateForm = 'yyyy-mm-dd' | 'yyyymmdd' | 'dd/mm/yyyy' | 'mm/dd/yyyy'

/**
 * Where a row has its value: in one column, signed or with the sign in another column, or in one column for each side.
 */
export type BankValueColumns =
  | { readonly value: BankColumn; readonly sign: BankColumn | null }
  | { readonly debit: BankColumn; readonly credit: BankColumn }

/** How the columns of a bank's CSV file or workbook are read. */
export type BankMapping = {
  /** Rows before the first entry, which are not read; the last of them has the names of columns. */
  readonly headerRows: number
  /** Rows after the last entry, which are not read: totals, remarks. */
  readonly footerRows: number
  readonly date: BankColumn
  readonly valueDate: BankColumn | null
  readonly amount: BankValueColumns
  /** The balance after the row; null when the file has none. */
  readonly balance: BankColumn | null
  /** The columns with the text of the entry. */
  readonly text: readonly BankColumn[]
  readonly reference: BankColumn | null
  /** The number of the account; null when the file does not repeat it in its rows. */
  readonly account: BankColumn | null
  /** The currency of the row; null when the file does not repeat it. */
  readonly currency: BankColumn | null
  /** Null: detected from the whole file. */
  readonly dates: BankDateForm | null
  /** Null: detected from the whole file. */
  readonly decimal: '.' | ',' | null
  /** Null: detected from the bytes of the file. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252' | null
  /** Null: detected from the columns. */
  readonly delimiter: ',' | ';' | '\t' | '|' | null
}
