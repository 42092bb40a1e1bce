import type { StoryTariff } from './story-tariff.ts'

/** JSON as the service spells it. */
export type Body = Readonly<Record<string, unknown>>

export interface SlotKey {
  readonly date: string
  readonly cycle: string
}

/** The merchant's settings; others have the defaults of the contract. */
export interface StoryPolicy extends StoryTariff {
  readonly cycles: readonly string[]
  readonly lookbackDays: number
  readonly pageLimit: number
  readonly adjustments?: 'add' | 'subtract'
  readonly postpaidFees?: 'not-deducted' | 'deducted'
  readonly gateway?: 'candidates' | 'same' | 'unchecked'
  readonly chargebacks?: 'counted' | 'excluded'
  readonly collectedBasis?: 'paid' | 'amount'
  readonly toleranceCop?: number
  readonly finalStatuses?: readonly string[]
  readonly extraCycles?: readonly string[]
  readonly cycleAliases?: Readonly<Record<string, string>>
  /** The bank's spelling of the operator; absent in stories without a bank. */
  readonly bankText?: string
  readonly bankDays?: number
  readonly bankMapping?: object
  /** The columns of a list of dues; absent in stories without one. */
  readonly receivableMapping?: object
  readonly receivableWindowDays?: { readonly before: number; readonly after: number }
  readonly receivableGraceDays?: number
  readonly receivableToleranceCop?: number
}

/** How a list is cut into pages, and how it ends. */
export interface Paging {
  /** Items of each page in turn; full pages by default. A page may be empty. */
  readonly sizes?: readonly number[]
  /** The cursor of the last page; `null` by default. */
  readonly end?: 'absent' | 'empty' | 'number' | 'repeated'
  /** The page (from 0) whose `count` is one too many. */
  readonly wrongCountAt?: number
  /** Pages carry no `count`. */
  readonly withoutCount?: boolean
}

/** One change of the service's contents between two nights. */
export type Change = SlotKey &
  (
    | { readonly kind: 'settlement'; readonly body: Body | null }
    /** Adds a record to the list, or replaces the one with this key. */
    | { readonly kind: 'record'; readonly key: string; readonly body: unknown }
    /** Removes it from the list; by id, the service answers `byId`, or that it knows none. */
    | { readonly kind: 'removal'; readonly key: string; readonly byId: Body | null }
    | { readonly kind: 'paging'; readonly paging: Paging }
  )

/** Trouble of one night, at one request. */
export interface Fault extends SlotKey {
  /** The request: the settlement (the first or the second time), or a page of the list, from 0. */
  readonly at: 'settlement' | 'settlement-again' | number
  readonly kind: FaultKind
  /** The number of consecutive attempts that it affects. */
  readonly times: number
}

export type FaultKind =
  | '500'
  | '503'
  | '429'
  | '408'
  | '425'
  | '400'
  | '302'
  | 'html-404'
  | 'cut'
  | 'reset'
  | 'junk'
  | 'array'
  /** The settlement first shows as in process, and then as it is. */
  | 'moved'

/** A person's act before the night's run. */
export interface Act {
  readonly kind: 'accept' | 'claim' | 'reopen'
  /** A finding known at that time: from 0 up to, but not including, 1. Or the given one. */
  readonly to: number | { readonly slot: SlotKey; readonly code: string; readonly subject: string }
  /** The last day of an acceptance, or the promised day of a claim. */
  readonly until?: string
}

/**
 * A person claims an open difference or, in a letter, all that is owed; says what paid claims, or a letter, or which adjustment debited
 * chargebacks; or adds a ticket to a letter: each selects one of those known at that time, from 0 up to, but not including, 1.
 */
export interface ClaimAct {
  readonly kind: 'claim' | 'settle' | 'tie' | 'untie' | 'letter' | 'ticket' | 'settle-letter'
  /** The difference, the chargeback, the tie or the letter. */
  readonly to: number
  /** What paid the claim, or the adjustment. */
  readonly other: number
}

