import type { ActStamp } from '../findings/act.ts'
import type { BankFormat } from './bank-statement.ts'

/** An imported bank file. */
export interface BankFileRecord extends ActStamp {
  /** Without its folder. */
  readonly name: string
  readonly format: BankFormat
  /** SHA-256 of the file as received, in lower-case hex. */
  readonly digest: string
  /** Whether the file itself is stored, or its contents without the texts of others. */
  readonly isOriginal: boolean
}
