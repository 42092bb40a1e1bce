import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Neighbours } from '../../../reports/pages/day-facts.ts'
import { asSlotDate, type SlotDate } from '../../../src/core/slot.ts'
import { once } from '../../../src/std/once.ts'

/**
 * Returns the days before and after a day that have pages in that folder or get them from the same job. The folder is
 * listed once.
 */
export const neighboursIn = (out: string, written: readonly SlotDate[]): ((date: SlotDate) => Promise<Neighbours>) => {
  const ofJob = new Set(written)
  const listed = once(async () => {
    const folders = (await readdir(out).catch(() => [])).flatMap((name) => asSlotDate(name) ?? [])
    return [...new Set([...folders, ...written])].sort()
  })
  const isThere = async (day: SlotDate): Promise<boolean> => ofJob.has(day) || hasPage(out, day)
  return async (date) => {
    const days = await listed()
    return {
      previous: await nearest(
        days,
        days.findLastIndex((day) => day < date),
        -1,
        isThere,
      ),
      next: await nearest(
        days,
        days.findIndex((day) => day > date),
        1,
        isThere,
      ),
    }
  }
}

/** The nearest day with a page from that place on, in one direction. */
const nearest = async (
  days: readonly SlotDate[],
  from: number,
  step: 1 | -1,
  hasPageOf: (day: SlotDate) => Promise<boolean>,
): Promise<SlotDate | null> => {
  for (let at = from; ; at += step) {
    const day = days[at]
    if (day === undefined) return null
    if (await hasPageOf(day)) return day
  }
}

/** Whether the folder has a page of that day. */
export const hasPage = (out: string, date: SlotDate): Promise<boolean> =>
  access(join(out, date, 'report.html')).then(
    () => true,
    () => false,
  )
