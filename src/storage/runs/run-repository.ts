import type { Instant } from '../../domain/calendar/calendar.ts'
import type { PastRun, WholeRun } from '../../domain/past-run.ts'
import type { Books } from '../connection/books.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { pastRuns, type RunFilter, runsNamed } from './past-runs.ts'
import {
  hasNights,
  lastRunAt,
  lastSuccess,
  type RunEnd,
  type RunRecord,
  type RunSuccess,
  writeRunBegin,
  writeRunEnd,
} from './runs.ts'
import { type DayOfRun, daysOfUnfinishedRuns } from './unfinished-runs.ts'

/** The executions of jobs. */
export interface RunRepository {
  /** Returns the ordinal of the run: 1, 2, 3, ... in this database. */
  begin(run: RunRecord): Promise<number>
  end(id: string, end: RunEnd): Promise<void>
  /** The start of the newest job that pulls: what is due is judged at this moment when no pull exists. Null before the first. */
  lastStart(): Promise<Instant | null>
  /** The newest main job that read everything it was to read; null when none ever did. */
  lastSuccess(): Promise<RunSuccess | null>
  /** Whether an ordinary night ever ran, however it ended; otherwise only named days were read. */
  hasNights(): Promise<boolean>
  /** The days about which runs before the one with this ordinal wrote rows, and never ended with their files written. */
  unfinishedDays(before: number): Promise<readonly DayOfRun[]>
  /** The merchant's runs, newest first. */
  list(filter: RunFilter): Promise<readonly PastRun[]>
  /** The run with this ordinal or id; several when an id is shortened too much, none when there is no such run. */
  find(name: string): Promise<readonly WholeRun[]>
}

export const createRunRepository = (books: Books): RunRepository =>
  withStoreErrors<RunRepository>(books.path, {
    begin: (run) => writeRunBegin(books, run),
    end: (id, end) => writeRunEnd(books, id, end),
    lastStart: () => lastRunAt(books),
    lastSuccess: () => lastSuccess(books),
    hasNights: () => hasNights(books),
    unfinishedDays: (before) => daysOfUnfinishedRuns(books, before),
    list: (filter) => pastRuns(books, filter),
    find: (name) => runsNamed(books, name),
  })
