import type { AnswerDocument } from '../../../../reports/documents/answer-document.ts'
import type { BankFormat } from '../../../domain/bank/bank-statement.ts'
import type { BankTieDocument } from './bank-list-document.ts'

export interface BankImportDocument extends AnswerDocument<'bank import'> {
  readonly merchant: string
  readonly imports: readonly {
    readonly name: string
    readonly format: BankFormat
    readonly accounts: readonly string[]
    /** The number of the file in the history. */
    readonly number: number
    /** Entries that no earlier file had, and entries that one had. */
    readonly added: number
    readonly repeated: number
    /** Those of the repeated ones that it had with another text or reference. */
    readonly renewed: number
    /** Entries that the bank has not booked, and those of a statement that stands in the file twice: not imported. */
    readonly notBooked: number
    readonly doubled: number
    /** Entries with the text of the operator (`bankText`). */
    readonly ofOperator: number
    /** Whether the file was imported before, so that nothing was left to import. */
    readonly known: boolean
    /** Whether its closing balance does not follow from the entries of its days that are held: an earlier file has others. */
    readonly isContradicted: boolean
  }[]
  /** The number of ties made by exact sums. */
  readonly ties: number
  /** The reports that were written. */
  readonly files: readonly string[]
}

/** A mapping of a file's columns, to be checked by a person and put into the settings, and what it would read. */
export interface BankGuessDocument extends AnswerDocument<'bank import'> {
  /** `mapped` where its form is none of those that are known. */
  readonly format: BankFormat
  /** Null where the form is known and needs no mapping. */
  readonly bankMapping: object | null
  /** The first rows as they would be read, in the order of the file. */
  readonly rows: readonly {
    /** The line or row of the file. */
    readonly position: number
    /** `YYYY-MM-DD` */
    readonly date: string
    /** COP: positive for a credit. */
    readonly value: number
    readonly text: string
  }[]
  /** The number of all rows that would be read. */
  readonly count: number
  /** Why the file would be refused as proposed; null where it would not. */
  readonly refusal: string | null
}

/** The document of `bank tie` and `bank untie`. */
export interface BankTieAnswerDocument extends AnswerDocument<'bank tie' | 'bank untie'> {
  readonly merchant: string
  readonly tie: BankTieDocument
  readonly files: readonly string[]
}
