import type { ActStamp } from '../findings/act.ts'
import type { SlotDate } from '../slot.ts'
import type { BankFormat } from './bank-statement.ts'

/** The days of an account that a file covers, both included, and the number of its entries there. */
export interface DaysOfFile {
  readonly account: string
  readonly from: SlotDate
  readonly to: SlotDate
  readonly entries: number
}

/** An imported bank file. */
export interface BankFileRecord extends ActStamp {
  /** Without its folder. */
  readonly name: string
  readonly format: BankFormat
  /** SHA-256 of the file as received, in lower-case hex. */
  readonly digest: string
  /** Whether the file itself is stored, or its contents without the texts of others. */
  readonly isOriginal: boolean
  /** Its statements, in the order of the file. */
  readonly statements: readonly DaysOfFile[]
  /** When, by whom and why the file was voided; null while it counts. */
  readonly voided: (ActStamp & { readonly reason: string }) | null
}
