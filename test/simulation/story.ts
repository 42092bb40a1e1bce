import type { StoryTariff } from './story-tariff.ts'

/** JSON as the service spells it. */
export type Body = Readonly<Record<string, unknown>>

export interface SlotKey {
  readonly date: string
  readonly cycle: string
}

/** What a merchant decided; the rest keeps the defaults of the contract. */
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
  /** How the bank names the operator; stories without a bank have no such name. */
  readonly bankText?: string
  readonly bankDays?: number
  readonly bankMapping?: object
}

/** How a list is cut into pages, and how it ends. */
export interface Paging {
  /** Items of each page in turn; full pages without it. A page may be empty. */
  readonly sizes?: readonly number[]
  /** The cursor of the last page: `null` unless it says otherwise. */
  readonly end?: 'absent' | 'empty' | 'number' | 'repeated'
  /** The page (from 0) whose `count` is one too many. */
  readonly wrongCountAt?: number
  /** Pages carry no `count`. */
  readonly withoutCount?: boolean
}

/** One change of what the service says, between two nights. */
export type Change = SlotKey &
  (
    | { readonly kind: 'settlement'; readonly body: Body | null }
    /** Puts a record into the list, or in the place of the one with this key. */
    | { readonly kind: 'record'; readonly key: string; readonly body: unknown }
    /** Takes it off the list; asked by id, the service answers `byId`, or that it knows none. */
    | { readonly kind: 'removal'; readonly key: string; readonly byId: Body | null }
    | { readonly kind: 'paging'; readonly paging: Paging }
  )

/** Trouble of one night, at one request. */
export interface Fault extends SlotKey {
  /** Which request: the settlement (the first or the second time), or a page of the list, from 0. */
  readonly at: 'settlement' | 'settlement-again' | number
  readonly kind: FaultKind
  /** How many attempts in a row it meets. */
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
  /** The settlement reads as still in process, and after that as it is. */
  | 'moved'

/** What a person does before the night's run. */
export interface Act {
  readonly kind: 'accept' | 'claim' | 'reopen'
  /** One of the findings that are known then: from 0 up to, and not with, 1. Or the one that is named. */
  readonly to: number | { readonly slot: SlotKey; readonly code: string; readonly subject: string }
  /** The last day of an acceptance, the day promised to a claim. */
  readonly until?: string
}

/** One night: what changed, what people did, what went wrong, and which command was given. */
export interface Night {
  /** In Bogota: `2026-03-12 22:30`. */
  readonly at: string
  readonly changes: readonly Change[]
  readonly faults: readonly Fault[]
  readonly acts: readonly Act[]
  /** Settings that are other than those of the nights before. */
  readonly policy?: Partial<StoryPolicy>
  readonly command: Command
  readonly process?: ProcessKind
  /** Before the command a period is closed. */
  readonly closing?: Closing
  /** Before the command, and before a closing, the last closing is undone. */
  readonly undoing?: true
  /** What the service sends before all that; the receiver runs then, also when none comes. */
  readonly notices?: readonly Notice[]
  /** After they came, the job works what the receiver took in. */
  readonly inbox?: true
  /** Statements of the merchant's bank that are imported before all that, each by a command of its own. */
  readonly statements?: readonly Statement[]
  /** After the statements: what a person says of payouts and credits. */
  readonly bankActs?: readonly BankAct[]
}

/** Which one of what can be said then: from 0 up to, and not with, 1. */
export type BankAct =
  /** An answer of exact sums; any open payout (and now and then its neighbour) with any open credit; a payout that is tied already; what was taken back. */
  | { readonly kind: 'tie'; readonly among: 'answers' | 'open' | 'tied' | 'refused'; readonly to: number }
  | { readonly kind: 'untie'; readonly to: number }

/** One file of the bank: what it says of an account over some days. */
export interface Statement {
  readonly account: string
  readonly rows: readonly StatementRow[]
  /** Centavos before the first row; then each row has the balance after it. */
  readonly opening?: number
  /** The balance of the last row does not follow. */
  readonly isBroken?: true
}

export interface StatementRow {
  readonly on: string
  /** Centavos; below zero for a debit. */
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
  /** In spite of what is unfinished. */
  readonly force?: true
  /** Else it is undone at once, where it was not refused. */
  readonly stays?: true
}

/** How the command is given: typed in this process, or as the installed program in one of its own. */
export type ProcessKind =
  | { readonly kind: 'installed' }
  /** Before it, the same command is killed after so many milliseconds, or at its end. */
  | { readonly kind: 'killed'; readonly afterMs: number }
  /** Before it, the same command runs twice at once. */
  | { readonly kind: 'twice' }

export interface Command {
  readonly name: 'run' | 'check' | 'inbox' | 'sweep'
  readonly from?: string
  readonly to?: string
  readonly cycles?: readonly string[]
  readonly failOn?: 'error' | 'warning' | 'info' | 'never'
}

export interface Story {
  readonly policy: StoryPolicy
  readonly nights: readonly Night[]
}

export const nameOf = ({ date, cycle }: SlotKey): string => `${date} ${cycle}`
