import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { SchedulerState } from '../../../../jobs/schedule.ts'
import type { Instant } from '../../../domain/calendar/calendar.ts'
import type { ScheduledJob } from '../../../pipeline/schedule/planned-run.ts'
import { writeWhole } from '../../../std/files/whole-file.ts'

const JOBS: readonly ScheduledJob[] = ['run', 'sweep', 'db backup']

/**
 * Stores the scheduler's state in a small file next to the database, readable by its owner only. An unreadable file
 * counts as none.
 */
export const schedulerStateFile = (path: string): SchedulerState => ({
  read: () => new Map(JOBS.flatMap((job) => entryOf(job, parseState(path)))),
  write: async (began) => {
    const text = JSON.stringify(Object.fromEntries([...began].map(([job, at]) => [job, new Date(at).toISOString()])))
    await writeWhole(dirname(path), basename(path), [{ text: `${text}\n`, rows: 0 }])
  },
})

const entryOf = (
  job: ScheduledJob,
  stored: Readonly<Record<string, unknown>>,
): (readonly [ScheduledJob, Instant])[] => {
  const text = stored[job]
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? [] : [[job, at]]
}

const parseState = (path: string): Readonly<Record<string, unknown>> => {
  try {
    const stored: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}
