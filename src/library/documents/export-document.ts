import type { AnswerDocument, DateText } from '../../../reports/documents/answer-document.ts'

/** A settlement by its date and cycle. */
export interface SlotName {
  readonly date: DateText
  readonly cycle: string
}

/** The written ledgers of a range. */
export interface ExportDocument extends AnswerDocument<'export'> {
  readonly from: DateText
  readonly to: DateText
  readonly by: 'settlement' | 'payment'
  readonly format: 'csv' | 'xlsx' | 'parquet'
  /** The profile of CSV files; null otherwise. */
  readonly profile: string | null
  readonly masked: boolean
  /** The number in the history that was exported; null for the present. */
  readonly asOf: number | null
  readonly files: readonly {
    readonly path: string
    /** Data rows, without headings and the summary. */
    readonly rows: number
    readonly bytes: number
    readonly sha256: string
  }[]
  /** Whether the settings changed since the settlements were checked. */
  readonly policyChanged: boolean
  /** Settlements of the range that were due but never read. */
  readonly notPulled: readonly SlotName[]
}
