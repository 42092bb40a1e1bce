import type { AnswerDocument } from './answer-document.ts'

/** What a check of the installation found. */
export interface DiagnosisDocument {
  readonly health: 'ok' | 'warning' | 'failed'
  readonly checks: readonly {
    readonly check: string
    /** Null for what all merchants share. */
    readonly merchant: string | null
    readonly state: 'ok' | 'warning' | 'failed'
    readonly message: string
    /** What to paste or to do. */
    readonly fix: string | null
  }[]
}

export interface DoctorDocument extends AnswerDocument<'doctor'>, DiagnosisDocument {}

export interface InitDocument extends AnswerDocument<'init'>, DiagnosisDocument {
  readonly written: readonly string[]
  /** A file that was there already. */
  readonly kept: string | null
  /** What to do next, in this order. */
  readonly next: readonly string[]
}
