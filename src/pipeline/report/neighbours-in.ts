import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Neighbours } from '../../../reports/pages/day-facts.ts'
import { asSlotDate, type SlotDate } from '../../domain/slot.ts'

/** The days before and after a day whose pages stand in that folder, or are written by the same job. */
export const neighboursIn = async (out: string, date: SlotDate, written: readonly SlotDate[]): Promise<Neighbours> => {
  const folders = (await readdir(out).catch(() => [])).flatMap((name) => asSlotDate(name) ?? [])
  const days = [...new Set([...folders, ...written])].sort()
  const isThere = async (day: SlotDate): Promise<boolean> => written.includes(day) || hasPage(out, day)
  return {
    previous: await firstOf(days.filter((day) => day < date).toReversed(), isThere),
    next: await firstOf(
      days.filter((day) => day > date),
      isThere,
    ),
  }
}

const firstOf = async <T>(all: readonly T[], isSuch: (one: T) => Promise<boolean>): Promise<T | null> => {
  for (const one of all) if (await isSuch(one)) return one
  return null
}

/** The page of that day stands in the folder. */
export const hasPage = (out: string, date: SlotDate): Promise<boolean> =>
  access(join(out, date, 'report.html')).then(
    () => true,
    () => false,
  )
