import { compareText } from '../../std/compare-text.ts'
import { firstWhere } from '../../std/first-where.ts'
import { groupBy } from '../../std/group-by.ts'
import { type Centavos, minus, plus, ZERO } from '../money.ts'
import type { AccountStatement, EntryInFile } from './account-entry.ts'
import type { StatementGap } from './join-statements.ts'

/**
 * Tells of a statement how its closing balance differs from its opening balance plus the entries of its days that were
 * stored at the import; null when it does not. It does where an earlier file has entries of these days that this one
 * lacks, as when the bank issues a corrected statement. Each file adds up by itself, or it would not have been imported.
 */
export const contradictionsBy = (
  entries: readonly EntryInFile[],
): ((statement: AccountStatement) => StatementGap | null) => {
  const inOrder = entries.toSorted((one, other) => compareText(one.bookedOn, other.bookedOn))
  const entriesOf = groupBy(inOrder, ({ account }) => account)
  return (statement) => {
    const ofAccount = entriesOf.get(statement.account) ?? []
    const begin = firstWhere(ofAccount, ({ bookedOn }) => bookedOn >= statement.from)
    const end = firstWhere(ofAccount, ({ bookedOn }) => bookedOn > statement.to)
    return contradictionOf(statement, ofAccount.slice(begin, end))
  }
}

/** The contradictions of statements, in their order. */
export const contradictedStatements = (
  statements: readonly AccountStatement[],
  entries: readonly EntryInFile[],
): readonly StatementGap[] => {
  const contradiction = contradictionsBy(entries)
  return statements.flatMap((statement) => contradiction(statement) ?? [])
}

const contradictionOf = (statement: AccountStatement, ofItsDays: readonly EntryInFile[]): StatementGap | null => {
  const { account, file, from, to, opening, closing: reported } = statement
  if (opening === null || reported === null) return null
  const stored = ofItsDays.filter((entry) => entry.file <= file)
  const expected = plus(opening, sumOf(stored))
  if (isOfEdges(minus(expected, reported), statement, stored)) return null
  return { account, after: from, before: to, balances: { reported, expected }, isWithin: true }
}

const sumOf = (entries: readonly EntryInFile[]): Centavos => entries.reduce((sum, { value }) => plus(sum, value), ZERO)

/**
 * Whether the surplus comes from entries of earlier files that were booked on the first day before the statement
 * begins, or on the last day after it ends: one that was issued during a day begins or ends within it.
 */
const isOfEdges = (
  surplus: Centavos,
  { file, from, to }: AccountStatement,
  entriesOfDays: readonly EntryInFile[],
): boolean => {
  const earlier = entriesOfDays.filter((entry) => entry.file < file)
  const before = sumsFromAnEnd(earlier.filter(({ bookedOn }) => bookedOn === from))
  const after = sumsFromAnEnd(earlier.filter(({ bookedOn }) => bookedOn === to))
  return [...before].some((sum) => after.has(minus(surplus, sum)))
}

/** The sums of the first entries, and of the last ones, however many; files run from old to new or the other way. */
const sumsFromAnEnd = (entries: readonly EntryInFile[]): ReadonlySet<Centavos> => {
  const inOrder = entries.toSorted((one, other) => one.file - other.file || one.position - other.position)
  const sums = new Set([ZERO])
  for (const ordered of [inOrder, inOrder.toReversed()]) {
    let sum = ZERO
    for (const { value } of ordered) {
      sum = plus(sum, value)
      sums.add(sum)
    }
  }
  return sums
}
