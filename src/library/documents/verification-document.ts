import type { AnswerDocument, TimeText } from './answer-document.ts'

/** A file that was copied. */
export interface FileDocument {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

/** What was verified of a database. */
export interface VerificationDocument {
  /** When the last thing it holds came to be; null for an empty one. */
  readonly upTo: TimeText | null
  readonly looked: readonly { readonly what: string; readonly number: number }[]
  /** How many damages there are in all; the first of them stand in `damage`. */
  readonly damages: number
  readonly damage: readonly string[]
}

export interface DbVerifyDocument extends AnswerDocument<'db verify'>, VerificationDocument {}

export interface DbBackupDocument extends AnswerDocument<'db backup'>, VerificationDocument {
  readonly database: FileDocument
  /** Null where no notification was ever received. */
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
  /** The shared database, which stays as it was. */
  readonly from: string
  /** Where the new ones stand: `{merchant}` is the name of the merchant. */
  readonly db: string
  readonly merchants: readonly {
    readonly merchant: string
    readonly database: FileDocument
    readonly inbox: FileDocument | null
    /** How many reports came out the same from both databases. */
    readonly reports: number
    /** An earlier split had made it. */
    readonly wasThere: boolean
  }[]
}
