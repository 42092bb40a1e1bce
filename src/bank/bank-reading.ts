import type { BankFile } from '../core/bank/bank-statement.ts'

/** What a reader makes of a whole file. */
export interface BankReading extends BankFile {
  /** The entries of the file that the bank has not booked, and which are therefore no entries of a statement. */
  readonly notBooked?: number
}
