import type { Centavos } from '../money.ts'
import type { SlotDate } from '../slot.ts'

/** One row of a bank statement, as the bank booked it. */
export interface BankEntry {
  /** The day on which the bank booked it. */
  readonly bookedOn: SlotDate
  /** The day from which it counts; null when the file does not give it. */
  readonly valueOn: SlotDate | null
  /** Centavos: positive for a credit, negative for a debit. */
  readonly value: Centavos
  /** The bank's text with single spaces; empty when there is none. */
  readonly text: string
  /** The bank's own reference of the entry; null when the file has none. */
  readonly reference: string | null
  /** Its position in the file: a line, a row, or the number of the element, from 1. */
  readonly position: number
}

/** A file's statement of one account over some days. */
export interface BankStatement {
  /** As in the file, without spaces and hyphens; null when the file names no account. */
  readonly account: string | null
  /** The bank's number of the statement; null when it has none. */
  readonly number: string | null
  /** First and last day, both included: as in the file, else those of its first and last entry. */
  readonly from: SlotDate
  readonly to: SlotDate
  /** The balance before its first entry, in centavos; null when the file has no balances. */
  readonly opening: Centavos | null
  /** The balance after its last entry, in centavos. */
  readonly closing: Centavos | null
  /** From old to new. */
  readonly entries: readonly BankEntry[]
}

/** The formats in which banks issue statements. */
export type BankFormat =
  | 'bancolombia-csv'
  | 'bancolombia-text'
  | 'bancolombia-statement'
  | 'bancolombia-month'
  | 'davivienda-csv'
  | 'nequi-csv'
  | 'mapped'
  | 'camt'
  | 'mt940'
  | 'ofx'

/** A whole file: opening and entries of each statement add up to its closing. */
export interface BankFile {
  readonly format: BankFormat
  readonly statements: readonly BankStatement[]
}
