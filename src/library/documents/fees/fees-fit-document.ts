import type { FitRefusal } from '../../../domain/fees/fit/fees-fit.ts'
import type { LooseReason } from '../../../domain/fees/fit/loose-methods.ts'
import type { Rounding, Tariff, TariffDate } from '../../../domain/fees/tariff.ts'
import type { AnswerDocument, Cop, DateText } from '../answer-document.ts'

/** The tariff that past settlements propose. */
export interface FeesFitDocument extends AnswerDocument<'fees fit'> {
  readonly merchant: string
  /** The settlement dates that were asked for; null is all. */
  readonly from: DateText | null
  readonly to: DateText | null
  /** Percents of tax on fees that were tried. */
  readonly taxes: readonly number[]
  /** Why nothing is proposed; null where a tariff is. */
  readonly refusal: FitRefusal | null
  /** Settlements that were used, that fit to the centavo, and that hold a payment whose rate is open. */
  readonly settlements: number
  readonly fits: number
  readonly open: number
  /** Settlements that were not used. */
  readonly unused: {
    readonly absent: number
    readonly notFinal: number
    readonly malformed: number
    readonly noMethod: number
  }
  /** Null where both dates fit as well, or no rate changed. */
  readonly tariffDate: TariffDate | null
  /** As the setting has it; empty where nothing is proposed. */
  readonly tariff: Tariff
  readonly schedules: readonly {
    readonly from: DateText
    /** The last day on which it may have begun. */
    readonly fromLast: DateText
    readonly settlements: number
    readonly fits: number
    readonly rates: readonly FittedRateDocument[]
    /** What methods that always come together cost in one. */
    readonly together: readonly FittedRateDocument[]
    readonly loose: readonly LooseMethodDocument[]
    /** Other roundings that fit as well. */
    readonly roundings: readonly Rounding[]
    /** With a tax of this percent on top of other rates it fits as well. */
    readonly taxAlike: number | null
  }[]
  /** Where nothing is proposed: methods whose rates the settlements would not determine. */
  readonly loose: readonly LooseMethodDocument[]
  readonly deviations: readonly {
    readonly date: DateText
    readonly cycle: string
    readonly charged: Cop
    readonly expected: Cop
    /** Charged less expected. */
    readonly difference: Cop
  }[]
  /** Ranges of settlements that no schedule fits. */
  readonly gaps: readonly {
    readonly from: { readonly date: DateText; readonly cycle: string }
    readonly to: { readonly date: DateText; readonly cycle: string }
    readonly settlements: number
  }[]
  /** The files that the tariff was written to. */
  readonly files: readonly string[]
}

export interface FittedRateDocument {
  readonly method: string
  readonly fixed: number
  readonly percent: number
  /** Settlements and payments that the rate stands on. */
  readonly settlements: number
  readonly payments: number
}

export interface LooseMethodDocument {
  readonly method: string
  readonly reason: LooseReason
  readonly with: readonly string[]
  readonly settlements: number
  readonly payments: number
}
