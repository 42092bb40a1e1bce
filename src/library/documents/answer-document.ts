/** An amount in COP, exact, with at most two decimals. */
export type Cop = number

/** A settlement date, `YYYY-MM-DD`. */
export type DateText = string

/** A moment in UTC, ISO 8601. */
export type TimeText = string

/** Why a command or a call failed, and what to do next. */
export interface ErrorDocument {
  readonly code: string
  readonly message: string
  readonly next: string
}

/** The members of every document. */
export interface AnswerDocument<Command extends string> {
  readonly schemaVersion: 1
  readonly command: Command
  /** The exit status of the command. */
  readonly exitCode: number
  readonly error: ErrorDocument | null
}

/** A command that failed before it had an answer. */
export interface FailureDocument extends AnswerDocument<string> {
  readonly error: ErrorDocument
}

/** The past state that a document shows: its number in the history, and when it was reached. */
export interface MomentDocument {
  readonly number: number
  readonly at: TimeText
}
