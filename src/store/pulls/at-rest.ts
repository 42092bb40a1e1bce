import { type Days, type Instant, monthOf, type Zone } from '../../core/calendar/calendar.ts'
import { fromCentavos } from '../../core/money.ts'
import type { Policy } from '../../core/policy.ts'
import { addDays, type Cycle, type Slot, type SlotDate } from '../../core/slot.ts'
import { type AtRest, NOTHING_AT_REST } from '../../rules/account/at-rest.ts'
import { isBankKnown } from '../bank/bank-files.ts'
import { type MerchantDatabase, prepared } from '../connection/merchant-database.ts'
import { firstPullAt, lastPullWhere, PULL_JOINS } from './pulls.ts'
import { namesOfSlots, SLOTS_NAMED } from './slots.ts'

export interface RestQuestion {
  readonly policy: Pick<Policy, 'finalStatuses' | 'feesTolerance'>
  readonly zone: Zone
  /** Settlements of these days, and these settlements, do not count as at rest. */
  readonly days?: Days | null
  readonly slots?: readonly Slot[]
}

/** The settlements at rest, and the numbers of all other slots as a JSON array. */
interface Rest {
  readonly rest: AtRest
  readonly others: string
}

interface Asked {
  readonly merchant: string
  readonly finalStatuses: string
  readonly feesTolerance: bigint | null
  /** The settlements of these days were final at their first reading when the database began. */
  readonly readSince: SlotDate
  /** The end of each month in the zone, by its name. */
  readonly monthEnds: string
  readonly from: string
  readonly to: string
  readonly slots: string
  readonly actedOn: string
  readonly hasBank: 0 | 1
}

/** Larger sums are read one by one, so that SQLite can add up those of a day. */
const SUM_MAX = 1e14

/** When the settlement was first read as final; null where it counts as paid out on its own date (`firstFinal`). */
const FINAL_AT = `CASE WHEN slot.date < @readSince
  AND final.id = (SELECT min(id) FROM pull AS first WHERE first.slot = slot.id AND first.state = 'closed')
  THEN NULL ELSE final.started_at END`
const CONTENT_AT = 'coalesce(content.started_at, pull.started_at)'
const MONTH_END = '(@monthEnds ->> substr(slot.date, 1, 7))'
const isFinalStatus = (status: string): string => `${status} IN (SELECT value FROM json_each(@finalStatuses))`
const inTotals = (path: string): string => `json_extract(assessment.totals, '$.${path}')`
const none = (rows: string): string => `NOT EXISTS (SELECT 1 FROM ${rows})`

/** The day on which its payout arrived whole, by a tie in force that is exact, all of its credits on one day; else null. */
const ARRIVED_ON = `(SELECT min(entry.booked_on) FROM bank_tie_payout AS tied
    JOIN bank_tie_entry ON bank_tie_entry.tie = tied.tie JOIN bank_entry AS entry ON entry.id = bank_tie_entry.entry
  WHERE tied.slot = slot.id AND tied.payout = settlement_version.payout AND ${none('bank_tie AS untie WHERE untie.tie = tied.tie')}
  HAVING min(entry.booked_on) = max(entry.booked_on)
    AND sum(entry.value) = (SELECT sum(payout) FROM bank_tie_payout WHERE tie = tied.tie))`

/* The one definition of a settlement at rest; what is in doubt is not. */
const IS_AT_REST = `
  -- It was read whole at the last attempt, checked, and agrees.
  pull.id = ${lastPullWhere("<> 'open'")} AND assessment.pull = pull.id AND assessment.verdict = 'reconciled'
  AND json_extract(pull.facts, '$.malformed') = 0
  -- Its settlement is final, and its own; nothing but fees is between what was collected and paid out.
  AND ${isFinalStatus('settlement_version.status')} AND settlement_version.status <> 'error'
  AND settlement_version.date = slot.date AND settlement_version.cycle = slot.cycle
  AND NOT settlement_version.gateway AND NOT settlement_version.fees_postpaid AND settlement_version.adjustments = 0
  AND settlement_version.payout BETWEEN 1 AND ${SUM_MAX} AND settlement_version.fees BETWEEN 0 AND ${SUM_MAX}
  AND ${inTotals('counted')} > 0
  AND settlement_version.collected - settlement_version.fees = settlement_version.payout
  AND CAST(${inTotals('collected')} AS INTEGER) = settlement_version.collected
  AND (${inTotals('fees')} IS NULL OR abs(settlement_version.fees - CAST(${inTotals('fees.expected')} AS INTEGER))
    <= coalesce(@feesTolerance, 50 * ${inTotals('counted')}))
  -- It was first read as final in its month, and has not changed after it.
  AND coalesce(${FINAL_AT} < ${MONTH_END}, final.id IS NOT NULL)
  AND (coalesce(pull.content_of, pull.id) = final.id OR ${CONTENT_AT} < ${MONTH_END})
  AND ${none(`settlement_version AS other WHERE other.slot = slot.id AND other.id <> settlement_version.id
    AND (other.status = 'error' OR ${isFinalStatus('other.status')})`)}
  -- Nothing was ever found of it, and nobody acted on it.
  AND ${none('discrepancy WHERE discrepancy.slot = slot.id')}
  AND ${none("version WHERE version.slot = slot.id AND version.status = 'chargeback'")}
  AND ${none('departure WHERE departure.slot = slot.id')}
  AND slot.id NOT IN (SELECT value FROM json_each(@actedOn))
  -- With a bank, it arrived in its month, and not before its day.
  AND (NOT @hasBank OR ${ARRIVED_ON} BETWEEN slot.date AND substr(slot.date, 1, 7) || '-31')
  -- It is not asked for.
  AND slot.date NOT BETWEEN @from AND @to AND slot.id NOT IN (${SLOTS_NAMED})`

