import { and, asc, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Instant } from '../../core/calendar/calendar.ts'
import {
  type Act,
  type ActStamp,
  type ClaimLetter,
  type Decision,
  type DispositionIntent,
  isDecision,
  type Payer,
  type Recovery,
  ticketOf,
  type Until,
} from '../../core/findings/act.ts'
import { fromCentavos } from '../../core/money.ts'
import type { Slot, SlotDate } from '../../core/slot.ts'
import { addLink, linkOf, nextInSequence } from '../chain/chain.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { storable } from '../connection/rows.ts'
import { act, discrepancy, eventSequence, slot } from '../schema.ts'

/** The author of a reopening when the last day was over. */
const AUTOMATIC_AUTHOR = 'cuadre'

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
      const recovery = 'recovery' in intent ? { ...intent.recovery, sum: `${intent.recovery.sum}` } : null
      const letter = 'letter' in intent && { ...intent.letter, asked: `${intent.letter.asked}` }
      const details = {
        ...(until !== null && { until: until.date }),
        ...(ticket !== null && { ticket }),
        ...(recovery !== null && { recovery }),
        ...(letter !== false && { letter }),
      }
      const detail = Object.keys(details).length === 0 ? null : jsonOf(details)
      const { kind, discrepancy, reason } = intent
      const number = writeActRow(database, { kind, by, reason, until: until?.end ?? null, discrepancy, detail }, at)
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
        number: writeActRow(database, row, at),
        at,
        by: AUTOMATIC_AUTHOR,
        isAutomatic: true,
      }
    }),
  )

/** All acts of people on the discrepancies of a slot, oldest first. */
export const actsOfSlot = (database: MerchantDatabase, id: number): readonly Act[] =>
  ofSlot(database).all({ slot: id }).map(actOf)

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

/** The slots with an act of a person on a discrepancy, also one that was resolved since. */
export const slotsOfActs = ({ db, merchant }: MerchantDatabase): readonly Slot[] =>
  db
    .selectDistinct({ date: slot.date, cycle: slot.cycle })
    .from(act)
    .innerJoin(discrepancy, eq(discrepancy.id, act.discrepancy))
    .innerJoin(slot, eq(slot.id, discrepancy.slot))
    .where(eq(slot.merchant, merchant))
    .all()

/** The acceptances and claims that had ended by then and that nothing later replaced. */
export const decisionsEndedBy = ({ db, merchant }: MerchantDatabase, at: Instant): readonly Decision[] =>
  db
    .select({ row: act, at: eventSequence.at })
    .from(act)
    .innerJoin(eventSequence, eq(eventSequence.number, act.number))
    .where(
      and(
        eq(eventSequence.merchant, merchant),
        inArray(act.kind, ['accept', 'claim']),
        sql`${act.until} <= ${at}`,
        sql`NOT EXISTS (SELECT 1 FROM act later WHERE later.discrepancy = ${act.discrepancy}
          AND later.number > ${act.number} AND later.kind IN ('accept', 'claim', 'reopen'))`,
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
    case 'accept':
      return { kind, ...common, until: untilOf(until, details) }
    case 'claim':
      return { kind, ...common, ticket: details.ticket ?? null, until: untilOf(until, details), ...letterIn(details) }
    case 'settle':
      return { kind, ...common, recovery: recoveryOf(row) }
    case 'reopen':
      return { kind, ...common, isAutomatic: details.byItself === true }
    case 'note':
      return { kind, ...common }
    default:
      throw new Error(`act ${number} is about a period`)
  }
}

const letterIn = ({ letter }: ActDetails): { readonly letter?: ClaimLetter } =>
  letter === undefined ? {} : { letter: { ...letter, asked: fromCentavos(BigInt(letter.asked)) } }

const recoveryOf = (row: ActRow): Recovery => {
  const { recovery } = detailsOf(row)
  if (recovery === undefined) throw new Error(`act ${row.number} says not what was paid`)
  return { ...recovery, sum: fromCentavos(BigInt(recovery.sum)) }
}

/** Every payment of a claim elsewhere that no person took back, oldest first. */
export const recoveriesInForce = ({ db, merchant }: MerchantDatabase): readonly RecoveredClaim[] =>
  db
    .select({ row: act, code: discrepancy.code, date: slot.date, cycle: slot.cycle })
    .from(act)
    .innerJoin(eventSequence, eq(eventSequence.number, act.number))
    .innerJoin(discrepancy, eq(discrepancy.id, act.discrepancy))
    .innerJoin(slot, eq(slot.id, discrepancy.slot))
    .where(
      and(
        eq(eventSequence.merchant, merchant),
        eq(act.kind, 'settle'),
        sql`NOT EXISTS (SELECT 1 FROM act later WHERE later.discrepancy = ${act.discrepancy}
          AND later.number > ${act.number} AND later.kind = 'reopen' AND json_extract(later.detail, '$.byItself') IS NULL)`,
      ),
    )
    .orderBy(asc(act.number))
    .all()
    .map(({ row, code, date, cycle }) => ({ ...recoveryOf(row), code, slot: { date, cycle } }))

