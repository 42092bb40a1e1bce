import type { DateText, TimeText } from '../../../reports/documents/answer-document.ts'
import type { MoneyDocument } from '../../../reports/documents/money-document.ts'
import type { Severity } from '../../core/findings/discrepancy.ts'

/** The document posted to `notifyUrl` after changes. */
export interface NotificationDocument {
  readonly schemaVersion: 1
  readonly source: 'cuadre'
  readonly merchant: string
  readonly job: string
  readonly runId: string | null
  readonly at: TimeText
  readonly outcome: string
  readonly exitCode: number
  /** The code of the error that ended the job. */
  readonly error: string | null
  /** The sums of the job's settlements; null when the job failed. */
  readonly money: MoneyDocument | null
  readonly stopped: boolean
  readonly recovered: boolean
  /** At most 50 of each. */
  readonly new: readonly NotificationChange[]
  readonly worse: readonly NotificationChange[]
  readonly resolved: readonly NotificationChange[]
  /** The number of all of them. */
  readonly changes: number
  /** One line for people. */
  readonly text: string
}

interface NotificationChange {
  readonly id: string
  readonly date: DateText
  readonly cycle: string
  readonly code: string
  readonly severity: Severity | null
}
