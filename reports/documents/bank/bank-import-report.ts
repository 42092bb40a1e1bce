import type { WholeBankFile } from '../../../src/bank/read-bank-file.ts'
import type { BankFormat } from '../../../src/domain/bank/bank-statement.ts'
import type { Json } from '../../../src/domain/cell.ts'
import type { BankFileResult } from '../../../src/storage/bank/bank-files.ts'

/** The result of importing one bank file. */
export interface BankImport {
  readonly name: string
  readonly format: BankFormat
  readonly accounts: readonly string[]
  /** The number of its entries that carry the operator's text. */
  readonly ofOperator: number
  readonly result: BankFileResult
  /** The entries of the file that are not imported. */
  readonly leftOut: WholeBankFile['leftOut']
  /** Whether earlier files have other entries of its days, so that its closing balance does not follow from what is held. */
  readonly isContradicted: boolean
}

export interface BankImportReport {
  readonly merchant: string
  readonly imports: readonly BankImport[]
  /** The number of ties made by exact sums. */
  readonly ties: number
  /** Paths of the written files. */
  readonly files: readonly string[]
}

export const bankImportDocument = ({ merchant, imports, ties, files }: BankImportReport) => ({
  merchant,
  imports: imports.map(importDocument),
  ties,
  files,
})

const importDocument = ({ name, format, accounts, ofOperator, result, leftOut, isContradicted }: BankImport): Json => ({
  name,
  format,
  accounts,
  number: result.number,
  added: result.kind === 'imported' ? result.added : 0,
  repeated: result.kind === 'imported' ? result.repeated : 0,
  renewed: result.kind === 'imported' ? result.renewed : 0,
  ...leftOut,
  ofOperator,
  known: result.kind === 'known',
  isContradicted,
})
