import { addDays, type SlotDate } from '../slot.ts'
import type { BankEntry, BankStatement } from './bank-statement.ts'

/** A bank dates the transfers of a long weekend on the next business day. */
const DAYS_AHEAD_MAX = 7

/** The first entry of a day that lies too far ahead of today: its day was misread, or the clock is wrong. */
export const entryAhead = (statements: readonly BankStatement[], today: SlotDate): BankEntry | undefined =>
  statements.flatMap(({ entries }) => entries).find(({ bookedOn }) => bookedOn > addDays(today, DAYS_AHEAD_MAX))

/**
 * Ends a statement's days no later than today or its last entry, whichever is later: a file of the current month may
 * name the whole month.
 */
export const throughToday = (statement: BankStatement, today: SlotDate): BankStatement => {
  const last = statement.entries.reduce((latest, { bookedOn }) => (bookedOn > latest ? bookedOn : latest), today)
  return statement.to > last ? { ...statement, to: last < statement.from ? statement.from : last } : statement
}
