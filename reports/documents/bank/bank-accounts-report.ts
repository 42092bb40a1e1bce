import type { AccountStatement, CoveredDays } from '../../../src/domain/bank/bank-statement.ts'
import type { Json } from '../../../src/domain/cell.ts'
import type { Centavos } from '../../../src/domain/money.ts'

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

/** The closing of its last statement that has balances. */
export const lastBalance = ({ statements }: BankAccountReport): Centavos | null =>
  statements
    .filter(({ closing }) => closing !== null)
    .reduce<AccountStatement | null>((last, one) => (last !== null && last.to > one.to ? last : one), null)?.closing ??
  null

export const bankAccountsDocument = ({ merchant, accounts }: BankAccountsReport) => ({
  merchant,
  accounts: accounts.map(
    (one): Json => ({
      account: one.account,
      statements: one.statements.length,
      entries: one.entries,
      covered: one.covered.map(({ from, to }): Json => ({ from, to })),
      balance: lastBalance(one),
    }),
  ),
})
