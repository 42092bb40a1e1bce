import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
import { type Days, EVER } from '../../core/calendar/calendar.ts'
import type { IncompleteAttempt, Pull } from '../../core/pull/pull.ts'
import { addDays, type Slot, type SlotDate } from '../../core/slot.ts'
import type { Assessment } from '../../rules/assessment/assess.ts'
import { type MerchantDatabase, prepared, repository } from '../connection/merchant-database.ts'
import { latestAssessments, slotsActedOn } from '../findings/assessments.ts'
import { pull, slot } from '../schema.ts'
import { pullOf, selectPulls } from './pulls.ts'

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

const datesAsked = and(gte(slot.date, sql.placeholder('from')), lte(slot.date, sql.placeholder('to')))

/** Prepared once, since a night reads the states of slots some twenty times. */
const stateStatements = prepared((database) => {
  const { db, merchant } = database
  return {
    slots: db
      .select()
      .from(slot)
      .where(and(eq(slot.merchant, merchant), datesAsked))
      .orderBy(asc(slot.date), asc(slot.minute), asc(slot.cycle))
      .prepare(),
    pulls: selectPulls(
      database,
      and(
        datesAsked,
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
          datesAsked,
          eq(pull.state, 'incomplete'),
          sql`${pull.id} = (SELECT max(id) FROM pull latest WHERE latest.slot = ${slot.id} AND latest.state <> 'open')`,
        ),
      )
      .prepare(),
  }
})

const slotStates = (database: MerchantDatabase, dates: Days = EVER): readonly SlotState[] => {
  const statements = stateStatements(database)
  const pulls = new Map(statements.pulls.all({ ...dates }).map((found) => [found.row.slot, pullOf(found)]))
  const incomplete = new Map(statements.incomplete.all({ ...dates }).map((found) => [found.row.slot, attemptOf(found)]))
  const assessments = latestAssessments(database, dates)
  const actedOn = slotsActedOn(database, dates)
  return statements.slots
    .all({ ...dates })
    .map(({ id, date, cycle }) => ({
      slot: { date, cycle },
      pull: pulls.get(id) ?? null,
      incomplete: incomplete.get(id) ?? null,
      assessment: assessments.get(id) ?? null,
      actedSince: actedOn.has(id),
    }))
    .filter((state) => state.pull !== null || state.incomplete !== null)
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
