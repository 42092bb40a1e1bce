import { compareText } from '../../std/compare-text.ts'
import { firstWhere } from '../../std/first-where.ts'
import { groupBy } from '../../std/group-by.ts'
import { businessDaysBetween } from '../calendar/business-days.ts'
import { type Centavos, minus, plus, sumOf, ZERO } from '../money.ts'
import { addDays, type SlotDate } from '../slot.ts'

/** One row of a bank statement, as the bank booked it. */
export interface BankEntry {
  /** The day on which the bank booked it. */
  readonly bookedOn: SlotDate
  /** The day from which it counts; null when the file does not give it. */
  readonly valueOn: SlotDate | null
  /** Centavos: positive for a credit, negative for a debit. */
  readonly value: Centavos
  /** The bank's text with single spaces; empty when there is none. */
  readonly text: string
  /** The bank's own reference of the entry; null when the file has none. */
  readonly reference: string | null
  /** Its position in the file: a line, a row, or the number of the element, from 1. */
  readonly position: number
}

/** A file's statement of one account over some days. */
export interface BankStatement {
  /** As in the file, without spaces and hyphens; null when the file names no account. */
  readonly account: string | null
  /** The bank's number of the statement; null when it has none. */
  readonly number: string | null
  /** First and last day, both included: as in the file, else those of its first and last entry. */
  readonly from: SlotDate
  readonly to: SlotDate
  /** The balance before its first entry, in centavos; null when the file has no balances. */
  readonly opening: Centavos | null
  /** The balance after its last entry, in centavos. */
  readonly closing: Centavos | null
  /** From old to new. */
  readonly entries: readonly BankEntry[]
}

/** The formats in which banks issue statements. */
export const BANK_FORMATS = [
  'bancolombia-csv',
  'bancolombia-text',
  'bancolombia-statement',
  'bancolombia-month',
  'davivienda-csv',
  'nequi-csv',
  'mapped',
  'camt',
  'mt940',
  'ofx',
] as const
export type BankFormat = (typeof BANK_FORMATS)[number]

/** A whole file: opening and entries of each statement add up to its closing. */
export interface BankFile {
  readonly format: BankFormat
  readonly statements: readonly BankStatement[]
}

/** The number of an account without spaces, hyphens and dots; null for an empty text. */
export const accountOf = (text: string): string | null => text.replace(/[\s.-]/g, '') || null

/** An entry of an account, once, however many bank files have it. */
export interface AccountEntry extends Omit<BankEntry, 'text' | 'position'> {
  /** Made of the entry's contents, so that it is the same in every database. */
  readonly id: string
  readonly account: string
  /** The bank's text of the entry; null when it is about others, and so not stored. */
  readonly text: string | null
}

/** An entry, with the first file that had it (its number in the event sequence), and its position there. */
export interface EntryInFile extends AccountEntry {
  readonly file: number
  readonly position: number
}

/** The days of an account that a file covers, and its balances before and after them. */
export interface AccountStatement extends Omit<StatementOfAccount, 'entries'> {
  /** The number of the file in the event sequence. */
  readonly file: number
}

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

interface JoinedStatements {
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

/** Whether there is no bank business day between the two days. A statement without days of its own ends with its last entry. */
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
  const expected = plus(last.opening, sumOfEntries(between))
  return expected === later.opening ? null : { reported: later.opening, expected }
}

/**
 * Whether a statement covers days that the statements of the same bytes did not at their import, since they were days
 * to come. Not where another file has entries of those days: then these bytes were issued before them.
 */
export const coversMoreDays = (
  { account, from, to }: Pick<AccountStatement, 'account' | 'from' | 'to'>,
  earlier: readonly AccountStatement[],
  entries: readonly AccountEntry[],
): boolean => {
  const end = lastDayOf(earlier.filter((one) => one.account === account && one.from === from))
  return (
    end !== null &&
    to > end &&
    !entries.some((entry) => entry.account === account && entry.bookedOn > end && entry.bookedOn <= to)
  )
}

const lastDayOf = (statements: readonly AccountStatement[]): SlotDate | null =>
  statements.reduce<SlotDate | null>((last, { to }) => (last === null || to > last ? to : last), null)

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
  const expected = plus(opening, sumOfEntries(stored))
  if (isOfEdges(minus(expected, reported), statement, stored)) return null
  return { account, after: from, before: to, balances: { reported, expected }, isWithin: true }
}

const sumOfEntries = (entries: readonly AccountEntry[]): Centavos => sumOf(entries.map(({ value }) => value))

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

/** A bank dates the transfers of a long weekend on the next business day. */
const DAYS_AHEAD_MAX = 7

/** The first entry of a day that lies too far ahead of today: its day was misread, or the clock is wrong. */
export const entryAhead = (statements: readonly BankStatement[], today: SlotDate): BankEntry | undefined =>
  statements.flatMap(({ entries }) => entries).find(({ bookedOn }) => bookedOn > addDays(today, DAYS_AHEAD_MAX))

/**
 * Ends a statement's days no later than today: a file of the current month may name the whole month, and an entry of
 * the next business day does not say what else will be booked by then. Its closing balance is then not that of its last
 * day, and does not count.
 */
export const throughToday = (statement: BankStatement, today: SlotDate): BankStatement => {
  const { from, to, entries } = statement
  if (to <= today) return statement
  const isAhead = entries.some(({ bookedOn }) => bookedOn > today)
  return { ...statement, to: today < from ? from : today, closing: isAhead ? null : statement.closing }
}
