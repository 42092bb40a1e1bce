import type { Instant } from '../calendar/calendar.ts'
import type { MalformedRecord, ParsedRecord } from '../invoice.ts'
import type { Centavos } from '../money.ts'
import { isFinal, isKnownCycle, type Policy, sameCycle, withoutAlias } from '../policy.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'
import type { Verdict } from '../verdict.ts'

/** A malformed record and its place in the stored answer: page and item, both counted from 1. */
export interface QuarantinedRecord extends MalformedRecord {
  readonly page: number
  readonly item: number
}

export const unreadableIds = (quarantine: readonly QuarantinedRecord[]): ReadonlySet<string> =>
  new Set(quarantine.flatMap(({ invoiceId }) => invoiceId ?? []))

/** An invoice id that the same list repeats; the last copy read counts. */
export interface Repeat {
  readonly invoiceId: string
  /** The paid sum of the invoice, by the copy that counts. */
  readonly paid: Centavos | null
  readonly copiesDiffer: boolean
}

/** How the list of a slot was read. Per slot, items = kept + repeated + malformed. */
export interface ListFacts {
  readonly pages: number
  readonly items: number
  readonly kept: number
  readonly repeated: number
  readonly malformed: number
  /** Pages whose `count` is not the number of their items. */
  readonly miscountedPages: number
  /** The sum of the `count` values; a page without one adds its items. */
  readonly countReported: number
  /** Whether the list ended on a short page without any cursor. */
  readonly cursorAbsent: boolean
  /** Undocumented fields of the pages themselves, with the number of pages that carry them. */
  readonly unknownFields: Readonly<Record<string, number>>
}

/** The service's answer, by id, about an invoice that left a slot's list. */
export interface Departure {
  readonly invoiceId: string
  /** Null when the service no longer knows it, or did not say. */
  readonly status: string | null
  readonly ownDate: string | null
  readonly ownCycle: string | null
}

/** A whole pull of a slot, as stored. */
export interface Pull {
  /** The pull's own number within the database: versions are stamped with it. */
  readonly id: number
  /** Its number in the event sequence of committed pulls, acts and changes of policy. */
  readonly number: number
  readonly runId: string
  readonly slot: Slot
  /** When it was read, in ms. Due and overdue are judged at this moment. */
  readonly at: Instant
  /** The pull that first showed the same content: this pull itself, unless nothing had changed. */
  readonly contentId: number
  /** When its content was first read, in ms; an unchanged re-pull does not change it. */
  readonly contentAt: Instant
  readonly list: ListFacts
  readonly settlement: Settlement | null
}

/** An attempt that was not read whole: time and reason, without contents. */
export interface IncompleteAttempt {
  readonly slot: Slot
  readonly at: Instant
  readonly code: string
  readonly reason: string
  /** The request that failed, as method and path; null when it is unknown, or when no request failed. */
  readonly request: string | null
  /** The status of the answer; null when none came. */
  readonly status: number | null
}

/** One content of a slot's settlement, and the pull that first showed it. */
export interface SettlementVersion {
  readonly settlement: Settlement
  /** The pull that first showed it. */
  readonly from: number
  /** The pull that first showed another one, or none; null while it is the last. */
  readonly to: number | null
  /** When that of `from` was made. */
  readonly at: Instant
}

/** A settlement as a pull first showed it, and when. */
export interface SettlementInPull {
  readonly settlement: Settlement
  /** The id of that pull. */
  readonly pull: number
  readonly at: Instant
  /** Whether that pull was the first whole one of the slot. */
  readonly isFirstPull: boolean
}

/** A pull of a slot, or an attempt, in the slot's history. */
export interface PastPull {
  readonly id: number
  /** Its number in the event sequence; null for an attempt that was not read whole. */
  readonly number: number | null
  readonly at: Instant
  /** Why it was not read whole; null for a whole pull. */
  readonly incomplete: { readonly code: string; readonly reason: string } | null
  /** The verdict of the first check of this pull, before people acted on it; null when it was never checked. */
  readonly verdict: Verdict | null
  /** The last number of the event sequence at that check; null when no check saw it. */
  readonly checkedAfter: number | null
  /** As shown; null when there was none, or nothing was read whole. */
  readonly settlement: Settlement | null
  /** The numbers of invoices that were added, that left, and that changed. */
  readonly invoices: { readonly added: number; readonly left: number; readonly changed: number }
}

