import type { Outcome } from '../../domain/assessment/outcome.ts'
import type { ErrorDocument } from './answer-document.ts'
import type { SlotDocument } from './run-document.ts'

/** What a command says of several merchants. A job has outcome, settlements and files of all of them together. */
export interface MerchantsDocument {
  readonly schemaVersion: 1
  readonly command: string
  readonly exitCode: number
  readonly outcome?: Outcome
  readonly runId?: null
  readonly slots?: readonly SlotDocument[]
  readonly files?: readonly string[]
  /** What the command says of each merchant by itself. */
  readonly merchants: readonly MerchantTurnDocument[]
  readonly error: ErrorDocument | null
}

export interface MerchantTurnDocument {
  readonly merchant: string
  readonly exitCode: number
  readonly error: ErrorDocument | null
  readonly [member: string]: unknown
}
