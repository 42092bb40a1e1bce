import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Memory } from '../../../../jobs/schedule.ts'
import type { Instant } from '../../../domain/calendar/calendar.ts'
import type { ScheduledJob } from '../../../pipeline/schedule/planned-run.ts'

const JOBS: readonly ScheduledJob[] = ['run', 'sweep', 'db backup']

/** Keeps the scheduler's state in a small file beside the database, readable by its owner only. An unreadable file counts as none. */
export const memoryIn = (path: string): Memory => ({
  read: () => new Map(JOBS.flatMap((job) => entryOf(job, parseMemory(path)))),
  write: (began) => {
    const text = JSON.stringify(Object.fromEntries([...began].map(([job, at]) => [job, new Date(at).toISOString()])))
    writeFileSync(`${path}.tmp`, `${text}\n`, { mode: 0o600 })
    renameSync(`${path}.tmp`, path)
  },
})

const entryOf = (job: ScheduledJob, told: Readonly<Record<string, unknown>>): (readonly [ScheduledJob, Instant])[] => {
  const text = told[job]
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? [] : [[job, at]]
}

const parseMemory = (path: string): Readonly<Record<string, unknown>> => {
  try {
    const told: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof told === 'object' && told !== null ? { ...told } : {}
  } catch {
    return {}
  }
}
