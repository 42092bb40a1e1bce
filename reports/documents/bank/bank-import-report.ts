import type { BankFormat } from '../../../src/domain/bank/bank-statement.ts'
import type { Json } from '../../../src/domain/cell.ts'
import type { BankTaking } from '../../../src/storage/bank/take-bank-file.ts'

/** What taking in one file has changed. */
export interface BankImport {
  readonly name: string
  readonly format: BankFormat
  readonly accounts: readonly string[]
  /** How many of its entries have the text of the operator. */
  readonly ofOperator: number
  readonly taking: BankTaking
}

export interface BankImportReport {
  readonly merchant: string
  readonly imports: readonly BankImport[]
  /** How many ties exact sums made. */
  readonly ties: number
  /** Paths of the files that were written. */
  readonly files: readonly string[]
}

export const bankImportDocument = ({ merchant, imports, ties, files }: BankImportReport) => ({
  merchant,
  imports: imports.map(importDocument),
  ties,
  files,
})

const importDocument = ({ name, format, accounts, ofOperator, taking }: BankImport): Json => ({
  name,
  format,
  accounts,
  number: taking.number,
  added: taking.kind === 'taken' ? taking.added : 0,
  repeated: taking.kind === 'taken' ? taking.repeated : 0,
  ofOperator,
  known: taking.kind === 'known',
})
