/** A column by its name in the header, or by its number; the first is 1. */
export type BankColumn = string | number

/** How a file writes a day; without a year, the period above the entries gives it. */
export type BankDateForm = 'yyyy-mm-dd' | 'yyyymmdd' | 'ddmmyyyy' | 'dd/mm/yyyy' | 'mm/dd/yyyy' | 'dd/mm' | 'mm/dd'

/** A column of words that say debit or credit, and those of the bank beside the usual ones. */
export type BankSignColumn = {
  readonly column: BankColumn
  readonly debit: readonly string[]
  readonly credit: readonly string[]
}

/** Where a row has its value: in one column, signed or with the sign in another column, or in one column for each side. */
export type BankValueColumns =
  | { readonly value: BankColumn; readonly sign: BankColumn | BankSignColumn | null }
  | { readonly debit: BankColumn; readonly credit: BankColumn }

/** A column of words that say what became of a row, and those of the bank, beside the usual ones, for what counts and what does not. */
export type BankStatusColumn = {
  readonly column: BankColumn
  readonly counts: readonly string[]
  readonly ignored: readonly string[]
}

/** The texts of rows that are balances, beside the usual ones (SALDO INICIAL, SALDO FINAL, SALDO DIA). */
export type BankBalanceRows = {
  readonly opening: readonly string[]
  readonly closing: readonly string[]
  readonly daily: readonly string[]
}

/** How the columns of a bank's CSV file or workbook are read. */
export type BankMapping = {
  /** Rows before the first entry; the last of them has the names of columns. */
  readonly headerRows: number
  /** Rows after the last entry: totals, remarks. */
  readonly footerRows: number
  readonly date: BankColumn
  readonly valueDate: BankColumn | null
  readonly amount: BankValueColumns
  /** The value with what the bank charges on top; null when charges are always rows of their own. */
  readonly charged: BankColumn | null
  /** The balance after the row; null when the file has none. */
  readonly balance: BankColumn | null
  readonly balanceRows: BankBalanceRows | null
  /** The columns with the text of the entry. */
  readonly text: readonly BankColumn[]
  readonly reference: BankColumn | null
  /** The number of the account: in a column of the rows, or above them, below a name; null when the file has none. */
  readonly account: BankColumn | { readonly below: string } | null
  /** The currency of the row; null when the file does not repeat it. */
  readonly currency: BankColumn | null
  /** What became of the row; null when each row counts. */
  readonly status: BankColumn | BankStatusColumn | null
  /** How the text of rows begins that have no day and mean nothing: an end mark, totals. */
  readonly ignoredRows: readonly string[]
  /** Null: detected from the whole file. */
  readonly dates: BankDateForm | null
  /** Null: detected from the whole file. */
  readonly decimal: '.' | ',' | null
  /** Null: detected from the bytes of the file. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252' | null
  /** Null: detected from the columns. */
  readonly delimiter: ',' | ';' | '\t' | '|' | null
}

/** What a mapping says of all that it need not name. */
export const LEAST_MAPPING: Omit<BankMapping, 'date' | 'amount' | 'text'> = {
  headerRows: 0,
  footerRows: 0,
  valueDate: null,
  charged: null,
  balance: null,
  balanceRows: null,
  reference: null,
  account: null,
  currency: null,
  status: null,
  ignoredRows: [],
  dates: null,
  decimal: null,
  encoding: null,
  delimiter: null,
}
