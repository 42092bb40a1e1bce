import type { Assessment } from '../domain/assessment/assessment.ts'
import type { Chargeback } from '../domain/assessment/chargeback-account.ts'
import type { ListedOtherwise, Restatement } from '../domain/assessment/restatement.ts'
import type { Instant } from '../domain/calendar/calendar.ts'
import type { Act, Closing, Done, Intent } from '../domain/findings/act.ts'
import type { Change } from '../domain/findings/changes.ts'
import type { Discrepancy, ErrorCount, Finding } from '../domain/findings/discrepancy.ts'
import type { Step } from '../domain/findings/life.ts'
import type { Reading } from '../domain/invoice.ts'
import type { PastRun, WholeRun } from '../domain/past-run.ts'
import type { HeldInvoice, InvoiceVersion } from '../domain/pull/held.ts'
import type { InvoiceChange } from '../domain/pull/invoice-changes.ts'
import type {
  AnswerPart,
  Departure,
  IncompleteAttempt,
  PastPull,
  Pull,
  Quarantined,
  Repeat,
  SettlementReading,
  SettlementVersion,
} from '../domain/pull/pull.ts'
import type { SharedKey } from '../domain/pull/shared-key.ts'
import type { DateListing, Stray } from '../domain/pull/stray.ts'
import type { Settlement } from '../domain/settlement.ts'
import type { Slot, SlotDate } from '../domain/slot.ts'
import type { Customers } from './merchants/customers.ts'
import type { RunFilter } from './runs/run-ledger.ts'
import type { DayOfRun } from './runs/unfinished-runs.ts'

/**
 * What we keep: the books of one merchant. Everything is asked in domain words, at page granularity and asynchronously;
 * SQLite stands behind it. Nothing that was closed is overwritten or deleted.
 */
export interface Store {
  /** The name the merchant goes by. */
  readonly merchant: string
  /** Every name it has or had, the first one first: what was written under any of them is its own. */
  readonly merchantNames: readonly string[]
  /** Gives the merchant another name: a CuadreError `MERCHANT_NAME_TAKEN` when another one has it or had it. */
  rename(name: string, at: Instant): Promise<void>

  /** The base URL the books belong to; null before their first pull. */
  baseUrl(): Promise<string | null>
  /** Refuses a base URL other than the one the books belong to: a CuadreError `OTHER_BASE_URL`. */
  checkBaseUrl(baseUrl: string): Promise<void>
  /** The same, and remembers the base URL where none is known yet: a typo must not bind books that hold nothing. */
  belongTo(baseUrl: string): Promise<void>

  /** Records the policy when it differs from the last one recorded; returns its number in the one sequence. */
  recordPolicy(policy: string, at: Instant): Promise<{ readonly number: number; readonly changed: boolean }>

  /** The policy last recorded; null before the first. */
  lastPolicy(): Promise<{ readonly number: number; readonly policy: string } | null>

  /** The text of a policy, by its number in the one sequence; null when there is none with it. */
  policyNumbered(number: number): Promise<string | null>

  /** Returns the ordinal of the run: 1, 2, 3, ... in this database. */
  beginRun(run: RunRecord): Promise<number>
  endRun(id: string, end: RunEnd): Promise<void>
  /** When the newest job that pulls began: what is due is judged at this moment when no pull exists. Null before the first. */
  lastRunAt(): Promise<Instant | null>

  /** The newest main job that read everything it was to read; null when none ever did. */
  lastSuccess(): Promise<RunSuccess | null>
  /** Whether an ordinary night ever ran, however it ended; otherwise only named days were read. */
  hasNights(): Promise<boolean>
  /** How far the sightings of discrepancies have come, and what has changed since they had come that far. */
  lastSighting(): Promise<number>
  changesSince(sighting: number): Promise<readonly Change[]>
  /** The days about which runs before the one with this ordinal wrote rows, and never ended with their files written. */
  daysOfUnfinishedRuns(before: number): Promise<readonly DayOfRun[]>
  /** The merchant's runs, newest first. */
  pastRuns(filter: RunFilter): Promise<readonly PastRun[]>
  /** The run with this ordinal or id; several when an id is shortened too much, none when there is no such run. */
  runsNamed(name: string): Promise<readonly WholeRun[]>

