import type { ErrorDocument } from '../../../reports/documents/answer-document.ts'
import type { SlotDocument } from '../../../reports/documents/run-document.ts'
import type { Outcome } from '../../rules/assessment/slot-report.ts'

/**
 * The result of a command for several merchants. For a job, outcome, settlements and files are those of all of them
 * together.
 */
export interface MerchantsDocument {
  readonly schemaVersion: 1
  readonly command: string
  readonly exitCode: number
  readonly outcome?: Outcome
  readonly runId?: null
  readonly slots?: readonly SlotDocument[]
  readonly files?: readonly string[]
  /** The result of the command for each merchant. */
  readonly merchants: readonly MerchantTurnDocument[]
  readonly error: ErrorDocument | null
}

export interface MerchantTurnDocument {
  readonly merchant: string
  readonly exitCode: number
  readonly error: ErrorDocument | null
  readonly [member: string]: unknown
}
