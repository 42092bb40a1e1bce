import { desc } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Payer } from '../../domain/findings/act.ts'
import type { Slot, SlotDate } from '../../domain/slot.ts'
import { linkOf } from '../chain/link-of.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { storable } from '../connection/storable.ts'
import { act } from '../schema.ts'
import { nextInSequence } from '../snapshot/sequence.ts'

export type ActRow = typeof act.$inferSelect
/** A row without its number and its link, which the database sets. */
type NewActRow = Omit<ActRow, 'number' | 'chain'>

/** The contents of `detail`, by the kind of act. */
export interface ActDetails {
  /** The last day of an acceptance or a claim; its column `until` is the moment after it. */
  readonly until?: SlotDate
  /** The operator's reference for a claim. */
  readonly ticket?: string
  /** What paid a claim elsewhere, how much of it, and the day; the sum is in centavos. */
  readonly recovery?: { readonly by: Payer; readonly sum: string; readonly on: SlotDate }
  /** Set when it was reopened because its last day was over. */
  readonly byItself?: true
  /** The last day of a closing. */
  readonly through?: SlotDate
  readonly forced?: boolean
  /** The closing that was undone. */
  readonly closing?: number
  /** The chargebacks of a tie, and the settlements whose adjustments debited them. */
  readonly invoiceIds?: readonly string[]
  readonly adjustments?: readonly Slot[]
  /** The tie that was undone. */
  readonly tie?: number
}

export const jsonOf = (details: ActDetails): string => JSON.stringify(details)
export const detailsOf = ({ detail }: Pick<ActRow, 'detail'>): ActDetails => (detail === null ? {} : JSON.parse(detail))

/** Call it within a write transaction. Returns the number in the event sequence. */
export const writeActRow = (database: MerchantDatabase, given: NewActRow, at: Instant): number => {
  const number = nextInSequence(database, 'act', at)
  const row = { number, ...storable(given) }
  const previous = lastLink(database).get()?.chain ?? null
  insertAct(database).run({ ...row, chain: linkOf(previous, factsOf(row)) })
  addLink(database, 'act', number)
  return number
}

const insertAct = prepared(({ sqlite }) =>
  sqlite.prepare<ActRow>(`
    INSERT INTO act (number, kind, by, reason, until, discrepancy, detail, chain)
    VALUES (@number, @kind, @by, @reason, @until, @discrepancy, @detail, @chain)`),
)

/** The facts of an act that its link covers. */
export const factsOf = (row: Omit<ActRow, 'chain'>): readonly (string | number | null)[] => [
  row.number,
  row.kind,
  row.by,
  row.reason,
  row.until,
  row.discrepancy,
  row.detail,
]

const lastLink = prepared(({ db }) =>
  db.select({ chain: act.chain }).from(act).orderBy(desc(act.number)).limit(1).prepare(),
)
