import type { AnswerDocument, Cop, DateText, MomentDocument } from '../../../../reports/documents/answer-document.ts'
import type { BillBasis } from '../../../domain/fees/fees-summary.ts'
import type { UnpricedReason } from '../../../domain/fees/list-fees.ts'
import type { FeesNotCompared } from '../../../domain/fees/settlement-fees.ts'
import type { TariffDate } from '../../../domain/fees/tariff.ts'
import type { AmountDocument } from '../money-document.ts'
import type { ClosingDocument } from '../months/close-document.ts'

/** Fees over a range of settlement dates, compared with the tariff. */
export interface FeesDocument extends AnswerDocument<'fees'>, FeesStandingDocument {
  readonly merchant: string
  readonly from: DateText
  readonly to: DateText
  readonly timeZone: string
  /** The moment as of which figures are shown; for closed days that of their closing. */
  readonly asOf: MomentDocument
  /**
   * The first days of its schedules, and the date that chooses one; null without a tariff, when nothing is compared.
   */
  readonly tariff: { readonly from: readonly DateText[]; readonly date: TariffDate } | null
  /** The conclusion over the fees, in the language of the settings. */
  readonly sentence: string
  /** In order of date and cycle. */
  readonly settlements: readonly SettlementFeesDocument[]
  /** The operator's own bill (`--billed`); null without one. */
  readonly billed: {
    readonly sum: Cop
    /** The first line that equals the bill exactly; null when none does. */
    readonly matches: BillBasis | null
    /** `difference` is the bill less this sum. */
    readonly lines: readonly { readonly of: BillBasis; readonly sum: Cop; readonly difference: Cop }[]
  } | null
  /** Null while the days are open. */
  readonly closed: { readonly closing: ClosingDocument; readonly now: FeesStandingDocument } | null
  readonly files: readonly string[]
}

export interface FeesStandingDocument {
  readonly total: FeesSummaryDocument
  /** By month of the settlement dates, `YYYY-MM`. */
  readonly months: readonly (FeesSummaryDocument & { readonly month: string })[]
}

/** Charged is deducted + billed apart + other not deducted; all is compared + not compared. */
export interface FeesSumDocument {
  readonly settlements: number
  readonly payments: number
  readonly paid: Cop
  readonly collected: Cop
  readonly charged: Cop
  readonly deducted: Cop
  readonly billedApart: Cop
  /** Kept or left out by a gateway, with fees that are not billed apart. */
  readonly otherNotDeducted: Cop
  /** Charged over collected, to four decimals; null when nothing was collected. */
  readonly rate: number | null
}

export interface FeesSummaryDocument {
  /** Difference is charged - expected, and too much - too little + within tolerance. */
  readonly compared: FeesSumDocument & {
    readonly expected: Cop
    readonly difference: Cop
    readonly tooMuch: AmountDocument
    readonly tooLittle: AmountDocument
    readonly withinTolerance: AmountDocument
  }
  /**
   * Over the compared settlements. Expected of a method is fee + tax + withheld; the methods and the rounding add up to
   * expected.
   */
  readonly methods: readonly {
    readonly method: string
    readonly payments: number
    readonly paid: Cop
    readonly fee: Cop
    readonly tax: Cop
    readonly withheld: Cop
    /** What is withheld, by the name in the tariff. */
    readonly withholdings: readonly { readonly name: string; readonly sum: Cop }[]
    readonly expected: Cop
  }[]
  /** What rounding whole settlements adds to the fees of their methods. */
  readonly rounding: Cop
  readonly notCompared: FeesSumDocument & {
    readonly reasons: readonly {
      readonly reason: FeesNotCompared
      readonly settlements: number
      readonly charged: Cop
    }[]
    readonly methods: readonly { readonly method: string; readonly payments: number; readonly paid: Cop }[]
  }
  readonly all: FeesSumDocument
}

export interface SettlementFeesDocument {
  readonly date: DateText
  readonly cycle: string
  /** Listed payments that count; null when no list was read. */
  readonly payments: number | null
  readonly paid: Cop | null
  readonly collected: Cop | null
  readonly charged: Cop | null
  readonly deducted: Cop | null
  readonly billedApart: Cop | null
  readonly otherNotDeducted: Cop | null
  /** Null when nothing was compared. */
  readonly expected: Cop | null
  /** Charged - expected: positive when too much was charged. */
  readonly difference: Cop | null
  /** Whether the difference exceeds the tolerance. */
  readonly off: boolean | null
  readonly notCompared: FeesNotCompared | null
  /** Payments that the tariff does not price. */
  readonly unpriced: readonly {
    readonly reason: UnpricedReason
    readonly method: string | null
    readonly payments: number
  }[]
}
