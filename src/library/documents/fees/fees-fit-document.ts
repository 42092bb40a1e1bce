import type { AnswerDocument, Cop, DateText } from '../../../../reports/documents/answer-document.ts'
import type { FitRefusal } from '../../../domain/fees/fit/fees-fit.ts'
import type { LooseReason } from '../../../domain/fees/fit/schedule-fit.ts'
import type { Rounding, RoundingUnit, Tariff, TariffDate } from '../../../domain/fees/tariff.ts'

/** The tariff that past settlements propose. */
export interface FeesFitDocument extends AnswerDocument<'fees fit'> {
  readonly merchant: string
  /** The settlement dates that were asked for; null for all. */
  readonly from: DateText | null
  readonly to: DateText | null
  /** The percentages of tax on fees that were tried. */
  readonly taxes: readonly number[]
  /** Why nothing is proposed; null when a tariff is. */
  readonly refusal: FitRefusal | null
  /**
   * Settlements that were used, that fit to the centavo, that are off by at most two pesos, and that have a payment whose
   * rate is open.
   */
  readonly settlements: number
  readonly fits: number
  readonly close: number
  readonly open: number
  /** Settlements that were not used. */
  readonly unused: {
    readonly absent: number
    readonly notFinal: number
    readonly malformed: number
    readonly noMethod: number
  }
  /** Null when both dates fit equally well, or no rate changed. */
  readonly tariffDate: TariffDate | null
  /** In the form of the setting; empty when nothing is proposed. */
  readonly tariff: Tariff
  readonly schedules: readonly {
    readonly from: DateText
    /** The last day on which it may have begun. */
    readonly fromLast: DateText
    readonly settlements: number
    readonly fits: number
    readonly rates: readonly FittedRateDocument[]
    /** The joint rates of methods that always occur together. */
    readonly together: readonly FittedRateDocument[]
    readonly loose: readonly LooseMethodDocument[]
    /** Other roundings that fit equally well. */
    readonly roundings: readonly { readonly rounding: Rounding; readonly to: RoundingUnit }[]
    /** A tax, in percent, with which other rates fit equally well. */
    readonly taxAlike: number | null
  }[]
  /** When nothing is proposed: methods whose rates the settlements would not determine. */
  readonly loose: readonly LooseMethodDocument[]
  readonly deviations: readonly {
    readonly date: DateText
    readonly cycle: string
    readonly charged: Cop
    readonly expected: Cop
    /** Charged less expected. */
    readonly difference: Cop
  }[]
  /** Ranges of settlements that fit no schedule. */
  readonly gaps: readonly {
    readonly from: { readonly date: DateText; readonly cycle: string }
    readonly to: { readonly date: DateText; readonly cycle: string }
    readonly settlements: number
  }[]
  /**
   * Settlements with payments after `to`, for which the last schedule holds, too; those of them whose fees do not fit
   * it, and those that it has no rate for. Null when no days were named, or no rate is proposed.
   */
  readonly later: { readonly settlements: number; readonly off: number; readonly open: number } | null
  /** The files to which the tariff was written. */
  readonly files: readonly string[]
}

export interface FittedRateDocument {
  readonly method: string
  readonly fixed: number
  readonly percent: number
  /** The settlements and payments that support the rate. */
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
