import type { ActStamp } from '../findings/act.ts'
import type { BankFormat } from './bank-statement.ts'

/** A file of the bank that was imported. */
export interface BankFileRecord extends ActStamp {
  /** Without its folder. */
  readonly name: string
  readonly format: BankFormat
  /** SHA-256 of the file as it came, in lower-case hex digits. */
  readonly digest: string
  /** Whether the file itself is stored, or what was read of it without the texts of others. */
  readonly isOriginal: boolean
}
