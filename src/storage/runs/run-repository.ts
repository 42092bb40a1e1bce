import type { Instant } from '../../domain/calendar/calendar.ts'
import type { PastRun, WholeRun } from '../../domain/past-run.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { pastRuns, type RunFilter, runsByName } from './past-runs.ts'
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
  /** The start of the newest job that pulls or checks, as of which slots are due or not. Null before the first. */
  lastStart(): Promise<Instant | null>
  /** The newest main job that read everything it should; null when there is none. */
  lastSuccess(): Promise<RunSuccess | null>
  /** Whether an ordinary night ever ran, whatever its result; otherwise only named days were read. */
  hasNights(): Promise<boolean>
  /** The days with rows of earlier runs (before this ordinal) that never ended with their files written. */
  unfinishedDays(before: number): Promise<readonly DayOfRun[]>
  /** The merchant's runs, newest first. */
  list(filter: RunFilter): Promise<readonly PastRun[]>
  /** The run with this ordinal or id; several when an id is cut too short, none when there is no such run. */
  find(name: string): Promise<readonly WholeRun[]>
}

export const createRunRepository = (database: MerchantDatabase): RunRepository =>
  withStoreErrors<RunRepository>(database.path, {
    begin: (run) => writeRunBegin(database, run),
    end: (id, end) => writeRunEnd(database, id, end),
    lastStart: () => lastRunAt(database),
    lastSuccess: () => lastSuccess(database),
    hasNights: () => hasNights(database),
    unfinishedDays: (before) => daysOfUnfinishedRuns(database, before),
    list: (filter) => pastRuns(database, filter),
    find: (name) => runsByName(database, name),
  })
