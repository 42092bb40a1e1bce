import type { BankFileRecord } from '../../../src/domain/bank/bank-file-record.ts'
import type { Json } from '../../../src/domain/cell.ts'

/** The imported files of a merchant's bank, oldest first. */
export interface BankFilesReport {
  readonly merchant: string
  readonly files: readonly BankFileRecord[]
}

/** A file that was voided, with the numbers of the ties that were undone and the reports that were written. */
export interface BankVoidReport {
  readonly merchant: string
  readonly file: BankFileRecord
  readonly untied: readonly number[]
  readonly files: readonly string[]
}

export const bankFilesDocument = ({ merchant, files }: BankFilesReport) => ({
  merchant,
  files: files.map(bankFileDocument),
})

export const bankVoidDocument = ({ merchant, file, untied, files }: BankVoidReport) => ({
  merchant,
  file: bankFileDocument(file),
  untied,
  files,
})

const bankFileDocument = ({ number, name, format, by, at, digest, statements, voided }: BankFileRecord): Json => ({
  number,
  name,
  format,
  at: new Date(at).toISOString(),
  by,
  sha256: digest,
  statements: statements.map((statement): Json => ({ ...statement })),
  voided:
    voided === null
      ? null
      : { number: voided.number, at: new Date(voided.at).toISOString(), by: voided.by, reason: voided.reason },
})
