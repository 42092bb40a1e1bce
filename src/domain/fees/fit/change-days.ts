import type { Zone } from '../../calendar/calendar.ts'
import { addDays, daysBetween, type SlotDate } from '../../slot.ts'
import type { TariffDate } from '../tariff.ts'
import type { ChargedSettlement } from './charged-settlement.ts'
import { expectedFees } from './expected-fees.ts'
import type { ScheduleRun } from './schedule-runs.ts'
import { entry, lastEntry } from './vector.ts'

/** The days on which a schedule may have begun; each fits the same number of settlements. */
export interface ChangeDays {
  readonly first: SlotDate
  readonly last: SlotDate
  readonly count: number
}

/** Payments are made at most this many days before their settlement. */
const PAID_BEFORE = 15

/** The days on which the schedule of one run may have changed to that of the next, by the date of payments or of settlements. */
export const changeDays = (
  settlements: readonly ChargedSettlement[],
  [before, after]: readonly [ScheduleRun, ScheduleRun],
  date: TariffDate,
  zone: Zone,
): ChangeDays => {
  const dates = [lastEntry(before.settlements).slot.date, entry(after.settlements, 0).slot.date]
  const days = daysBetween(addDays(entry(dates, 0), -PAID_BEFORE), addDays(lastEntry(dates), 1))
  const end = addDays(lastEntry(dates), PAID_BEFORE + 1)
  const near = settlements.filter(({ slot }) => slot.date >= entry(days, 0) && slot.date <= end)
  const counted = days.map((day) => {
    const tariff = [
      { ...before.fit.schedule, from: ANCIENT },
      { ...after.fit.schedule, from: day },
    ]
    const expected = expectedFees(tariff, date, zone)
    return { day, count: near.filter((settlement) => expected(settlement) === settlement.charged).length }
  })
  const count = Math.max(...counted.map((one) => one.count))
  const best = counted.filter((one) => one.count === count).map(({ day }) => day)
  return { first: entry(best, 0), last: lastEntry(best), count }
}

/** The two dates count as alike when at most this many settlements distinguish them. */
const DATES_ALIKE = 1

/** The date by which more settlements fit, from the number of settlements that fit by each; null when they are alike. */
export const dateThatFits = ({ payment, settlement }: Readonly<Record<TariffDate, number>>): TariffDate | null => {
  if (Math.abs(payment - settlement) <= DATES_ALIKE) return null
  return settlement > payment ? 'settlement' : 'payment'
}

const ANCIENT = '0001-01-01' as SlotDate
