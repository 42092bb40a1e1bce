import { groupBy } from '../../std/group-by.ts'
import { businessDaysBetween } from '../calendar/business-days.ts'
import { type Centavos, plus, ZERO } from '../money.ts'
import type { SlotDate } from '../slot.ts'
import type { AccountEntry, AccountStatement } from './account-entry.ts'

/** Days of an account that its statements cover without a gap. */
export interface CoveredDays {
  readonly account: string
  readonly from: SlotDate
  readonly to: SlotDate
}

/** A place where two statements of an account do not join, or where one does not agree with the entries of its days. */
export interface StatementGap {
  readonly account: string
  /** The last covered day before it; where it is within a statement, its first day. */
  readonly after: SlotDate
  /** The first day of the later statement; where it is within one, its last day. */
  readonly before: SlotDate
  /**
   * The balances that disagree: the opening of the later statement (the closing, where it is within one), and its
   * expected value. Null when days are missing.
   */
  readonly balances: { readonly reported: Centavos; readonly expected: Centavos } | null
  readonly isWithin: boolean
}

export interface JoinedStatements {
  readonly covered: readonly CoveredDays[]
  readonly gaps: readonly StatementGap[]
}

/** Compares the statements of each account with each other. They must be in order of account and first day. */
export const joinStatements = (
  statements: readonly AccountStatement[],
  entries: readonly AccountEntry[],
): JoinedStatements => {
  const entriesOf = groupBy(entries, ({ account }) => account)
  const accounts = [...groupBy(statements, ({ account }) => account)]
  const joined = accounts.map(([account, own]) => joinAccount(own, entriesOf.get(account) ?? []))
  return { covered: joined.flatMap(({ covered }) => covered), gaps: joined.flatMap(({ gaps }) => gaps) }
}

const joinAccount = (statements: readonly AccountStatement[], entries: readonly AccountEntry[]): JoinedStatements => {
  const covered: CoveredDays[] = []
  const gaps: StatementGap[] = []
  let earlier: readonly AccountStatement[] = []
  for (const statement of statements) {
    const { account, from, to } = statement
    const span = covered.at(-1)
    if (span !== undefined && (isNextTo(span.to, from) || closesAtOpening(earlier, statement))) {
      covered[covered.length - 1] = { ...span, to: to > span.to ? to : span.to }
      const balances = balancesApart(earlier, statement, entries)
      if (balances !== null) gaps.push({ account, after: span.to, before: from, balances, isWithin: false })
    } else {
      if (span !== undefined) gaps.push({ account, after: span.to, before: from, balances: null, isWithin: false })
      covered.push({ account, from, to })
      earlier = []
    }
    earlier = [...earlier, statement]
  }
  return { covered, gaps }
}

/**
 * Whether there is no bank business day between the two days. A statement without days of its own ends with its last
 * entry.
 */
const isNextTo = (last: SlotDate, first: SlotDate): boolean => businessDaysBetween(last, first) === 0

/**
 * Whether the last statement before this one closes with its opening balance: nothing was booked between them. An
 * account may have had that balance long before, so older statements do not count.
 */
const closesAtOpening = (earlier: readonly AccountStatement[], { from, opening }: AccountStatement): boolean => {
  const lastEnd = earlier
    .map(({ to }) => to)
    .filter((to) => to <= from)
    .toSorted()
    .at(-1)
  return opening !== null && earlier.some(({ to, closing }) => closing === opening && (lastEnd ?? to) <= to)
}

const hasOpening = (statement: AccountStatement): statement is AccountStatement & { readonly opening: Centavos } =>
  statement.opening !== null

/** Null when they agree, or when a statement has none. */
const balancesApart = (
  earlier: readonly AccountStatement[],
  later: AccountStatement,
  entries: readonly AccountEntry[],
): StatementGap['balances'] => {
  const last = earlier.findLast(hasOpening)
  if (last === undefined || later.opening === null) return null
  if (closesAtOpening(earlier, later)) return null
  const between = entries.filter(({ bookedOn }) => bookedOn >= last.from && bookedOn < later.from)
  const expected = plus(
    last.opening,
    between.reduce((sum, { value }) => plus(sum, value), ZERO),
  )
  return expected === later.opening ? null : { reported: later.opening, expected }
}
