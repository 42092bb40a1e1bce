import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Days } from '../../domain/calendar/month.ts'
import {
  type Act,
  type ActStamp,
  type Closing,
  type Decision,
  type DispositionIntent,
  isDecision,
  ticketOf,
  type Until,
} from '../../domain/findings/act.ts'
import type { SlotDate } from '../../domain/slot.ts'
import { linkOf } from '../chain/link-of.ts'
import { addLink } from '../chain/links.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { prepared } from '../connection/prepared.ts'
import { storable } from '../connection/storable.ts'
import { act, discrepancy, eventSequence } from '../schema.ts'
import { nextInSequence } from '../snapshot/sequence.ts'

type ActRow = typeof act.$inferSelect
/** A row without its number and its link, which the database sets. */
type NewActRow = Omit<ActRow, 'number' | 'chain'>

/** The contents of `detail`, by the kind of act. */
interface Details {
  /** The last day of an acceptance or a claim; its column `until` is the moment after it. */
  readonly until?: SlotDate
  /** The operator's reference for a claim. */
  readonly ticket?: string
  /** Set when it was reopened because its last day was over. */
  readonly byItself?: true
  /** The last day of a closing. */
  readonly through?: SlotDate
  readonly forced?: boolean
  /** The closing that was undone. */
  readonly closing?: number
}

const jsonOf = (details: Details): string => JSON.stringify(details)
const detailsOf = ({ detail }: Pick<ActRow, 'detail'>): Details => (detail === null ? {} : JSON.parse(detail))

/** The author of a reopening when the last day was over. */
export const AUTOMATIC_AUTHOR = 'cuadre'

/** Stores acts in order and in one transaction. */
export const writeActs = (
  database: MerchantDatabase,
  intents: readonly DispositionIntent[],
  { by, at }: Pick<ActStamp, 'by' | 'at'>,
): Promise<readonly Act[]> =>
  database.writeQueue.write(() =>
    intents.map((intent) => {
      const until = 'until' in intent ? intent.until : null
      const ticket = ticketOf(intent)
      const details = { ...(until !== null && { until: until.date }), ...(ticket !== null && { ticket }) }
      const detail = Object.keys(details).length === 0 ? null : jsonOf(details)
      const { kind, discrepancy, reason } = intent
      const number = insert(database, { kind, by, reason, until: until?.end ?? null, discrepancy, detail }, at)
      const done = { number, at, by }
      return intent.kind === 'reopen' ? { ...intent, ...done, isAutomatic: false } : { ...intent, ...done }
    }),
  )

/** Reopens these discrepancies, since the last days of their decisions are over. */
export const writeEnds = (
  database: MerchantDatabase,
  ended: readonly Decision[],
  at: Instant,
): Promise<readonly Act[]> =>
  database.writeQueue.write(() =>
    ended.map(({ kind, discrepancy, until }) => {
      const reason = `its ${kind === 'claim' ? 'claim' : 'acceptance'} ended with ${until?.date}`
      const detail = jsonOf({ byItself: true })
      const row = { kind: 'reopen', by: AUTOMATIC_AUTHOR, reason, until: null, discrepancy, detail } as const
      return {
        kind: 'reopen',
        discrepancy,
        reason,
        number: insert(database, row, at),
        at,
        by: AUTOMATIC_AUTHOR,
        isAutomatic: true,
      }
    }),
  )

export const writeClosing = (database: MerchantDatabase, closing: Omit<Closing, 'number'>): Promise<Closing> =>
  database.writeQueue.write(() => {
    const { through, reason, isForced, by, at } = closing
    const detail = jsonOf({ through, forced: isForced })
    return {
      ...closing,
      number: insert(database, { kind: 'close', by, reason, until: null, discrepancy: null, detail }, at),
    }
  })

/** Undoes a closing; both stay in the database. Returns the number of the undoing. */
export const writeUndo = (
  database: MerchantDatabase,
  closing: Closing,
  { by, at, reason }: Pick<Closing, 'by' | 'at' | 'reason'>,
): Promise<number> =>
  database.writeQueue.write(() =>
    insert(
      database,
      { kind: 'undo', by, reason, until: null, discrepancy: null, detail: jsonOf({ closing: closing.number }) },
      at,
    ),
  )

