import type { AnswerDocument, DateText, TimeText } from '../../../reports/documents/answer-document.ts'

/** The result of making, listing or proving evidence packs. */
export type AuditDocument = AuditPackDocument | AuditPacksDocument | AuditProofDocument

interface AuditPackDocument extends AnswerDocument<'audit'> {
  readonly pack: {
    readonly path: string
    readonly merchant: string
    readonly date: DateText
    readonly cycle: string
    readonly madeAt: TimeText
    readonly masked: boolean
    readonly manifestSha256: string
    readonly files: number
    readonly bytes: number
  }
}

interface AuditPacksDocument extends AnswerDocument<'audit'> {
  readonly date: DateText
  readonly cycle: string
  readonly packs: readonly { readonly madeAt: TimeText; readonly masked: boolean; readonly manifestSha256: string }[]
}

interface AuditProofDocument extends AnswerDocument<'audit'> {
  readonly proof: {
    readonly path: string
    /** Null when the manifest cannot be read. */
    readonly manifestSha256: string | null
    /** Null when no digest was given: the pack then only agrees with its own manifest. */
    readonly isProven: boolean | null
    readonly about: {
      readonly merchant: string
      readonly date: string
      readonly cycle: string
      readonly madeAt: string
      readonly masked: boolean
      /** Further facts of the manifest. */
      readonly [fact: string]: unknown
    } | null
    readonly files: number
    readonly problems: readonly {
      readonly file: string
      readonly what: 'altered' | 'added' | 'missing'
      readonly why: string
    }[]
    /** Whether there are more problems than are listed. */
    readonly more: boolean
  }
}
