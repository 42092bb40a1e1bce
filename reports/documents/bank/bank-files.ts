import type { BankFileRecord, DaysOfFile } from '../../../src/core/bank/bank-file-record.ts'
import { type AccountStatement, BANK_FORMATS, type CoveredDays } from '../../../src/core/bank/bank-statement.ts'
import type { Centavos } from '../../../src/core/money.ts'
import { cop, type DocumentOf, dateText, list, number, shape, text, time, wordOf } from '../../../src/print/shape.ts'
import { ACTED, type AnswerDocument } from '../answer-document.ts'

/** An account of the merchant, from its statements. */
export interface BankAccountReport {
  readonly account: string
  readonly statements: readonly AccountStatement[]
  readonly entries: number
  /** Days that its statements cover without a gap. */
  readonly covered: readonly CoveredDays[]
}

export interface BankAccountsReport {
  readonly merchant: string
  readonly accounts: readonly BankAccountReport[]
}

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

/** The closing of its last statement that has balances. */
export const lastBalance = ({ statements }: BankAccountReport): Centavos | null =>
  statements
    .filter(({ closing }) => closing !== null)
    .reduce<AccountStatement | null>((last, one) => (last !== null && last.to > one.to ? last : one), null)?.closing ??
  null

const DAYS = shape<CoveredDays>()({ from: dateText, to: dateText })

const ACCOUNT = shape<BankAccountReport>()({
  account: text,
  statements: number(({ statements }) => statements.length),
  entries: number,
  covered: list(DAYS).as('Days that its statements cover without a gap.'),
  balance: cop.orNull(lastBalance, 'The closing of its last statement that has balances; null when none has.'),
})

export const ACCOUNTS = shape<BankAccountsReport>()({ merchant: text, accounts: list(ACCOUNT) })

const STATEMENT = shape<DaysOfFile>()({ account: text, from: dateText, to: dateText, entries: number })

/** An imported file of the merchant's bank. */
const FILE = shape<BankFileRecord>()({
  number: number.as('Its number in the history.'),
  name: text,
  format: wordOf(BANK_FORMATS),
  at: time,
  by: text,
  sha256: text(({ digest }) => digest, 'Of the file as it was imported.'),
  statements: list(STATEMENT).as(
    'The days that it covers, by account, with the number of its entries, including those that an earlier file had.',
  ),
  voided: ACTED.orNull.as('When it was voided, by whom and why; null while it counts.'),
})

export const FILES = shape<BankFilesReport>()({ merchant: text, files: list(FILE) })

export const VOID = shape<BankVoidReport>()({
  merchant: text,
  file: FILE,
  untied: list(number).as('The numbers of the ties with its entries, which are undone.'),
  files: list(text).as('The reports that were written.'),
})

export type BankFileDocument = DocumentOf<typeof FILE>
export type BankAccountsDocument = AnswerDocument<'bank accounts'> & DocumentOf<typeof ACCOUNTS>
export type BankFilesDocument = AnswerDocument<'bank files'> & DocumentOf<typeof FILES>
export type BankVoidDocument = AnswerDocument<'bank void'> & DocumentOf<typeof VOID>
