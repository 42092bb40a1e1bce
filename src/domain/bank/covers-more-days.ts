import type { SlotDate } from '../slot.ts'
import type { AccountEntry, AccountStatement } from './account-entry.ts'

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
