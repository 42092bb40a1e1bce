/** A column by its name in the header, or by its number; the first is 1. */
export type BankColumn = string | number

/** How a file writes a day. */
export type BankDateForm = 'yyyy-mm-dd' | 'yyyymmdd' | 'dd/mm/yyyy' | 'mm/dd/yyyy'

/** Where a row has its value: in one column, signed or with the sign in a column beside it, or in one column for each side. */
export type BankValueColumns =
  | { readonly value: BankColumn; readonly sign: BankColumn | null }
  | { readonly debit: BankColumn; readonly credit: BankColumn }

/** How the columns of a bank's CSV file or workbook are read. */
export type BankMapping = {
  /** Rows before the first entry, which are not read; columns by name stand in the last of them. */
  readonly headerRows: number
  /** Rows after the last entry, which are not read: totals, remarks. */
  readonly footerRows: number
  readonly date: BankColumn
  readonly valueDate: BankColumn | null
  readonly amount: BankValueColumns
  /** The balance after the row; null where the file has none. */
  readonly balance: BankColumn | null
  /** The columns that say what the entry is. */
  readonly text: readonly BankColumn[]
  readonly reference: BankColumn | null
  /** The number of the account; null where the file does not repeat it in its rows. */
  readonly account: BankColumn | null
  /** The currency of the row; null where the file does not repeat it. */
  readonly currency: BankColumn | null
  /** Null: the whole file decides. */
  readonly dates: BankDateForm | null
  /** Null: the whole file decides. */
  readonly decimal: '.' | ',' | null
  /** Null: by the bytes of the file. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252' | null
  /** Null: the one that makes the columns. */
  readonly delimiter: ',' | ';' | '\t' | '|' | null
}
