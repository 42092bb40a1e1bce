import type { AnswerDocument, DateText, MomentDocument } from '../../../reports/documents/answer-document.ts'
import type { OpenReading, ReadingStanding } from '../../domain/readings/readings.ts'

/** The readings of the description that history supports. */
export interface ReadingsDocument extends AnswerDocument<'readings'> {
  readonly merchant: string
  readonly asOf: MomentDocument | null
  /** The number of final settlements that were examined. */
  readonly settlements: number
  /** The settings file to which a pin was written; null without one. */
  readonly file: string | null
  readonly readings: readonly {
    readonly setting: OpenReading['setting']
    /** The value in force; null when the setting names no single one. */
    readonly inForce: string | null
    readonly pinned: { readonly by: string; readonly at: DateText } | null
    readonly values: readonly {
      readonly value: string
      /** Settlements that can tell and fit it, and those that do not fit it. */
      readonly fits: number
      readonly doesNotFit: number
    }[]
    /** Settlements on which the values differ. */
    readonly canTell: number
    /** Those of them that fit no value. */
    readonly fitNone: number
    readonly standing: ReadingStanding
    /** Settlements that fit another value but not the one in force. */
    readonly against: readonly { readonly date: DateText; readonly cycle: string }[]
  }[]
}
