import type { Centavos } from './money.ts'

/** A decimal number as text, for values that are neither whole nor money, such as a rate. Its decimal mark is a dot. */
export interface Decimal {
  readonly decimal: string
}

/**
 * The value of one cell of a report. Its JavaScript type decides how it is written: a string is text, and only text is guarded against
 * being run as a formula; a bigint is money; a number is whole; null is absent.
 */
export type Cell = string | Centavos | number | boolean | Decimal | null

export type Row = readonly Cell[]

/** The values of a JSON report. A bigint is money here too: it is printed as COP, digit by digit, never through a double. */
export type Json = string | number | boolean | null | Centavos | readonly Json[] | { readonly [name: string]: Json }

/** The reader of a CSV file: programs, Excel in Colombia, Excel in English, or programs that need the text unchanged. */
export const CSV_PROFILES = ['standard', 'excel-co', 'excel-us', 'raw'] as const
export type CsvProfile = (typeof CSV_PROFILES)[number]
