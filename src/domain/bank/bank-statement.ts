import type { Centavos } from '../money.ts'
import type { SlotDate } from '../slot.ts'

/** One row of a bank statement, as the bank booked it. */
export interface BankEntry {
  /** The day on which the bank booked it. */
  readonly bookedOn: SlotDate
  /** The day from which it counts; null where the file does not say. */
  readonly valueOn: SlotDate | null
  /** Centavos: positive for a credit, negative for a debit. */
  readonly value: Centavos
  /** What the bank wrote beside it, spaces folded; empty where it wrote nothing. */
  readonly text: string
  /** The bank's own reference of the entry; null where the file has none. */
  readonly reference: string | null
  /** Where it stands in its file: a line, a row, or the number of the element; positions start at 1. */
  readonly position: number
}

/** What a file says of one account over some days. */
export interface BankStatement {
  /** As the file writes it, without spaces and hyphens; null where the file names no account. */
  readonly account: string | null
  /** The number the bank gave the statement; null where it has none. */
  readonly number: string | null
  /** First and last day it covers, both included: as the file says, else those of its first and last entry. */
  readonly from: SlotDate
  readonly to: SlotDate
  /** The balance before its first entry, in centavos; null where the file has no balances. */
  readonly opening: Centavos | null
  /** The balance after its last entry, in centavos. */
  readonly closing: Centavos | null
  /** In the order in which they happened. */
  readonly entries: readonly BankEntry[]
}

/** The forms in which a bank hands out its statements. */
export type BankFormat = 'bancolombia-csv' | 'bancolombia-text' | 'davivienda-csv' | 'mapped' | 'camt' | 'mt940' | 'ofx'

/** A file read whole: opening and entries of each statement come to its closing. */
export interface BankFile {
  readonly format: BankFormat
  readonly statements: readonly BankStatement[]
}
