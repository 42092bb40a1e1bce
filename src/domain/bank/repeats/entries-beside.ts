import type { AccountStatement, EntryInFile } from '../account-entry.ts'

type Span = Pick<AccountStatement, 'account' | 'from' | 'to' | 'opening' | 'closing'>

/**
 * Finds the stored entries that cannot be in a statement though they are of its days: those of a statement that begins
 * or ends within the same day with the balance with which this one ends or begins.
 */
export const entriesBeside = (
  statement: Span,
  statements: readonly AccountStatement[],
): ((entry: EntryInFile) => boolean) => {
  const beside = statements.flatMap((other) => {
    if (other.account !== statement.account) return []
    if (follows(statement, other)) return [{ file: other.file, day: other.to }]
    return follows(other, statement) ? [{ file: other.file, day: other.from }] : []
  })
  return ({ account, file, bookedOn }) =>
    account === statement.account && beside.some((one) => one.file === file && one.day === bookedOn)
}

/** Whether one statement goes on where another ends within a day. One whose balances are the same is the same. */
const follows = (later: Span, earlier: Span): boolean =>
  later.from === earlier.to &&
  later.opening !== null &&
  later.opening === earlier.closing &&
  (later.opening !== earlier.opening || later.closing !== earlier.closing)
