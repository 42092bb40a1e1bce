import { eq, sql } from 'drizzle-orm'
import { type Days, EVER, type Instant, isWithin } from '../../core/calendar/calendar.ts'
import type { IncompleteAttempt, Pull } from '../../core/pull/pull.ts'
import { addDays, type Cycle, compareSlots, type Slot, type SlotDate } from '../../core/slot.ts'
import { type AtRest, NOTHING_AT_REST } from '../../rules/account/at-rest.ts'
import type { Assessment } from '../../rules/assessment/assess.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { type AssessmentRow, assessmentOf, slotsActedOn } from '../findings/assessments.ts'
import { pull } from '../schema.ts'
import { type RestQuestion, restIn } from './at-rest.ts'
import { lastPullWhere, PULL_COLUMNS, PULL_JOINS, type PullRow, pullOf } from './pulls.ts'

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

/** Slots by their days and, when given, by their own numbers. */
interface SlotsAsked extends Days {
  /** A JSON array; null for all slots of the days. */
  readonly slots: string | null
}

/** A slot, its last whole pull, its last assessment, and whether a later attempt was not read whole. */
type StateRow = { readonly slotNumber: number; readonly attempt: number | null } & AssessmentRow &
  (PullRow | { readonly id: null; readonly slotDate: SlotDate; readonly slotCycle: Cycle })

/* One statement, one flat row a slot: there are thousands, and objects within objects would cost more than reading them. */
const stateRows = prepared(({ sqlite }) =>
  sqlite.prepare<SlotsAsked & { readonly merchant: string }, StateRow>(`
    SELECT slot.id AS slotNumber, slot.date AS slotDate, slot.cycle AS slotCycle, ${PULL_COLUMNS},
      assessment.pull AS assessedPull, assessment.verdict, assessment.totals, assessment.rulebook,
      (SELECT id FROM pull AS attempt WHERE attempt.id = ${lastPullWhere("<> 'open'")} AND attempt.state = 'incomplete') AS attempt
    FROM slot
      LEFT JOIN pull ON pull.id = ${lastPullWhere("= 'closed'")}
      ${PULL_JOINS}
      LEFT JOIN assessment ON assessment.id = (SELECT max(id) FROM assessment AS latest WHERE latest.slot = slot.id)
    WHERE slot.merchant = @merchant AND slot.date BETWEEN @from AND @to
      AND (@slots IS NULL OR slot.id IN (SELECT value FROM json_each(@slots)))
    ORDER BY slot.date, slot.minute, slot.cycle`),
)

