import type { AnswerDocument, TimeText } from '../../../reports/documents/answer-document.ts'

/** A copied file. */
export interface FileDocument {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

/** The result of verifying a database. */
export interface VerificationDocument {
  /** The time of its last row; null for an empty one. */
  readonly upTo: TimeText | null
  readonly looked: readonly { readonly what: string; readonly number: number }[]
  /** The number of all damages; `damage` lists the first of them. */
  readonly damages: number
  readonly damage: readonly string[]
}

export interface DbVerifyDocument extends AnswerDocument<'db verify'>, VerificationDocument {}

export interface DbBackupDocument extends AnswerDocument<'db backup'>, VerificationDocument {
  readonly database: FileDocument
  /** Null when no notification was ever received. */
  readonly inbox: FileDocument | null
  /** Older backups that were removed. */
  readonly removed: readonly string[]
}

export interface DbRestoreDocument extends AnswerDocument<'db restore'>, VerificationDocument {
  readonly from: string
  readonly database: FileDocument
  readonly inbox: FileDocument | null
}

export interface DbSplitDocument extends AnswerDocument<'db split'> {
  /** The shared database, which is not changed. */
  readonly from: string
  /** The paths of the new databases: `{merchant}` is the name of the merchant. */
  readonly db: string
  readonly merchants: readonly {
    readonly merchant: string
    readonly database: FileDocument
    readonly inbox: FileDocument | null
    /** The number of reports that were identical from both databases. */
    readonly reports: number
    /** Whether an earlier split made it. */
    readonly wasThere: boolean
  }[]
}
