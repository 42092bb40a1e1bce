import type { RunResult } from '../../../reports/documents/run-document.ts'
import type { Instant, Zone } from '../../../src/core/calendar/calendar.ts'
import type { AsOf } from '../../../src/core/past-run.ts'
import type { Slot, SlotDate } from '../../../src/core/slot.ts'
import type { Settings } from '../../../src/input/settings.ts'
import type { CountedReport, FailOn } from '../../../src/rules/assessment/slot-report.ts'
import type { CheckRecord } from '../../../src/rules/define-check.ts'
import type { ErrorReport, ErrorTexts } from '../../../src/std/errors.ts'
import type { Start } from '../../../src/std/start.ts'
import type { SettlementQuery } from '../schedule/timetable.ts'

/** A step of a job. It has no key, name or document number, since every step may be logged. */
export type ProgressStep =
  | { readonly kind: 'upgraded'; readonly backup: string }
  | { readonly kind: 'run-began'; readonly id: string; readonly job: string; readonly merchant: string }
  | { readonly kind: 'planned'; readonly slots: number }
  /** The settlement was read; `invoices` is the number it reports, null without a settlement. */
  | { readonly kind: 'slot-began'; readonly slot: Slot; readonly invoices: number | null }
  | { readonly kind: 'page'; readonly slot: Slot; readonly items: number }
  | { readonly kind: 'retry'; readonly slot: Slot; readonly code: string; readonly waitMs: number }
  | { readonly kind: 'slot-read'; readonly slot: Slot }
  | { readonly kind: 'slot-not-read'; readonly slot: Slot; readonly code: string }
  /** A whole date was listed without a cycle. */
  | { readonly kind: 'date-listed'; readonly date: SlotDate; readonly items: number; readonly unlisted: number }
  | { readonly kind: 'date-not-listed'; readonly date: SlotDate; readonly code: string }
  | { readonly kind: 'checked'; readonly slots: number }
  | { readonly kind: 'written'; readonly date: SlotDate; readonly files: number }
  /** A warning: something went wrong that does not fail the job. */
  | {
      readonly kind: 'warned'
      readonly code: string
      readonly message: string
      readonly next: string
      /** Message and next step in each language. */
      readonly texts: ErrorTexts
    }
  | { readonly kind: 'run-ended'; readonly outcome: string; readonly exitCode: number }

/** The warning about an error. */
export const warning = ({ code, texts }: ErrorReport): ProgressStep => ({
  kind: 'warned',
  code,
  message: texts.message.en,
  next: texts.next.en,
  texts,
})

/** Called with each step of a job, for a progress bar, a log or metrics. It never throws. */
export type Progress = (step: ProgressStep) => void

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

/** The context of a command that only reads. */
export type QueryContext = Pick<JobContext, 'settings' | 'zone' | 'version' | 'now' | 'signal' | 'checks' | 'start'> & {
  /** A past moment; absent for the present. */
  readonly asOf?: AsOf | null
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
export interface JobReport extends Omit<RunResult, 'command'> {
  readonly runId: string
  /** Settlements that were not asked for and were never read, which the first answer is about too. */
  readonly neverRead?: readonly CountedReport[]
  /** Closed dates of these slots. Their files stay as at the closing. */
  readonly closedDates?: readonly SlotDate[]
}