/** The states by the slots' own numbers, in order of date and cycle; whether people acted on them since stands apart. */
const readStates = (
  database: MerchantDatabase,
  which: SlotsAsked,
  actedOn: ReadonlySet<number>,
): ReadonlyMap<number, SlotState> => {
  const states = new Map<number, SlotState>()
  for (const row of stateRows(database).iterate({ merchant: database.merchant, ...which })) {
    const incomplete = row.attempt === null ? null : attemptOf(database, row)
    if (row.id === null && incomplete === null) continue
    const read = row.id === null ? null : pullOf(row)
    const slot = read?.slot ?? { date: row.slotDate, cycle: row.slotCycle }
    const actedSince = actedOn.has(row.slotNumber)
    states.set(row.slotNumber, { slot, pull: read, incomplete, assessment: assessmentOf(slot, row), actedSince })
  }
  return states
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

const attempts = prepared(({ db }) =>
  db
    .select()
    .from(pull)
    .where(eq(pull.id, sql.placeholder('id')))
    .prepare(),
)

const attemptOf = (
  database: MerchantDatabase,
  { attempt, slotDate, slotCycle }: StateRow,
): IncompleteAttempt | null => {
  const row = attempts(database).get({ id: attempt })
  if (row === undefined) return null
  return {
    slot: { date: slotDate, cycle: slotCycle },
    at: row.startedAt,
    code: row.reasonCode ?? '',
    reason: row.reason ?? '',
    ...exchangeIn(row.exchange),
  }
}

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

/** The first and the last day of a slot that was read whole; null before the first. */
const daysRead = ({ sqlite, merchant }: MerchantDatabase): Days | null => {
  const days = sqlite
    .prepare<[string], Days | { readonly from: null }>(
      `SELECT min(date) AS "from", max(date) AS "to" FROM slot
       WHERE merchant = ? AND EXISTS (SELECT 1 FROM pull WHERE pull.slot = slot.id AND pull.state = 'closed')`,
    )
    .get(merchant)
  return days === undefined || days.from === null ? null : days
}

/** The settlements at rest, and the states of all others. */
export interface StatesAndRest {
  readonly rest: AtRest
  /** In order of date and cycle. */
  readonly states: readonly SlotState[]
}

/** What a question about all of history needs: the states of settlements that are at rest are not read. */
const statesAndRest = (database: MerchantDatabase, question: RestQuestion): StatesAndRest => {
  const extent = extentOf(database)
  if (extent === null) return { rest: NOTHING_AT_REST, states: [] }
  const actedOn = slotsActedOn(database, EVER)
  const { rest, others } = restIn(database, question, extent, actedOn)
  return { rest, states: [...readStates(database, { ...EVER, slots: others }, actedOn).values()] }
}

/** The days from the first to the last that were ever asked for, and when a settlement was last read whole, by the last pull of each. */
export interface SlotExtent extends Days {
  readonly lastRead: Instant | null
}

const extents = prepared(({ sqlite }) =>
  sqlite.prepare<[string], SlotExtent | { readonly from: null }>(
    `SELECT min(slot.date) AS "from", max(slot.date) AS "to", max(pull.started_at) AS lastRead
     FROM slot LEFT JOIN pull ON pull.id = ${lastPullWhere("= 'closed'")}
     WHERE slot.merchant = ? AND EXISTS (SELECT 1 FROM pull AS attempt WHERE attempt.slot = slot.id AND attempt.state <> 'open')`,
  ),
)

/** Null before the first attempt. */
const extentOf = (database: MerchantDatabase): SlotExtent | null => {
  const extent = extents(database).get(database.merchant)
  return extent === undefined || extent.from === null ? null : extent
}

/** The day of the newest settlement; of the newest slot where there is none, and null without one. */
const newestDay = (database: MerchantDatabase): SlotDate | null =>
  database.sqlite
    .prepare<[string], SlotDate>(
      `SELECT slot.date FROM slot WHERE slot.merchant = ? AND EXISTS (
         SELECT 1 FROM pull JOIN settlement_version ON settlement_version.slot = pull.slot
           AND settlement_version.from_pull <= pull.id
           AND (settlement_version.to_pull IS NULL OR settlement_version.to_pull > pull.id)
         WHERE pull.id = ${lastPullWhere("= 'closed'")})
       ORDER BY slot.date DESC LIMIT 1`,
    )
    .pluck()
    .get(database.merchant) ??
  extentOf(database)?.to ??
  null

/** The slots whose last whole pull was not checked. */
const uncheckedSlots = ({ sqlite, merchant }: MerchantDatabase): readonly Slot[] =>
  sqlite
    .prepare<[string], Slot>(
      `SELECT slot.date, slot.cycle FROM slot JOIN pull ON pull.id = ${lastPullWhere("= 'closed'")}
       WHERE slot.merchant = ? AND pull.id IS NOT (
         SELECT pull FROM assessment WHERE assessment.slot = slot.id ORDER BY assessment.id DESC LIMIT 1)
       ORDER BY slot.date, slot.minute, slot.cycle`,
    )
    .all(merchant)

/** The slots that the merchant ever asked for, in order of date and cycle. */
export const createSlotRepository = repository({
  states: slotStates,
  statesAndRest,
  extent: extentOf,
  newestDay,
  unchecked: uncheckedSlots,
  daysRead,
  paidBetween: slotsPaidBetween,
})
