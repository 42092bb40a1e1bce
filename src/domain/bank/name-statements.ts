import { accountOf } from './account-of.ts'
import type { BankStatement } from './bank-statement.ts'

/** A statement whose account is known. */
export type StatementOfAccount = BankStatement & { readonly account: string }

/** The longest name that a person may give an account. */
export const ACCOUNT_MAX_CHARACTERS = 40

type Naming =
  | { readonly kind: 'named'; readonly statements: readonly StatementOfAccount[] }
  /** Neither the file nor a person names its account. */
  | { readonly kind: 'nameless' }
  /** The file is of another account than the one given. */
  | { readonly kind: 'other'; readonly account: string }

/** Gives each statement its account: that of the file, or the given one when the file names none. */
export const nameStatements = (statements: readonly BankStatement[], given: string | null): Naming => {
  const wanted = given === null ? null : accountOf(given)
  const named: StatementOfAccount[] = []
  for (const statement of statements) {
    const account = statement.account ?? wanted
    if (account === null) return { kind: 'nameless' }
    if (wanted !== null && account !== wanted) return { kind: 'other', account }
    named.push({ ...statement, account })
  }
  return { kind: 'named', statements: named }
}
