import type { BankFormat } from '../../../domain/bank/bank-statement.ts'
import type { AnswerDocument, DateText, TimeText } from '../answer-document.ts'

/** An imported file of the merchant's bank. */
export interface BankFileDocument {
  /** Its number in the history. */
  readonly number: number
  readonly name: string
  readonly format: BankFormat
  readonly at: TimeText
  readonly by: string
  /** Of the file as it was imported. */
  readonly sha256: string
  /** The days that it covers, by account, with the number of its entries, including those that an earlier file had. */
  readonly statements: readonly {
    readonly account: string
    readonly from: DateText
    readonly to: DateText
    readonly entries: number
  }[]
  /** When it was voided, by whom and why; null while it counts. */
  readonly voided: {
    readonly number: number
    readonly at: TimeText
    readonly by: string
    readonly reason: string
  } | null
}

export interface BankFilesDocument extends AnswerDocument<'bank files'> {
  readonly merchant: string
  readonly files: readonly BankFileDocument[]
}

export interface BankVoidDocument extends AnswerDocument<'bank void'> {
  readonly merchant: string
  readonly file: BankFileDocument
  /** The numbers of the ties with its entries, which are undone. */
  readonly untied: readonly number[]
  /** The reports that were written. */
  readonly files: readonly string[]
}
