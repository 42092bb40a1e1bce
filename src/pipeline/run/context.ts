import type { Settings } from '../../config/settings.ts'
import type { AsOf, Moment } from '../../domain/as-of.ts'
import type { FailOn, Outcome } from '../../domain/assessment/outcome.ts'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import type { Instant, Zone } from '../../domain/calendar/calendar.ts'
import type { CheckRecord } from '../../domain/rules/define-check.ts'
import type { SlotDate } from '../../domain/slot.ts'
import type { ErrorReport } from '../../std/errors.ts'
import type { SettlementQuery } from '../schedule/timetable.ts'
import type { Progress } from './steps.ts'

/** What a job is given beside its request: time and randomness are arguments. */
export interface JobContext {
  readonly settings: Settings
  readonly zone: Zone
  readonly version: string
  readonly now: () => Instant
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly newRunId: () => string
  /** Those of the registry, and the program's own beside them; those of the registry alone without it. */
  readonly checks?: readonly CheckRecord[]
  readonly signal: AbortSignal
  /** Asked before a settlement is read and before it is stored: throws when another process may be at this merchant by now. */
  readonly fence?: () => Promise<void>
  readonly progress: Progress
  /** With which exit status an error that a job throws will end the command. */
  readonly statusOf: (error: unknown) => number
  /** Makes the database, or the merchant in it, where the settings alone would not. */
  readonly create?: boolean
  /** The files are copies for others: they show no document numbers and no names of customers. */
  readonly masked?: boolean
}

export interface JobRequest extends SettlementQuery {
  /** Under which name the run is recorded; `run` without it. */
  readonly job?: 'run' | 'inbox'
  readonly dryRun: boolean
  readonly failOn: FailOn
  /** Reads cycles that neither the settings nor the database know. */
  readonly force?: boolean
  /** The past to check and report from; what is known now without it. */
  readonly asOf?: AsOf | null
}

/** How a job went; the command line prints it. */
export interface JobReport {
  readonly runId: string
  readonly slots: readonly SlotReport[]
  /** Paths of the files that hold the answer. */
  readonly files: readonly string[]
  /** Dates of these slots whose books are closed: their files are those of the closing, whatever is known now. */
  readonly closedDates?: readonly SlotDate[]
  readonly outcome: Outcome
  readonly exitCode: number
  /** The past that was reported; what is known now without it. */
  readonly asOf?: Moment | null
  readonly error: ErrorReport | null
}
