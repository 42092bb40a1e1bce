import type { Days } from '../../src/core/calendar/calendar.ts'
import { ENTRY_KINDS, type JournalSettings, ROLES } from '../../src/core/journal.ts'
import { minus } from '../../src/core/money.ts'
import type { Moment } from '../../src/core/past-run.ts'
import type { SlotDate } from '../../src/core/slot.ts'
import { type JournalProof, PROVED } from '../../src/journal/proofs.ts'
import type { KindSum, RoleSum } from '../../src/journal/summary.ts'
import { cop, type DocumentOf, dateText, list, number, shape, text, truth, wordOf } from '../../src/print/shape.ts'
import { type AnswerDocument, MOMENT, OF_DAYS } from './answer-document.ts'

/** The journal of some days. */
export interface JournalReport {
  readonly merchant: string
  readonly days: Days
  readonly moment: Moment
  readonly basis: JournalSettings['basis']
  /** The first open day; null while nothing is closed. */
  readonly openFrom: SlotDate | null
  /** Entries of closed days, and of open ones. */
  readonly frozen: number
  readonly open: number
  readonly kinds: readonly KindSum[]
  readonly roles: readonly RoleSum[]
  /** Accounts that are not set, with the number of lines that ask for them. */
  readonly missing: readonly { readonly role: string; readonly lines: number }[]
  /** The last of the days, or today while that is to come. */
  readonly provedOn: SlotDate
  /** At the end of that day. */
  readonly proofs: readonly JournalProof[]
  readonly files: readonly string[]
}

export const hasFailed = ({ expected, booked }: JournalProof): boolean => expected !== booked

/** Whether an account is missing, or a proof does not hold. */
export const isOff = ({ missing, proofs }: Pick<JournalReport, 'missing' | 'proofs'>): boolean =>
  missing.length > 0 || proofs.some(hasFailed)

const KIND = shape<KindSum>()({ kind: wordOf(ENTRY_KINDS), entries: number, debit: cop })
const ROLE = shape<RoleSum>()({
  role: wordOf(ROLES),
  account: text.orNull.as('As it is set now; withholdings have one each.'),
  opening: cop,
  debit: cop,
  credit: cop,
  closing: cop,
})
const PROOF = shape<JournalProof>()({
  of: wordOf([...PROVED, 'debits']),
  expected: cop.as('By the figures of the operator and the bank; of debits the credits.'),
  booked: cop,
  difference: cop(({ booked, expected }) => minus(booked, expected)),
  holds: truth((proof) => !hasFailed(proof)),
})

/** The journal of some days, by kinds of entries and accounts, with its proofs. */
export const JOURNAL = shape<JournalReport>()({
  merchant: text,
  ...OF_DAYS,
  asOf: MOMENT(({ moment }) => moment),
  basis: wordOf(['accrual', 'cash']),
  openFrom: dateText.orNull.as(
    'The first open day: entries of the days before it are frozen. Null while nothing is closed.',
  ),
  frozen: number.as('Entries that a closing froze.'),
  open: number.as('Entries of open days, which are a draft.'),
  kinds: list(KIND),
  accounts: list(ROLE)(({ roles }) => roles),
  missing: list(shape<JournalReport['missing'][number]>()({ role: text, lines: number })).as(
    'Accounts that are not set, with the number of lines that ask for them.',
  ),
  proofs: list(PROOF).as('At the end of the days.'),
  files: list(text),
})
export type JournalDocument = AnswerDocument<'journal'> & DocumentOf<typeof JOURNAL>
export type JournalCheckDocument = AnswerDocument<'journal check'> & DocumentOf<typeof JOURNAL>
