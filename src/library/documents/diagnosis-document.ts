import type { AnswerDocument } from '../../../reports/documents/answer-document.ts'

/** The result of one check of the installation. */
export interface DiagnosisDocument {
  readonly health: 'ok' | 'warning' | 'failed'
  readonly checks: readonly {
    readonly check: string
    /** Null when it concerns all merchants. */
    readonly merchant: string | null
    readonly state: 'ok' | 'warning' | 'failed'
    readonly message: string
    /** A command to paste or a thing to do. */
    readonly fix: string | null
  }[]
}

export interface DoctorDocument extends AnswerDocument<'doctor'>, DiagnosisDocument {}

export interface InitDocument extends AnswerDocument<'init'>, DiagnosisDocument {
  readonly written: readonly string[]
  /** An existing file that was not changed. */
  readonly kept: string | null
  /** What to do next, in this order. */
  readonly next: readonly string[]
}