  /** Begins a pull that nobody sees until it is closed. What an earlier crash left open was undone when the books were opened. */
  beginPull(begin: PullBegin): Promise<OpenPull>
  /** Keeps the fact that a slot could not be read whole. */
  recordIncomplete(attempt: IncompleteAttempt & { readonly runId: string }): Promise<void>

  /** Begins the listing of a whole date, without a cycle, that nobody sees until it is closed. No pull may be open meanwhile. */
  beginDateListing(begin: DateListingBegin): Promise<OpenDateListing>
  /** The dates that were ever listed without a cycle, each with its newest listing, in order. */
  dateListings(): Promise<readonly DateListing[]>
  /** What the newest listing of each date showed and no slot held then, in order of date and id, with the slots that hold it now: after `indexKeys`. */
  strays(): Promise<readonly Stray[]>

  /** Every slot of the merchant with its last whole pull and what came after it, in date and cycle order. */
  slots(range?: { readonly from: SlotDate; readonly to: SlotDate }): Promise<readonly SlotState[]>

  /** The settlements the slot's pulls have shown up to that pull, oldest first; an absence ends one and is not in the list. */
  settlements(slot: Slot, pull: Pull): Promise<readonly SettlementVersion[]>
  /** The same up to the slot's last whole pull, with the time at which each was first read. */
  settlementReadings(slot: Slot): Promise<readonly SettlementReading[]>
  /** The time of the first whole pull of the database; null before it. */
  firstPullAt(): Promise<Instant | null>
  /** Every invoice the slot has ever held up to that pull, in order of id, in pages. `baselinePull`: see heldInvoice. */
  held(slot: Slot, pull: Pull, baselinePull: number | null): AsyncIterable<readonly HeldInvoice[]>
  /** Those of these invoices that the slot ever held up to that pull. */
  heldNamed(slot: Slot, pull: Pull, invoiceIds: readonly string[]): Promise<readonly HeldInvoice[]>
  /** Every invoice the slot has ever held up to that pull with its versions, oldest first; in order of id, in pages. */
  versions(slot: Slot, pull: Pull): AsyncIterable<readonly (readonly InvoiceVersion[])[]>
  /** The versions of one invoice of the slot up to that pull, oldest first. */
  versionsOf(slot: Slot, pull: Pull, invoiceId: string): Promise<readonly InvoiceVersion[]>
  /** When each whole pull of the slot began, by its id. */
  pullTimes(slot: Slot): Promise<ReadonlyMap<number, Instant>>
  /** Who the merchant's customers are, over all slots: what must not be shown to others. */
  customers(): Promise<Customers>
  /** Every whole pull of a slot and every attempt at one, oldest first, with what each changed. */
  pullsOf(slot: Slot): Promise<readonly PastPull[]>
  /** What the pulls of a slot after the first changed about its invoices, up to the last; both are ids of pulls of the slot. */
  invoiceChanges(slot: Slot, first: number, last: number): AsyncIterable<readonly InvoiceChange[]>
  /** The slots that ever held an invoice whose payment date may fall on one of those days, whatever its zone; in order. */
  slotsPaidBetween(from: SlotDate, to: SlotDate): Promise<readonly Slot[]>
  /** Records of the pull's list that could not be read: the first some hundred, and all of invoices that the slot held before. */
  quarantine(pull: Pick<Pull, 'id'>): Promise<readonly Quarantined[]>
  repeats(pull: Pull): Promise<readonly Repeat[]>
  /** Every answer of every whole pull of the slot, in the order in which they were read; bytes are fetched one by one, when asked for. */
  answersOf(slot: Slot): AsyncIterable<KeptAnswer>
  /** Where the content that pull shows was first read, and the digests of the answers it was read from. */
  contentProof(pull: Pull): Promise<ContentProof>
  /** What became of the invoices that have left the slot and are not back, as of that pull. */
  departures(slot: Slot, pull: Pull): Promise<readonly Departure[]>

