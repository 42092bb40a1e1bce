import type { Settings } from '../../config/settings.ts'
import type { FailOn, Outcome, SlotReport } from '../../domain/assessment/slot-report.ts'
import type { Instant, Zone } from '../../domain/calendar/calendar.ts'
import type { AsOf, Moment } from '../../domain/past-run.ts'
import type { CheckRecord } from '../../domain/rules/define-check.ts'
import type { SlotDate } from '../../domain/slot.ts'
import type { ErrorReport } from '../../std/errors.ts'
import type { Start } from '../../std/start.ts'
import type { SettlementQuery } from '../schedule/timetable.ts'
import type { Progress } from './steps.ts'

/** What a job gets besides its request. Time and randomness are arguments. */
export interface JobContext {
  readonly settings: Settings
  readonly zone: Zone
  readonly version: string
  readonly now: () => Instant
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly newRunId: () => string
  /** The checks of the registry and the program's own; without it those of the registry. */
  readonly checks?: readonly CheckRecord[]
  readonly signal: AbortSignal
  /**
   * Called before a settlement is read and before it is stored; throws when another process may have taken over the
   * merchant.
   */
  readonly fence?: () => Promise<void>
  readonly progress: Progress
  /** How a person started the program; absent for another program. */
  readonly start?: Start
  /** The exit status of the command for an error that a job throws. */
  readonly statusOf: (error: unknown) => number
  /** The database of which that of the settings is a copy to be thrown away. */
  readonly copyOf?: string
  /** `--create`: may create the database or the merchant. */
  readonly create?: boolean
  /** Whether the files are copies for others, without document numbers and names of customers. */
  readonly masked?: boolean
}

export interface JobRequest extends SettlementQuery {
  /** The name under which the run is recorded; `run` by default. */
  readonly job?: 'run' | 'inbox'
  readonly dryRun: boolean
  readonly failOn: FailOn
  /** Whether to read cycles that are in neither the settings nor the database. */
  readonly force?: boolean
  /** The past moment to check and report; absent for the present. */
  readonly asOf?: AsOf | null
}

/** The result of a job; the command line prints it. */
export interface JobReport {
  readonly runId: string
  readonly slots: readonly SlotReport[]
  /** Paths of the files with the result. */
  readonly files: readonly string[]
  /** Closed dates of these slots. Their files stay as at the closing. */
  readonly closedDates?: readonly SlotDate[]
  readonly outcome: Outcome
  readonly exitCode: number
  /** The past moment that was reported; absent for the present. */
  readonly asOf?: Moment | null
  readonly error: ErrorReport | null
}
