import type { Centavos } from '../money.ts'
import type { SlotDate } from '../slot.ts'

/** An entry of an account, once, however many bank files have it. */
export interface AccountEntry {
  /** Made of the entry's contents, so that it is the same in every database. */
  readonly id: string
  readonly account: string
  readonly bookedOn: SlotDate
  readonly valueOn: SlotDate | null
  /** Centavos: positive for a credit, negative for a debit. */
  readonly value: Centavos
  /** The bank's text of the entry; null when it is about others, and so not stored. */
  readonly text: string | null
  readonly reference: string | null
}

/** An entry, with the first file that had it (its number in the event sequence), and its position there. */
export interface EntryInFile extends AccountEntry {
  readonly file: number
  readonly position: number
}

/** The days of an account that a file covers, and its balances before and after them. */
export interface AccountStatement {
  /** The number of the file in the event sequence. */
  readonly file: number
  readonly account: string
  readonly number: string | null
  readonly from: SlotDate
  readonly to: SlotDate
  readonly opening: Centavos | null
  readonly closing: Centavos | null
}