  /** Brings the keys compared across slots up to date with the closed pulls. Once a run, before `sharedKeys`. */
  indexKeys(): Promise<void>
  /** Payment ids, references and invoice ids that two different current records share, over all slots of the merchant. */
  sharedKeys(): Promise<readonly SharedKey[]>
  /** The invoices that several slots ever held, each with these slots in order: after `indexKeys`. */
  invoicesOfSeveralSlots(): Promise<ReadonlyMap<string, readonly Slot[]>>
  /** Every invoice that the latest pull of its slot reads as chargeback, in order of slot and id. */
  chargebacks(): Promise<readonly Chargeback[]>

  /** The discrepancies of a slot as they stand after its latest pull. */
  discrepancies(slot: Slot): Promise<readonly Discrepancy[]>
  /** The slots with an open discrepancy of one of these codes, of the whole merchant. */
  slotsShowing(codes: readonly string[]): Promise<readonly Slot[]>
  /** Whether the last check of the slot showed any. */
  isShowing(slot: Slot): Promise<boolean>
  /** How many of its errors are open, and how many are waived. */
  errorsOf(slot: Slot): Promise<ErrorCount>
  /**
   * Writes what a check of the slot's latest pull finds, as it comes: first shown, changed, gone or returned; nothing where nothing
   * changed.
   */
  recordFindings(slot: Slot, pull: Pull, findings: Iterable<Finding> | AsyncIterable<Finding>): Promise<void>
  /** Keeps each assessment that differs from the last one of its slot. */
  recordAssessments(assessments: readonly Assessment[]): Promise<void>

  /** Every discrepancy of the merchant there ever was, as it stands now, in order of slot, code and subject. */
  everyDiscrepancy(): Promise<readonly Discrepancy[]>
  /** What checks saw and people did, of every discrepancy of the slot, by its id. */
  lives(slot: Slot): Promise<ReadonlyMap<string, readonly Step[]>>
  /** Keeps what a person did to discrepancies of this merchant: all of it or nothing. */
  recordActs(intents: readonly Intent[], who: Pick<Done, 'by' | 'at'>): Promise<readonly Act[]>
  /** Reopens, by itself, what was waived until a day that was over by then. Time enters the books here and nowhere else. */
  endWaivers(at: Instant): Promise<readonly Act[]>

  /** The closings that stand, oldest first; each reaches further than those before it. */
  closings(): Promise<readonly Closing[]>
  /** The last day that any closing reached, also one that was taken back; null when the books were never closed. */
  everClosedThrough(): Promise<SlotDate | null>
  /** The last whole pull of a slot that the one sequence held at a number, and what was told of the slot then. */
  knownAt(slot: Slot, number: number): Promise<{ readonly pull: Pull | null; readonly findings: readonly Finding[] }>
  /** The invoices that a pull of the slot lists otherwise than an earlier one did; both are ids of pulls. */
  listedOtherwise(slot: Slot, before: number, now: number): AsyncIterable<readonly ListedOtherwise[]>
  /** What later pulls found different from closed books, each time that one did, in order of slot and subject. */
  restatements(): Promise<readonly Restatement[]>
  recordClosing(closing: Omit<Closing, 'number'>): Promise<Closing>
  /** Takes back a closing; that is recorded too, and gets the number that is returned. */
  undoClosing(closing: Closing, undo: Pick<Closing, 'by' | 'at' | 'reason'>): Promise<number>

  /** Keeps that an evidence pack was made, and the digest that tells it from any other. */
  recordAuditPack(pack: AuditPack): Promise<void>
  /** The packs ever made of a slot, oldest first. */
  auditPacks(slot: Slot): Promise<readonly AuditPack[]>

  close(): Promise<void>
}

export type { RunFilter }

export interface RunRecord {
  readonly id: string
  readonly job: string
  readonly at: Instant
  readonly version: string
  readonly policyNumber: number
  /** See the table; null where it makes no difference. */
  readonly scope?: 'due' | 'named' | null
}

