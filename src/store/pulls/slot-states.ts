import { and, asc, eq, sql } from 'drizzle-orm'
import { type Days, EVER, isWithin } from '../../core/calendar/calendar.ts'
import type { IncompleteAttempt, Pull } from '../../core/pull/pull.ts'
import { addDays, compareSlots, type Slot, type SlotDate } from '../../core/slot.ts'
import type { Assessment } from '../../rules/assessment/assess.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { latestAssessments, slotsActedOn } from '../findings/assessments.ts'
import { pull, slot } from '../schema.ts'
import { pullOf, selectPulls } from './pulls.ts'
import { type SlotsAsked, slotsAsked } from './slots.ts'

export interface SlotState {
  readonly slot: Slot
  readonly pull: Pull | null
  /** The attempt after the last whole pull, when it could not be read whole. */
  readonly incomplete: IncompleteAttempt | null
  /** The last assessment; null before the first. */
  readonly assessment: Assessment | null
  /** Whether people have acted on it since, so that its verdict must be decided again. */
  readonly actedSince: boolean
}

const stateStatements = prepared((database) => {
  const { db, merchant } = database
  return {
    slots: db
      .select()
      .from(slot)
      .where(and(eq(slot.merchant, merchant), slotsAsked))
      .orderBy(asc(slot.date), asc(slot.minute), asc(slot.cycle))
      .prepare(),
    pulls: selectPulls(
      database,
      and(
        slotsAsked,
        sql`${pull.id} = (SELECT max(id) FROM pull latest WHERE latest.slot = ${slot.id} AND latest.state = 'closed')`,
      ),
    ).prepare(),
    incomplete: db
      .select({ row: pull, slot: { date: slot.date, cycle: slot.cycle } })
      .from(pull)
      .innerJoin(slot, eq(slot.id, pull.slot))
      .where(
        and(
          eq(slot.merchant, merchant),
          slotsAsked,
          eq(pull.state, 'incomplete'),
          sql`${pull.id} = (SELECT max(id) FROM pull latest WHERE latest.slot = ${slot.id} AND latest.state <> 'open')`,
        ),
      )
      .prepare(),
  }
})

/** The states by the slots' own numbers, in order of date and cycle; whether people acted on them since stands apart. */
const readStates = (
  database: MerchantDatabase,
  which: SlotsAsked,
  actedOn: ReadonlySet<number>,
): ReadonlyMap<number, SlotState> => {
  const statements = stateStatements(database)
  const pulls = new Map(statements.pulls.all({ ...which }).map((found) => [found.row.slot, pullOf(found)]))
  const incomplete = new Map(statements.incomplete.all({ ...which }).map((found) => [found.row.slot, attemptOf(found)]))
  const assessments = latestAssessments(database, which)
  const states = statements.slots.all({ ...which }).map(({ id, date, cycle }): [number, SlotState] => [
    id,
    {
      slot: { date, cycle },
      pull: pulls.get(id) ?? null,
      incomplete: incomplete.get(id) ?? null,
      assessment: assessments.get(id) ?? null,
      actedSince: actedOn.has(id),
    },
  ])
  return new Map(states.filter(([, state]) => state.pull !== null || state.incomplete !== null))
}

/** How far a database was written when something was read of it. */
interface Mark {
  /** Rows changed by this connection, and a number that changes with the commits of others. */
  readonly own: number
  readonly others: number
  /** Pulls from this one on may change; those before are committed or failed. */
  readonly nextPull: number
  readonly lastAssessment: number
}

const marks = prepared(({ sqlite }) =>
  sqlite.prepare<[], Mark>(`
    SELECT total_changes() AS own, (SELECT data_version FROM pragma_data_version) AS others,
      coalesce((SELECT min(id) FROM pull WHERE state = 'open'), (SELECT max(id) + 1 FROM pull), 0) AS nextPull,
      coalesce((SELECT max(id) FROM assessment), 0) AS lastAssessment`),
)