/** One row for all: years of settlements are thousands, and a row for each costs as much as the condition. */
const restRow = prepared(({ sqlite }) =>
  sqlite.prepare<Asked, { readonly days: string; readonly others: string }>(`
    WITH known AS MATERIALIZED (
      SELECT slot.id, slot.date, slot.cycle, settlement_version.payout, settlement_version.fees,
        ${inTotals('counted')} AS counted, ${inTotals('listed.invoices')} AS listed,
        ${FINAL_AT} AS finalAt, ${ARRIVED_ON} AS arrivedOn, ${CONTENT_AT} AS contentAt, coalesce(${IS_AT_REST}, 0) AS isAtRest
      FROM slot
        LEFT JOIN pull ON pull.id = ${lastPullWhere("= 'closed'")}
        ${PULL_JOINS}
        LEFT JOIN pull AS final ON final.id = settlement_version.from_pull AND final.state = 'closed'
        LEFT JOIN assessment ON assessment.id = (SELECT max(id) FROM assessment AS latest WHERE latest.slot = slot.id)
      WHERE slot.merchant = @merchant)
    SELECT (SELECT json_group_array(id) FROM known WHERE NOT isAtRest) AS others,
      (SELECT json_group_array(json_array(date, json(cycles), payouts, fees, counted, listed, json(finalAt), json(arrivedOn), oldest, newest))
       FROM (
        SELECT date, json_group_array(cycle) AS cycles, CAST(sum(payout) AS TEXT) AS payouts, CAST(sum(fees) AS TEXT) AS fees,
          sum(counted) AS counted, sum(listed) AS listed, json_group_array(finalAt) AS finalAt, json_group_array(arrivedOn) AS arrivedOn,
          min(contentAt) AS oldest, max(contentAt) AS newest
        FROM known WHERE isAtRest GROUP BY date)) AS days`),
)

type DayCells = readonly [
  date: SlotDate,
  cycles: readonly Cycle[],
  payouts: string,
  fees: string,
  counted: number,
  listed: number,
  finalAt: readonly (Instant | null)[],
  arrivedOn: readonly (SlotDate | null)[],
  oldest: Instant,
  newest: Instant,
]

/** `extent` are the days of the slots that were ever read, and `actedOn` the numbers of those that people acted on since their check. */
export const restIn = (
  database: MerchantDatabase,
  { policy, zone, days = null, slots = [] }: RestQuestion,
  extent: Days,
  actedOn: ReadonlySet<number>,
): Rest => {
  const row = restRow(database).get({
    merchant: database.merchant,
    finalStatuses: JSON.stringify(policy.finalStatuses),
    feesTolerance: policy.feesTolerance,
    readSince: zone.dateAt(firstPullAt(database) ?? 0),
    monthEnds: JSON.stringify(monthEndsOf(extent, zone)),
    from: days?.from ?? '',
    to: days?.to ?? '',
    slots: namesOfSlots(slots),
    actedOn: JSON.stringify([...actedOn]),
    hasBank: isBankKnown(database) ? 1 : 0,
  })
  if (row === undefined) throw new Error('SQLite does not say what is at rest')
  const cells: readonly DayCells[] = JSON.parse(row.days)
  return { rest: cells.length === 0 ? NOTHING_AT_REST : restOf(cells), others: row.others }
}

const restOf = (cells: readonly DayCells[]): AtRest => ({
  days: cells.map(([date, cycles, payouts, fees, counted, listed, finalAt, arrivedOn]) => {
    const sums = { payouts: fromCentavos(BigInt(payouts)), fees: fromCentavos(BigInt(fees)) }
    return { date, cycles, ...sums, counted, listed, finalAt, arrivedOn }
  }),
  contentAt: {
    oldest: cells.map(([, , , , , , , , oldest]) => oldest).reduce((a, b) => Math.min(a, b)),
    newest: cells.map(([, , , , , , , , , newest]) => newest).reduce((a, b) => Math.max(a, b)),
  },
})

const monthEndsOf = ({ from, to }: Days, zone: Zone): Readonly<Record<string, Instant>> => {
  const ends: Record<string, Instant> = {}
  for (let month = monthOf(from); month.from <= to; month = monthOf(addDays(month.to, 1)))
    ends[month.from.slice(0, 7)] = zone.instantOf(addDays(month.to, 1), 0)
  return ends
}
