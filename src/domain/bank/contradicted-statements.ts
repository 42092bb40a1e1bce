import { groupBy } from '../../std/group-by.ts'
import { type Centavos, minus, plus, ZERO } from '../money.ts'
import type { AccountStatement, EntryInFile } from './account-entry.ts'
import type { StatementGap } from './join-statements.ts'

/**
 * Statements whose closing balance is not their opening balance plus the entries of their days that were stored at the
 * import: an earlier file has entries of these days that this one lacks, as when the bank issues a corrected statement.
 * Each file adds up by itself, or it would not have been imported.
 */
export const contradictedStatements = (
  statements: readonly AccountStatement[],
  entries: readonly EntryInFile[],
): readonly StatementGap[] => {
  const entriesOf = groupBy(entries, ({ account }) => account)
  return statements.flatMap((statement) => contradictionOf(statement, entriesOf.get(statement.account) ?? []) ?? [])
}

const contradictionOf = (statement: AccountStatement, entries: readonly EntryInFile[]): StatementGap | null => {
  const { account, file, from, to, opening, closing: reported } = statement
  if (opening === null || reported === null) return null
  const entriesOfDays = entries.filter((entry) => entry.file <= file && entry.bookedOn >= from && entry.bookedOn <= to)
  const expected = plus(opening, sumOf(entriesOfDays))
  if (isOfEdges(minus(expected, reported), statement, entriesOfDays)) return null
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
