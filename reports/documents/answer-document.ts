import type { Days } from '../../src/core/calendar/calendar.ts'
import type { Json } from '../../src/core/cell.ts'
import type { Amount } from '../../src/core/money.ts'
import type { Moment } from '../../src/core/past-run.ts'
import type { Slot } from '../../src/core/slot.ts'
import { cop, type DocumentOf, dateText, number, shape, text, time, wordOf } from '../../src/print/shape.ts'
import type { ErrorReport } from '../../src/std/errors.ts'

/** An amount in COP, exact, with at most two decimals. */
export type Cop = number

/** A settlement date, `YYYY-MM-DD`. */
export type DateText = string

/** A moment in UTC, ISO 8601. */
export type TimeText = string

/** Why a command or a call failed, and what to do next; always in English. */
export const ERROR = shape<ErrorReport>()({
  code: text,
  message: text(({ texts }) => texts.message.en),
  next: text(({ texts }) => texts.next.en),
})
export type ErrorDocument = DocumentOf<typeof ERROR>

/** The members of every document. */
export interface AnswerDocument<Command extends string> {
  readonly schemaVersion: 1
  readonly command: Command
  /** The exit status of the command. */
  readonly exitCode: number
  readonly error: ErrorDocument | null
}

/** The past state that a document shows: its number in the history, and when it was reached. */
export const MOMENT = shape<Moment>()({ number, at: time })
export type MomentDocument = DocumentOf<typeof MOMENT>

export const SLOT = shape<Slot>()({ date: dateText, cycle: text })
/** A settlement by its date and cycle. */
export type SlotName = DocumentOf<typeof SLOT>

/** The members that name the settlement of something. */
export const OF_SLOT = {
  date: dateText(({ slot }: { readonly slot: Slot }) => slot.date),
  cycle: text(({ slot }: { readonly slot: Slot }) => slot.cycle),
}

/** The first and the last day of a range. */
export const OF_DAYS = {
  from: dateText(({ days }: { readonly days: Days }) => days.from),
  to: dateText(({ days }: { readonly days: Days }) => days.to),
}

/** A number of things, and their sum. */
export const AMOUNT = shape<Amount>()({ number, sum: cop })
export type AmountDocument = DocumentOf<typeof AMOUNT>

/** What somebody did, with its number in the history. */
export const ACTED = shape<{
  readonly number: number
  readonly at: number
  readonly by: string
  readonly reason: string
}>()({
  number,
  at: time,
  by: text,
  reason: text,
})

export const SCHEMA_VERSION = 1

/** A command that failed before it had an answer. */
export const FAILURE = shape<{ readonly command: string; readonly exitCode: number; readonly error: ErrorReport }>()({
  schemaVersion: wordOf([SCHEMA_VERSION])(() => SCHEMA_VERSION),
  command: text,
  exitCode: number,
  error: ERROR,
})
export type FailureDocument = DocumentOf<typeof FAILURE>

/** The `--json` document of a command that judges no slot: its own members, and the error if there was one. */
export const answerDocument = (
  command: string,
  exitCode: number,
  found: { readonly [name: string]: Json },
  error: ErrorReport | null = null,
): Json => ({ schemaVersion: SCHEMA_VERSION, command, exitCode, ...found, error: ERROR.orNull.of(error) })