/** What was paid elsewhere of a claim, and what the claim is about. */
interface RecoveredClaim extends Recovery {
  readonly code: string
  /** The settlement of the claim. */
  readonly slot: Slot
}

const untilOf = (end: Instant | null, { until: date }: ActDetails): Until | null =>
  end === null || date === undefined ? null : { date, end }

type ActRow = typeof act.$inferSelect
/** A row without its number and its link, which the database sets. */
type NewActRow = Omit<ActRow, 'number' | 'chain'>

/** The contents of `detail`, by the kind of act. */
interface ActDetails {
  /** The last day of an acceptance or a claim; its column `until` is the moment after it. */
  readonly until?: SlotDate
  /** The operator's reference for a claim. */
  readonly ticket?: string
  /** The letter that asked for it; the sum is in centavos. */
  readonly letter?: Omit<ClaimLetter, 'asked'> & { readonly asked: string }
  /** What paid a claim elsewhere, how much of it, and the day; the sum is in centavos. */
  readonly recovery?: { readonly by: Payer; readonly sum: string; readonly on: SlotDate }
  /** Set when it was reopened because its last day was over. */
  readonly byItself?: true
  /** The last day of a closing. */
  readonly through?: SlotDate
  readonly forced?: boolean
  /** The month of a pack, and the SHA-256 of its manifest. */
  readonly month?: string
  readonly manifest?: string
  /** The closing that was undone. */
  readonly closing?: number
  /** The chargebacks of a tie, and the settlements whose adjustments debited them. */
  readonly invoiceIds?: readonly string[]
  readonly adjustments?: readonly Slot[]
  /** The dues and payments of a tie, and whether it says that they belong together. */
  readonly dues?: readonly string[]
  readonly payments?: readonly string[]
  readonly isTied?: boolean
  /** The tie that was undone. */
  readonly tie?: number
}

const jsonOf = (details: ActDetails): string => JSON.stringify(details)
const detailsOf = ({ detail }: Pick<ActRow, 'detail'>): ActDetails => (detail === null ? {} : JSON.parse(detail))

type Author = Pick<ActStamp, 'by' | 'at'> & { readonly reason: string }

/** Writes a decision that is not of a discrepancy, within a write transaction. Returns its number in the event sequence. */
export const writeDecision = (
  database: MerchantDatabase,
  kind: ActRow['kind'],
  details: ActDetails,
  { by, at, reason }: Author,
): number => writeActRow(database, { kind, by, reason, until: null, discrepancy: null, detail: jsonOf(details) }, at)

/** The same, in a transaction of its own. */
export const storeDecision = (
  database: MerchantDatabase,
  ...decision: [kind: ActRow['kind'], details: ActDetails, author: Author]
): Promise<number> => database.writeQueue.write(() => writeDecision(database, ...decision))

/** Undoes a tie of chargebacks or of dues; both stay in the database. Returns the number of the undoing. */
export const writeUntie = (database: MerchantDatabase, tie: number, author: Author): Promise<number> =>
  storeDecision(database, 'untie', { tie }, author)

interface DecisionOfKind extends ActStamp {
  readonly reason: string
  readonly details: ActDetails
}

/** The decisions of one kind up to a number, oldest first, with what undid it. */
export const decisionsOfKind = (
  { db, merchant }: MerchantDatabase,
  kind: 'close' | 'pack' | 'tie',
  upTo: number = Number.MAX_SAFE_INTEGER,
): readonly (DecisionOfKind & { readonly undone: Omit<DecisionOfKind, 'details'> | null })[] => {
  const all = db
    .select({ row: act, at: eventSequence.at })
    .from(act)
    .innerJoin(eventSequence, eq(eventSequence.number, act.number))
    .where(and(eq(eventSequence.merchant, merchant), inArray(act.kind, [kind, 'untie', 'undo']), lte(act.number, upTo)))
    .orderBy(asc(act.number))
    .all()
    .map(({ row, at }) => ({
      kind: row.kind,
      number: row.number,
      at,
      by: row.by,
      reason: row.reason,
      details: detailsOf(row),
    }))
  const undoings = new Map(all.map(({ kind: _, details: { tie, closing }, ...undoing }) => [tie ?? closing, undoing]))
  return all.flatMap(({ kind: own, ...decision }) =>
    own === kind ? [{ ...decision, undone: undoings.get(decision.number) ?? null }] : [],
  )
}

/** Call it within a write transaction. Returns the number in the event sequence. */
const writeActRow = (database: MerchantDatabase, given: NewActRow, at: Instant): number => {
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