/** Call it within a write transaction. Returns the number in the event sequence. */
const insert = (database: MerchantDatabase, given: NewActRow, at: Instant): number => {
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

/** All acts of people on the discrepancies of a slot, oldest first. */
export const actsOfSlot = (database: MerchantDatabase, slot: number): readonly Act[] =>
  ofSlot(database).all({ slot }).map(actOf)

const ofSlot = prepared(({ db }) =>
  db
    .select({ row: act, at: eventSequence.at })
    .from(discrepancy)
    .innerJoin(act, eq(act.discrepancy, discrepancy.id))
    .innerJoin(eventSequence, eq(eventSequence.number, act.number))
    .where(eq(discrepancy.slot, sql.placeholder('slot')))
    .orderBy(asc(act.number))
    .prepare(),
)

/** The acceptances and claims that had ended by then and that nothing later replaced. */
export const decisionsEndedBy = ({ db, merchant }: MerchantDatabase, at: Instant): readonly Decision[] =>
  db
    .select({ row: act, at: eventSequence.at })
    .from(act)
    .innerJoin(eventSequence, eq(eventSequence.number, act.number))
    .where(
      and(
        eq(eventSequence.merchant, merchant),
        inArray(act.kind, ['waive', 'accept', 'claim']),
        sql`${act.until} <= ${at}`,
        sql`NOT EXISTS (SELECT 1 FROM act later WHERE later.discrepancy = ${act.discrepancy}
          AND later.number > ${act.number} AND later.kind IN ('waive', 'accept', 'claim', 'reopen'))`,
      ),
    )
    .orderBy(asc(act.number))
    .all()
    .map(actOf)
    .filter(isDecision)

const actOf = ({ row, at }: { readonly row: ActRow; readonly at: Instant }): Act => {
  const { number, kind, by, reason, until, discrepancy } = row
  if (discrepancy === null) throw new Error(`act ${number} is about no discrepancy`)
  const common = { discrepancy, reason, number, at, by }
  const details = detailsOf(row)
  switch (kind) {
    case 'waive':
    case 'accept':
      return { kind: 'accept', ...common, until: untilOf(until, details) }
    case 'claim':
      return { kind, ...common, ticket: details.ticket ?? null, until: untilOf(until, details) }
    case 'reopen':
      return { kind, ...common, isAutomatic: details.byItself === true }
    case 'note':
      return { kind, ...common }
    default:
      throw new Error(`act ${number} is about a period`)
  }
}

const untilOf = (end: Instant | null, { until: date }: Details): Until | null =>
  end === null || date === undefined ? null : { date, end }

/** The closings in force, now or as of a number, oldest first. An undoing removes the last one. */
export const closingsInForce = (
  { db, merchant }: MerchantDatabase,
  upTo: number = Number.MAX_SAFE_INTEGER,
): readonly Closing[] => {
  const rows = db
    .select({ row: act, at: eventSequence.at })
    .from(act)
    .innerJoin(eventSequence, eq(eventSequence.number, act.number))
    .where(and(eq(eventSequence.merchant, merchant), inArray(act.kind, ['close', 'undo']), lte(act.number, upTo)))
    .orderBy(asc(act.number))
    .all()
  const undone = new Set(rows.flatMap(({ row }) => detailsOf(row).closing ?? []))
  return rows.flatMap(({ row, at }) => {
    const { through, forced } = detailsOf(row)
    if (through === undefined || undone.has(row.number)) return []
    return [{ number: row.number, at, by: row.by, reason: row.reason, through, isForced: forced === true }]
  })
}

/** The last day that any closing reached, even one that was undone; null when there was none. */
export const everClosedThrough = ({ db, merchant }: MerchantDatabase): SlotDate | null =>
  db.get<{ readonly through: SlotDate | null }>(sql`
    SELECT max(json_extract(a.detail, '$.through')) AS through FROM act a JOIN moment m ON m.number = a.number
    WHERE m.merchant = ${merchant} AND a.kind = 'close'`).through

/** The numbers of slots of those days with a disposition, a tie or an untie after their last assessment. */
export const slotsActedOn = (database: MerchantDatabase, days: Days): ReadonlySet<number> =>
  new Set(actedOn(database).all({ merchant: database.merchant, ...days }))

const actedOn = prepared(({ sqlite }) =>
  sqlite
    .prepare<{ merchant: string } & Days, number>(
      `WITH known AS (
         SELECT id, coalesce((SELECT after FROM assessment WHERE assessment.slot = slot.id ORDER BY id DESC LIMIT 1), 0) AS after
         FROM slot WHERE merchant = @merchant AND date BETWEEN @from AND @to)
       SELECT id FROM known WHERE after < (
         SELECT max(act.number) FROM discrepancy JOIN act ON act.discrepancy = discrepancy.id
         WHERE discrepancy.slot = known.id AND act.kind IN ('waive', 'accept', 'claim', 'reopen'))
       UNION SELECT known.id FROM bank_tie
         JOIN bank_tie_payout ON bank_tie_payout.tie = coalesce(bank_tie.tie, bank_tie.number)
         JOIN known ON known.id = bank_tie_payout.slot
       WHERE bank_tie.number > known.after`,
    )
    .pluck(),
)

/** Whether the slot had a disposition, a tie or an untie after that number. */
export const isActedOnAfter = (database: MerchantDatabase, slot: number, after: number): boolean =>
  tiesAfter(database).get({ slot, after }) !== undefined ||
  actsOfSlot(database, slot).some(({ kind, number }) => kind !== 'note' && number > after)

const tiesAfter = prepared(({ sqlite }) =>
  sqlite
    .prepare<{ slot: number; after: number }, number>(
      `SELECT made.tie FROM bank_tie_payout AS made WHERE made.slot = @slot AND (made.tie > @after
         OR EXISTS (SELECT 1 FROM bank_tie AS undone WHERE undone.tie = made.tie AND undone.number > @after)) LIMIT 1`,
    )
    .pluck(),
)
