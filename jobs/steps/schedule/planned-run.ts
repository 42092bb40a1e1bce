import { Cron } from 'croner'
import type { Instant } from '../../../src/core/calendar/calendar.ts'
import type { Settings } from '../../../src/input/settings.ts'

export type ScheduledJob = 'run' | 'sweep' | 'db backup'

/** A job and its starting times, in the five fields of cron. */
export interface PlannedRun {
  readonly job: ScheduledJob
  readonly times: readonly string[]
}

/** In the order in which jobs run when several are due: pull, sweep, back up. */
export const plannedRunsOf = ({ schedule }: Pick<Settings, 'schedule'>): readonly PlannedRun[] => [
  { job: 'run', times: schedule.runAt },
  { job: 'sweep', times: schedule.sweepAt },
  { job: 'db backup', times: schedule.backupAt },
]

/** The first of its times after a moment; null when there is none. The library reads the fields and knows the zone. */
export const nextAfter = ({ times }: PlannedRun, after: Instant, timezone: string): Instant | null => {
  const next = times.flatMap(
    (time) => new Cron(time, { mode: '5-part', paused: true, timezone }).nextRun(new Date(after)) ?? [],
  )
  return next.length === 0 ? null : Math.min(...next.map((date) => date.getTime()))
}
