import { addDays, type SlotDate } from '../slot.ts'
import type { BankEntry, BankStatement } from './bank-statement.ts'

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
