import type { Centavos } from './money.ts'

/** A number already written down, for what is neither whole nor money: a rate. A dot is its decimal mark. */
export interface Decimal {
  readonly decimal: string
}

/**
 * What stands in one cell of a report. Its JavaScript type says how it is written: a string is text, and only text is guarded
 * against being run as a formula; a bigint is money; a number is whole; null is absent.
 */
export type Cell = string | Centavos | number | boolean | Decimal | null

export type Row = readonly Cell[]

/** What a JSON report is made of. A bigint is money here too: it is printed as COP, digit by digit, never through a double. */
export type Json = string | number | boolean | null | Centavos | readonly Json[] | { readonly [name: string]: Json }
