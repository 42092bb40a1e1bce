import { type DocumentOf, list, number, shape, text, time, truth } from '../../src/print/shape.ts'
import type { Both } from '../../src/std/both.ts'
import type { AnswerDocument } from './answer-document.ts'

/** A file that was written; its path is as a person in the folder of the command would type it. */
const FILE = shape<{ readonly file: string; readonly bytes: number; readonly sha256: string }>()({
  file: text,
  bytes: number,
  sha256: text,
})
export type FileDocument = DocumentOf<typeof FILE>

/** A database with its inbox. */
interface CopiedFiles {
  readonly database: FileDocument
  readonly inbox: FileDocument | null
}
const FILES = {
  database: FILE(({ database }: CopiedFiles) => database),
  inbox: FILE.orNull(({ inbox }: CopiedFiles) => inbox, 'Null when no notification was ever received.'),
}

interface Looked {
  readonly what: string
  readonly number: number
}
interface Verification {
  readonly upTo: number | null
  readonly checked: readonly Looked[]
  readonly damages: number
  readonly damage: readonly Both<string>[]
}

/** The result of verifying a database. */
export const VERIFICATION = shape<Verification>()({
  upTo: time.orNull.as('The time of its last row; null for an empty one.'),
  looked: list(shape<Looked>()({ what: text, number }))(({ checked }) => checked),
  damages: number.as('The number of all damages; `damage` lists the first of them.'),
  damage: list(text)(({ damage }) => damage.map(({ en }) => en)),
})
export type VerificationDocument = DocumentOf<typeof VERIFICATION>

export const BACKUP = shape<CopiedFiles & Verification & { readonly removed: readonly string[] }>()({
  ...FILES,
  ...VERIFICATION.members,
  removed: list(text).as('Older backups that were removed.'),
})

export const RESTORATION = shape<CopiedFiles & Verification & { readonly from: string }>()({
  from: text,
  ...FILES,
  ...VERIFICATION.members,
})

/** A merchant of a shared database that has its own now. */
interface SplitOff extends CopiedFiles {
  readonly merchant: string
  readonly reports: number
  readonly wasThere: boolean
}

export const SPLIT = shape<{ readonly from: string; readonly db: string; readonly merchants: readonly SplitOff[] }>()({
  from: text.as('The shared database, which is not changed.'),
  db: text.as('The paths of the new databases: `{merchant}` is the name of the merchant.'),
  merchants: list(
    shape<SplitOff>()({
      merchant: text,
      ...FILES,
      reports: number.as('The number of reports that were identical from both databases.'),
      wasThere: truth.as('Whether an earlier split made it.'),
    }),
  ),
})

export type DbVerifyDocument = AnswerDocument<'db verify'> & VerificationDocument
export type DbBackupDocument = AnswerDocument<'db backup'> & DocumentOf<typeof BACKUP>
export type DbRestoreDocument = AnswerDocument<'db restore'> & DocumentOf<typeof RESTORATION>
export type DbSplitDocument = AnswerDocument<'db split'> & DocumentOf<typeof SPLIT>
