import type Database from 'better-sqlite3'
import type { Instant } from '../../domain/calendar/calendar.ts'
import { rowChanger } from './row-digests.ts'

/** Why an event is not done, and when it may be tried again. */
export interface EventPostponement {
  readonly id: number
  readonly failures: number
  readonly reason: string
  readonly nextTryAt: Instant
}

/** The changes to an event by work on it. Call them within a transaction. */
export interface EventWork {
  /** That run read its slot and reported its conflicts. */
  readonly finish: (id: number, runId: string) => void
  readonly postpone: (event: EventPostponement) => void
  /** Makes the event ready again, as if it were new. A kept event stays kept. */
  readonly restart: (id: number, at: Instant) => void
}

export const createEventWork = (sqlite: Database.Database, path: string): EventWork => {
  const finish = sqlite.prepare(
    `UPDATE event SET state = iif(state = 'kept', 'kept', 'done'), run = ?, reason = NULL WHERE id = ?`,
  )
  const unreportedConflicts = sqlite
    .prepare<[number], number>('SELECT id FROM conflict WHERE event = ? AND run IS NULL')
    .pluck()
  const markReported = sqlite.prepare('UPDATE conflict SET run = ? WHERE id = ?')
  const wait = sqlite.prepare('UPDATE event SET failures = ?, reason = ?, next_try_at = ? WHERE id = ?')
  const restart = sqlite.prepare(
    `UPDATE event SET state = iif(state = 'kept', 'kept', 'waiting'), failures = 0, reason = iif(state = 'kept', reason, NULL),
       next_try_at = ? WHERE id = ?`,
  )
  const change = rowChanger(sqlite, 'event', path)
  const changeConflict = rowChanger(sqlite, 'conflict', path)
  return {
    finish: (id, runId) => {
      change(id, () => void finish.run(runId, id))
      for (const conflict of unreportedConflicts.all(id))
        changeConflict(conflict, () => void markReported.run(runId, conflict))
    },
    postpone: ({ id, failures, reason, nextTryAt }) => change(id, () => void wait.run(failures, reason, nextTryAt, id)),
    restart: (id, at) => change(id, () => void restart.run(at, id)),
  }
}
