import { firstWhere } from '../../std/first-where.ts'
import { groupBy } from '../../std/group-by.ts'
import type { SlotDate } from '../slot.ts'
import type { AccountEntry } from './account-entry.ts'
import type { OpenPayout } from './open-payout.ts'

/** Returns the payouts whose credit may arrive on a day, in order of date. */
export const payoutsWithin = (payouts: readonly OpenPayout[]): ((day: SlotDate) => readonly OpenPayout[]) => {
  const known = new Map<SlotDate, readonly OpenPayout[]>()
  const reaches = lastDaysSoFar(payouts)
  const find = (day: SlotDate): readonly OpenPayout[] => {
    const from = firstWhere(reaches, (reach) => reach >= day)
    const to = firstWhere(payouts, ({ slot }) => slot.date > day)
    return payouts.slice(from, to).filter(({ lastDay }) => lastDay >= day)
  }
  return (day) => {
    const found = known.get(day) ?? find(day)
    known.set(day, found)
    return found
  }
}

/** The latest last day of each payout and those before it. */
const lastDaysSoFar = (payouts: readonly OpenPayout[]): readonly SlotDate[] => {
  const reaches: SlotDate[] = []
  for (const { lastDay } of payouts) {
    const before = reaches.at(-1)
    reaches.push(before !== undefined && before > lastDay ? before : lastDay)
  }
  return reaches
}

/** Returns the credits with which a payout may have arrived, by account and in order of day. */
export const creditsWithin = (
  credits: readonly AccountEntry[],
): ((payout: OpenPayout) => readonly (readonly AccountEntry[])[]) => {
  const accounts = [...groupBy(credits, ({ account }) => account).values()]
  return ({ slot, lastDay }) =>
    accounts.map((ofAccount) =>
      ofAccount.slice(
        firstWhere(ofAccount, ({ bookedOn }) => bookedOn >= slot.date),
        firstWhere(ofAccount, ({ bookedOn }) => bookedOn > lastDay),
      ),
    )
}
