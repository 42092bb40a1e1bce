import type { AnswerDocument, DateText } from './answer-document.ts'

/** A settlement by its date and cycle. */
export interface SlotName {
  readonly date: DateText
  readonly cycle: string
}

/** The ledgers of a range that were written. */
export interface ExportDocument extends AnswerDocument<'export'> {
  readonly from: DateText
  readonly to: DateText
  readonly by: 'settlement' | 'payment'
  readonly format: 'csv' | 'xlsx' | 'parquet'
  /** Of CSV files; null otherwise. */
  readonly profile: string | null
  readonly masked: boolean
  /** The number in the history that was exported; null for the present. */
  readonly asOf: number | null
  readonly files: readonly {
    readonly path: string
    /** Rows of data: heads and the summary are not counted. */
    readonly rows: number
    readonly bytes: number
    readonly sha256: string
  }[]
  /** The settings changed since the settlements were checked. */
  readonly policyChanged: boolean
  /** Settlements of the range that were due and never read. */
  readonly notPulled: readonly SlotName[]
}