/** One night: changes, acts of people, faults, and the command. */
export interface Night {
  /** In Bogota: `2026-03-12 22:30`. */
  readonly at: string
  readonly changes: readonly Change[]
  readonly faults: readonly Fault[]
  readonly acts: readonly Act[]
  /** After them. */
  readonly claimActs?: readonly ClaimAct[]
  /** Settings that change from the nights before. */
  readonly policy?: Partial<StoryPolicy>
  readonly command: Command
  readonly process?: ProcessKind
  /** A period is closed before the command. */
  readonly closing?: Closing
  /** The last closing is undone before the command, and before a closing. */
  readonly undoing?: true
  /** Notifications sent before everything else; the receiver runs then, even without any. */
  readonly notices?: readonly Notice[]
  /** After they arrived, the job processes what the receiver stored. */
  readonly inbox?: true
  /** Bank statements imported before everything else, each by its own command. */
  readonly statements?: readonly Statement[]
  /** Acts on payouts and credits, after the statements. */
  readonly bankActs?: readonly BankAct[]
  /** Lists of what tenants owe, imported before everything else, each by its own command. */
  readonly dues?: readonly DueList[]
  /** What people say of dues and payments, after the lists. */
  readonly rentActs?: readonly RentAct[]
}

/** A list of what tenants owe; empty cells are empty texts, and sums are centavos. */
export type DueList = readonly DueRow[]

export interface DueRow {
  readonly id: string
  readonly reference: string
  readonly contract: string
  readonly document: string
  readonly value: number
  readonly dueDate: string
  readonly concept: string
}

/** Selects a due, a tie or a list, and a payment, of those known at that time: from 0 up to, but not including, 1. */
export interface RentAct {
  readonly kind: 'tie' | 'part' | 'untie' | 'void'
  readonly due: number
  readonly payment: number
}

/** Selects one of the acts possible at that time: from 0 up to, but not including, 1. */
export type BankAct =
  /**
   * An answer of exact sums; any open payout (sometimes with its neighbour) with any open credit; a payout that is
   * already tied; a tie that was undone.
   */
  | { readonly kind: 'tie'; readonly among: 'answers' | 'open' | 'tied' | 'refused'; readonly to: number }
  | { readonly kind: 'untie'; readonly to: number }

/** One bank file: the statement of an account over some days. */
export interface Statement {
  readonly account: string
  readonly rows: readonly StatementRow[]
  /** Centavos before the first row; each row then has the balance after it. */
  readonly opening?: number
  /** The balance of the last row is wrong. */
  readonly isBroken?: true
}

export interface StatementRow {
  readonly on: string
  /** Centavos; negative for a debit. */
  readonly value: number
  readonly text: string
}

/** A notification: the ten values of a settlement, or an invoice. */
export interface Notice {
  readonly id: string
  readonly type: 'settlement' | 'invoice'
  readonly data: Body
}

export interface Closing {
  readonly through: string
  /** Despite unfinished settlements. */
  readonly force?: true
  /** Otherwise it is undone at once, unless it was refused. */
  readonly stays?: true
}

/** How the command runs: in this process, or as the installed program in a separate one. */
export type ProcessKind =
  | { readonly kind: 'installed' }
  /** First the same command runs and is killed after this many ms, or at its end. */
  | { readonly kind: 'killed'; readonly afterMs: number }
  /** First the same command runs twice at once. */
  | { readonly kind: 'twice' }

export interface Command {
  readonly name: 'run' | 'check' | 'inbox' | 'sweep'
  readonly from?: string
  readonly to?: string
  readonly cycles?: readonly string[]
  readonly failOn?: 'error' | 'warning' | 'info' | 'never'
}

export interface Story {
  /** At its end its first month is closed and packed. */
  readonly isPacked?: true
  readonly policy: StoryPolicy
  readonly nights: readonly Night[]
}

export const nameOf = ({ date, cycle }: SlotKey): string => `${date} ${cycle}`