const changedSince = prepared(({ sqlite }) =>
  sqlite
    .prepare<Mark, number>(
      'SELECT slot FROM pull WHERE id >= @nextPull UNION SELECT slot FROM assessment WHERE id > @lastAssessment',
    )
    .pluck(),
)

interface KeptStates {
  readonly mark: Mark
  readonly byNumber: ReadonlyMap<number, SlotState>
}

const kept = prepared((): { states: KeptStates | null } => ({ states: null }))

/**
 * A job asks for the states of all slots many times: they are read whole once, and after that only of those that were pulled
 * or assessed since.
 */
const slotStates = (database: MerchantDatabase, dates: Days = EVER): readonly SlotState[] => {
  const known = kept(database)
  if (known.states === null && dates !== EVER) {
    return [...readStates(database, { ...dates, slots: null }, slotsActedOn(database, dates)).values()]
  }
  known.states = statesNow(database, known.states)
  const all = [...known.states.byNumber.values()]
  return dates === EVER ? all : all.filter(({ slot: { date } }) => isWithin(date, dates))
}

const statesNow = (database: MerchantDatabase, last: KeptStates | null): KeptStates => {
  const mark = marks(database).get()
  if (mark === undefined) throw new Error('SQLite does not say how often it was written')
  if (mark.own === last?.mark.own && mark.others === last.mark.others) return last
  const actedOn = slotsActedOn(database, EVER)
  if (last === null) return { mark, byNumber: readStates(database, { ...EVER, slots: null }, actedOn) }
  const numbers = changedSince(database).all(last.mark)
  const changed = readStates(database, { ...EVER, slots: JSON.stringify(numbers) }, actedOn)
  return { mark, byNumber: withChanged(last.byNumber, changed, actedOn) }
}

const withChanged = (
  before: ReadonlyMap<number, SlotState>,
  changed: ReadonlyMap<number, SlotState>,
  actedOn: ReadonlySet<number>,
): ReadonlyMap<number, SlotState> => {
  const states = new Map([...before, ...changed])
  for (const [number, state] of states)
    if (state.actedSince !== actedOn.has(number)) states.set(number, { ...state, actedSince: !state.actedSince })
  return states.size === before.size
    ? states
    : new Map([...states].sort(([, a], [, b]) => compareSlots(a.slot, b.slot)))
}

/** The last attempt after the last whole pull, when it was not read whole. */
const attemptOf = ({
  row,
  slot,
}: {
  readonly row: typeof pull.$inferSelect
  readonly slot: Slot
}): IncompleteAttempt => ({
  slot,
  at: row.startedAt,
  code: row.reasonCode ?? '',
  reason: row.reason ?? '',
  ...exchangeIn(row.exchange),
})

const exchangeIn = (json: string | null): Pick<IncompleteAttempt, 'request' | 'status'> =>
  json === null ? { request: null, status: null } : JSON.parse(json)

/**
 * The slots that ever held an invoice whose payment date may be on one of those days, in order. Payment dates are
 * stored as received, in any zone; two more days on each side cover every zone. The caller checks the invoices
 * themselves.
 */
const slotsPaidBetween = ({ db, merchant }: MerchantDatabase, from: SlotDate, to: SlotDate): readonly Slot[] =>
  db.all<Slot>(sql`
    SELECT slot.date, slot.cycle FROM slot
    WHERE slot.merchant = ${merchant} AND slot.id IN (
      SELECT version.slot FROM version JOIN pull ON pull.id = version.from_pull AND pull.state = 'closed'
      WHERE version.payment_date >= ${addDays(from, -2)} AND version.payment_date < ${addDays(to, 3)})
    ORDER BY slot.date, slot.minute, slot.cycle`)

/** The slots that the merchant ever asked for, in order of date and cycle. */
export const createSlotRepository = repository({
  states: slotStates,
  paidBetween: slotsPaidBetween,
})
