import type { OpenReading } from '../../domain/readings/open-reading.ts'
import type { ReadingStanding } from '../../domain/readings/readings-table.ts'
import type { AnswerDocument, DateText, MomentDocument } from './answer-document.ts'

/** Which readings of the description history supports. */
export interface ReadingsDocument extends AnswerDocument<'readings'> {
  readonly merchant: string
  readonly asOf: MomentDocument | null
  /** Final settlements that were looked at. */
  readonly settlements: number
  /** The settings file that a pin was written to; null without one. */
  readonly file: string | null
  readonly readings: readonly {
    readonly setting: OpenReading['setting']
    /** The value in force; null where the setting names no single one. */
    readonly inForce: string | null
    readonly pinned: { readonly by: string; readonly at: DateText } | null
    readonly values: readonly {
      readonly value: string
      /** Settlements that can tell and fit it, and those that do not. */
      readonly fits: number
      readonly doesNotFit: number
    }[]
    /** Settlements on which the values differ. */
    readonly canTell: number
    /** Those of them that fit no value. */
    readonly fitNone: number
    readonly standing: ReadingStanding
    /** Settlements that fit another value and not the one in force. */
    readonly against: readonly { readonly date: DateText; readonly cycle: string }[]
  }[]
}
