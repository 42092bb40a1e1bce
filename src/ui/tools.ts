import type { Child } from 'hono/jsx'
import type { AnswerAsRead, Names } from '../../jobs/read-pages.ts'
import type { Instant, Zone } from '../core/calendar/calendar.ts'
import type { Discrepancy } from '../core/findings/discrepancy.ts'
import type { Slot, SlotDate } from '../core/slot.ts'
import type { Language } from '../words/language.ts'

/** What a command printed, and how it ended. */
export interface Told {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

/** A command that runs in a process of its own. */
export interface RunningCommand {
  /** The end of what it printed so far. */
  readonly said: () => string
  /** Null while it runs. */
  readonly exitCode: () => number | null
  readonly ended: Promise<unknown>
}

/** A step of the history of a settlement, in words. */
export interface HistoryStep {
  readonly number: number | null
  readonly at: Instant
  readonly what: string
  readonly details: readonly string[]
  readonly isReading: boolean
}

/** What the desk is made from. All it knows it asks of these, and all it does commands do. */
export interface DeskTools extends Asking {
  readonly language: Language
  readonly zone: Zone
  /** The path of the session, below which all pages stand. */
  readonly root: string
  readonly isReadOnly: boolean
  /** The page over all merchants; null where there is one. */
  readonly home: string | null
  /** What is asked anew, whatever was answered before. */
  readonly anew: Asking
  /** Executes a command of ours as if it had been typed. `fence` may forbid it, by an error, once the database is locked and before it is changed. */
  readonly command: (words: readonly string[], fence?: () => Promise<void>) => Promise<Told>
  /** Starts one that takes long. */
  readonly start: (words: readonly string[]) => RunningCommand
  /** The same command as a person types it. */
  readonly typed: (words: readonly string[]) => string
  /** What a command says of an error. */
  readonly failure: (error: unknown) => Told
  readonly answers: (slot: Slot, number: number, names: Names) => Promise<readonly AnswerAsRead[]>
  /** The sheet that `discrepancies list --csv` prints with these words, of these cases alone. */
  readonly sheet: (words: readonly string[], cases: ReadonlySet<string>) => Promise<string>
  /** A text for the operator about these cases; empty when none is for it to answer. */
  readonly letter: (cases: ReadonlySet<string>, slots: readonly Slot[]) => Promise<string>
  /** The path of a new zip, and the names of those that were made. */
  readonly fileNamed: (name: 'letter' | 'pack') => string
  readonly files: () => Promise<readonly string[]>
  /** The bytes of a file of reports; null when there is none. */
  readonly file: (path: string) => Promise<Uint8Array | null>
  readonly formToken: () => string
  /** Names of customers were shown. */
  readonly onNames: (what: string) => void
}

/** The folder of zips that were made on the desk, in that of the reports. */
export const DESK_FOLDER = 'desk'

/** What is asked of the database: while nothing changes there, the answers are remembered. */
export interface Asking {
  /** What a command that asks prints. */
  readonly question: (words: readonly string[]) => Promise<Told>
  /** The same as a page. */
  readonly page: (words: readonly string[]) => Promise<Told>
  /** The pages over all days by the names of their files: the index, and that of the bank where there is one. */
  readonly indexPages: () => Promise<Readonly<Record<string, string>>>
  /** Null for a day of which nothing is known. */
  readonly dayPage: (date: SlotDate, names: Names) => Promise<string | null>
  /** As of a number of the sequence of events unless that is null; null for a settlement that was never read. */
  readonly settlementPage: (slot: Slot, number: number | null, names: Names) => Promise<string | null>
  /** Of the newest month without one. */
  readonly monthPage: (kind: 'statement' | 'fees', month: SlotDate | null) => Promise<string>
  /** What is in transit today, from the database alone. No file is written. */
  readonly inTransitPage: () => Promise<string>
  /** The last day that is closed. */
  readonly closedThrough: () => Promise<SlotDate | null>
  readonly history: (slot: Slot) => Promise<readonly HistoryStep[]>
  /** What differs between two readings, by their numbers; empty when nothing does. */
  readonly difference: (slot: Slot, first: number, last: number) => Promise<readonly string[]>
  /** The discrepancies that `discrepancies list` with these words lists. */
  readonly cases: (words: readonly string[]) => Promise<readonly Discrepancy[]>
}

/** What a page shows: the words of its command, its HTML, and the forms below it. */
export interface Shown {
  readonly words: readonly string[]
  readonly html: string
  /** Of a page that says why there is no other. */
  readonly status?: number
  /** Whether it loads itself again, since something is going on. */
  readonly isMoving?: boolean
  /** Above all else: the filters of a list, or the moment that is shown. */
  readonly above?: Child
  readonly forms?: Child
  /** The address of the page that names customers; absent where none are hidden. */
  readonly named?: string
}

/** What is said above a page that is shown again since an act was not done. */
export interface Notice {
  readonly status: number
  readonly said: readonly string[]
}