export interface RunEnd {
  readonly at: Instant
  readonly exitCode: number
  readonly outcome: string
}

/** A run that ended well. */
export interface RunSuccess {
  readonly id: string
  /** When it ended. */
  readonly at: Instant
  readonly outcome: string
}

export interface PullBegin {
  readonly slot: Slot
  readonly runId: string
  readonly at: Instant
  /** Reads a stored page again, when a list that looked unchanged turns out not to be. */
  readonly reread: (body: Uint8Array) => readonly Reading[]
}

export interface DateListingBegin {
  readonly date: SlotDate
  readonly runId: string
  readonly at: Instant
}

/** The listing of a date being written: a page is kept as evidence and its strays are noted as it comes. */
export interface OpenDateListing {
  page(page: ListedPage): Promise<void>
  /** Gives the listing its number: from here on it exists. */
  close(): Promise<DateListing>
  /** Undoes it without a trace. */
  abandon(): Promise<void>
}

/** One answer of the service, byte for byte. */
export interface Answer {
  /** Method and path with query, without host and without secrets: `GET /settlements/2026-03-12/11`. */
  readonly request: string
  readonly status: number
  readonly body: Uint8Array
}

/** An answer as the books keep it. */
export interface KeptAnswer {
  /** The number of the pull it was read by. */
  readonly pull: number
  readonly part: AnswerPart
  /** Counted from 1 within its part of the pull. */
  readonly place: number
  readonly request: string
  readonly status: number
  /** SHA-256 of its bytes, in lower-case hex digits. */
  readonly digest: string
  /** Byte for byte as it came. A CuadreError `DAMAGED` when it no longer has its digest. */
  readonly bytes: () => Uint8Array
}

/** What vouches for the content of a pull: an unchanged re-pull does not change it. */
export interface ContentProof {
  readonly runId: string
  /** SHA-256 of the settlement's answer, or of the answer that there is none, as read after the list, in lower-case hex digits. */
  readonly settlement: string
  /** The same of each page of the list, in their order. */
  readonly pages: readonly string[]
}

/** An evidence pack that was made of a slot. */
export interface AuditPack {
  readonly slot: Slot
  readonly at: Instant
  /** SHA-256 of its manifest, in lower-case hex digits. */
  readonly manifest: string
  /** A copy for others, without document numbers and names. */
  readonly masked: boolean
}

export interface ListedPage extends Answer {
  /** The cursor of the next page as the answer gives it; null ends the list, undefined is absent. */
  readonly cursor: string | null | undefined
  readonly items: number
  /** The page's own `count`, when it is a number. */
  readonly count: number | null
  /** Undocumented fields of the page itself. */
  readonly unknownFields: readonly string[]
  /** Makes our words of the items; not called for a page whose bytes are those of the slot's last pull. */
  readonly read: () => readonly Reading[]
}

/** A pull being written. Its rows are invisible until it is closed; abandoning it undoes them. */
export interface OpenPull {
  page(page: ListedPage): Promise<void>
  /** Ends the list: what the last pull listed and this one does not, with the reading still owed (not yet read by id once). */
  endList(): Promise<{ readonly items: number; readonly left: readonly string[] }>
  departure(departure: Departure, answer: Answer): Promise<void>
  /** The settlement as it held still: its reading before the list and after it, as answered. Null is an absence, answered too. */
  settlement(settlement: Settlement | null, before: Answer, after: Answer): Promise<void>
  /** Gives the pull its number: from here on it exists. */
  close(): Promise<Pull>
  /** Undoes it without a trace. */
  abandon(): Promise<void>
}

export interface SlotState {
  readonly slot: Slot
  readonly pull: Pull | null
  /** The attempt after the last whole pull, when it could not be read whole. */
  readonly incomplete: IncompleteAttempt | null
  /** The last assessment's verdict, for the timetable. Null when never assessed. */
  readonly assessment: Assessment | null
  /** A discrepancy of it was waived or reopened since: its verdict is to be decided again. */
  readonly actedSince: boolean
}