/** The part of a pull that an answer belongs to: the settlement before the list and after it, a page of the list, an invoice that had left. */
export type AnswerPart = 'settlement-before' | 'page' | 'settlement-after' | 'invoice'

/** One answer of the service, byte for byte. */
export interface Answer {
  /** Method and path with query, without host and without secrets: `GET /settlements/2026-03-12/11`. */
  readonly request: string
  readonly status: number
  readonly body: Uint8Array
}

/** One page of a list, as the service answered it. */
export interface ListedPage extends Answer {
  /** The cursor of the next page as the answer gives it; null ends the list, undefined is absent. */
  readonly cursor: string | null | undefined
  readonly items: number
  /** The page's own `count`, when it is a number. */
  readonly count: number | null
  /** Undocumented fields of the page itself. */
  readonly unknownFields: readonly string[]
  /** Whether its bytes are those of the page that was known at its place. */
  readonly isKnown: boolean
  /** Reads the items into our words. Not called for a page that equals the last pull's. */
  readonly read: () => readonly ParsedRecord[]
}

/** A page of the last pull's list: an answer with the same bytes need not be read again. */
export interface KnownPage {
  /** The SHA-256 of the whole answer. */
  readonly digest: Uint8Array
  /** The cursor of the next page. Only pages that lead to another one are known. */
  readonly cursor: string
  /** The byte at which the text of the cursor begins. */
  readonly cursorAt: number
  /** The number of its items, and its own `count`, when that is a number. */
  readonly items: number
  readonly count: number | null
}

/** A slot, and the settlement in the answer for it. */
export interface SettlementOfSlot {
  readonly slot: Slot
  readonly policy: Policy
  readonly settlement: Settlement | null
}

/** Whether the settlement's cycle is spelt differently from the requested one, and no alias makes them equal. */
export const carriesAnotherLabel = (settlement: Settlement, slot: Slot, policy: Policy): boolean =>
  !sameCycle(settlement.cycle, slot.cycle, policy)

/** Whether the settlement is of another slot: another date, or another known cycle. */
export const isEcho = (settlement: Settlement, slot: Slot, policy: Policy): boolean =>
  settlement.date !== slot.date ||
  (carriesAnotherLabel(settlement, slot, policy) && isKnownCycle(withoutAlias(settlement.cycle, policy), policy))

/** The settlement, if it is of this slot. An echo is reported as such and not checked further. */
export const ownSettlement = ({ settlement, slot, policy }: SettlementOfSlot): Settlement | null =>
  settlement !== null && isEcho(settlement, slot, policy) ? null : settlement

/** Figures are compared when there is a final settlement of this slot. Before that there is nothing to judge. */
export const isJudged = (settlement: Settlement | null, slot: Slot, policy: Policy): settlement is Settlement =>
  settlement !== null && isFinal(settlement.status, policy) && !isEcho(settlement, slot, policy)

/** A list is judged when no record of it is quarantined, since that record may be the missing money. */
export const isListJudged = (list: ListFacts): boolean => list.malformed === 0

/** Whether the settlement has invoices but lists none. */
export const isListEmpty = ({ invoiceCount }: Settlement, { items }: ListFacts): boolean =>
  invoiceCount > 0 && items === 0

export const judgedSettlement = ({ settlement, slot, policy }: SettlementOfSlot): Settlement | null =>
  isJudged(settlement, slot, policy) ? settlement : null

export const judgedWithList = (facts: SettlementOfSlot & { readonly pull: Pick<Pull, 'list'> }): Settlement | null =>
  isListJudged(facts.pull.list) ? judgedSettlement(facts) : null
