import type { Days } from '../../src/core/calendar/calendar.ts'
import type { Slot } from '../../src/core/slot.ts'
import { type DocumentOf, list, number, shape, text, truth, wordOf } from '../../src/print/shape.ts'
import type { Measure } from '../../src/std/files/whole-file.ts'
import { type AnswerDocument, OF_DAYS, SLOT } from './answer-document.ts'

export interface ExportedFile extends Measure {
  readonly path: string
}

export interface ExportReport {
  readonly days: Days
  readonly by: 'settlement' | 'payment'
  readonly format: { readonly kind: 'csv'; readonly profile: string } | { readonly kind: 'xlsx' | 'parquet' }
  readonly masked: boolean
  readonly files: readonly ExportedFile[]
  readonly notPulled: readonly Slot[]
  readonly policyChanged: boolean
  readonly asOf: { readonly number: number } | null
}

/** The written ledgers of a range. */
export const EXPORT = shape<ExportReport>()({
  ...OF_DAYS,
  by: wordOf(['settlement', 'payment']),
  format: wordOf(['csv', 'xlsx', 'parquet'])(({ format }) => format.kind),
  profile: text.orNull(
    ({ format }) => (format.kind === 'csv' ? format.profile : null),
    'The profile of CSV files; null otherwise.',
  ),
  masked: truth,
  asOf: number.orNull(({ asOf }) => asOf?.number ?? null, 'The number in the history; null for the present.'),
  files: list(
    shape<ExportedFile>()({
      path: text,
      rows: number.as('Data rows, without headings and the summary.'),
      bytes: number,
      sha256: text,
    }),
  ),
  policyChanged: truth.as('Whether the settings changed since the settlements were checked.'),
  notPulled: list(SLOT).as('Settlements of the range that were due but never read.'),
})

export type ExportDocument = AnswerDocument<'export'> & DocumentOf<typeof EXPORT>
