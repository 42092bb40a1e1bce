import type { Moment } from '../../src/core/past-run.ts'
import type { PinnedReadings, Policy } from '../../src/core/policy.ts'
import type { ReadingRow } from '../../src/core/readings/readings.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { type DocumentOf, dateText, list, number, shape, text, wordOf } from '../../src/print/shape.ts'
import { type AnswerDocument, MOMENT, SLOT } from './answer-document.ts'

/** The open readings of api.md, compared with past settlements. */
export interface ReadingsReport {
  readonly merchant: string
  readonly asOf: Moment | null
  /** The number of final settlements that were examined. */
  readonly settlements: number
  /** The settings file to which a pin was written; null without one. */
  readonly file: string | null
  readonly rows: readonly (ReadingRow & { readonly pinned: PinnedReadings[keyof Policy['pinnedReadings']] | null })[]
}

const READING = shape<ReadingsReport['rows'][number]>()({
  setting: wordOf(['adjustments', 'postpaidFees', 'gateway', 'chargebacks', 'collectedBasis', 'cycleAliases']),
  inForce: text.orNull.as('The value in force; null when the setting names no single one.'),
  pinned: shape<{ readonly by: string; readonly at: SlotDate }>()({ by: text, at: dateText }).orNull(
    ({ pinned }) => pinned ?? null,
  ),
  values: list(
    shape<ReadingRow['values'][number]>()({
      value: text,
      fits: number.as('Settlements that can tell and fit it.'),
      doesNotFit: number.as('Settlements that can tell and do not fit it.'),
    }),
  ),
  canTell: number.as('Settlements on which the values differ.'),
  fitNone: number.as('Those of them that fit no value.'),
  standing: wordOf(['supported', 'contradicted', 'undecided']),
  against: list(SLOT).as('Settlements that fit another value but not the one in force.'),
})

/** The readings of the description that history supports. */
export const READINGS = shape<ReadingsReport>()({
  merchant: text,
  asOf: MOMENT.orNull,
  settlements: number.as('The number of final settlements that were examined.'),
  file: text.orNull.as('The settings file to which a pin was written; null without one.'),
  readings: list(READING)(({ rows }) => rows),
})

export type ReadingsDocument = AnswerDocument<'readings'> & DocumentOf<typeof READINGS>
