import { type Centavos, sumOf } from '../../src/core/money.ts'
import type { Slot, SlotDate } from '../../src/core/slot.ts'
import type { Language } from '../../src/words/language.ts'

/** An invoice that a claim names, as the operator knows it; its payer only in a letter with names. */
export interface ClaimedInvoice {
  readonly reference: string | null
  readonly paymentId: string | null
  readonly payer: string | null
}

/** What a claim of a settlement says, by the kind of money. The names of fields are those of the operator's own description. */
export type ClaimGround =
  /** Paid out less than its own invoices come to. */
  | {
      readonly kind: 'owed'
      readonly listed: Centavos
      readonly collected: Centavos
      readonly feesDeducted: Centavos
      readonly adjustments: Centavos
      readonly keptByGateway: Centavos
    }
  | { readonly kind: 'failed' | 'inProcess'; readonly days: number }
  /** Reported as paid out. Statements of the bank are complete through that day; `later` are days on which exactly that sum came. */
  | {
      readonly kind: 'notAtBank'
      readonly status: string
      readonly through: SlotDate | null
      readonly later: readonly SlotDate[]
    }
  | { readonly kind: 'fees'; readonly payments: number }
  | { readonly kind: 'adjustments' }

/** One sum that is asked for. `reported` is what the operator says, `ours` what it should be: of a status the payout, at the bank what arrived. */
export interface ClaimRow {
  readonly slot: Slot
  readonly field: 'paymentAmount' | 'status' | 'fees' | 'adjustments'
  readonly reported: Centavos | string
  readonly ours: Centavos
  /** What is asked for. */
  readonly sum: Centavos
  readonly ground: ClaimGround
  /** Those it is about, or those of the whole settlement. */
  readonly invoices: readonly ClaimedInvoice[]
  readonly isWhole: boolean
}

export interface ClaimLetterFacts {
  readonly language: Language
  readonly number: number
  readonly from: readonly string[]
  readonly to: readonly string[]
  readonly date: SlotDate
  readonly answerBy: SlotDate
  /** The operator's number for it. */
  readonly ticket: string | null
  /** In order of slot. */
  readonly rows: readonly ClaimRow[]
  /** Of a reminder: the day of the letter, the day for which it was due, what it asked for and what came of it. */
  readonly again: {
    readonly date: SlotDate
    readonly answerBy: SlotDate | null
    readonly asked: Centavos
    readonly recovered: Centavos
  } | null
}

export const totalOfLetter = ({ rows }: Pick<ClaimLetterFacts, 'rows'>): Centavos => sumOf(rows.map(({ sum }) => sum))
