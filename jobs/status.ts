import { type Quiet, type StatusReport, statusReport } from '../reports/documents/status.ts'
import { weeksUntil } from '../reports/pages/weeks.ts'
import { bankBridge } from '../src/core/bank/bank-overview.ts'
import { businessDaysBetween } from '../src/core/calendar/business-days.ts'
import type { Days } from '../src/core/calendar/calendar.ts'
import type { Moment } from '../src/core/past-run.ts'
import type { Policy } from '../src/core/policy.ts'
import { compareSlots, type Slot, type SlotDate, uniqueSlots } from '../src/core/slot.ts'
import { chargebackAccount, chargebackBalance } from '../src/rules/assessment/chargeback-account.ts'
import { unusableNotifications } from '../src/store/inbox/inbox.ts'
import type { SlotState } from '../src/store/pulls/slot-states.ts'
import type { Store } from '../src/store/store.ts'
import { readChargebackBalance } from './steps/assess/merchant-facts.ts'
import { bankInDatabase } from './steps/bank/bank-in-database.ts'
import { payoutsAtBank, payoutsWithoutCredit } from './steps/bank/payouts-at-bank.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { lastReading, neverAsked, reportsOfSlots } from './steps/report/counted-reports.ts'
import type { QueryContext } from './steps/run/context.ts'
import { slotsOf } from './steps/schedule/timetable.ts'

/**
 * Returns the state of the database: the last weeks, the last success, what is open and what is unexplained. Only
 * reads.
 */
export const readStatus = async (context: QueryContext): Promise<StatusReport> =>
  (await readDatabase(context, statusOf)) ?? nothingYet(context)

/** The status before any run. */
const nothingYet = ({ settings: { merchant, policy, inbox }, zone, now }: QueryContext): StatusReport => {
  const weeks = weeksUntil(zone.dateAt(now()))
  const chargebacks = chargebackBalance(chargebackAccount([], [], policy), weeks)
  return statusReport({
    merchant,
    now: now(),
    zone,
    weeks,
    reports: [],
    lastSuccess: null,
    lastRead: null,
    hasNights: false,
    chargebacks,
    quiet: null,
    closed: null,
    bank: null,
    unusableNotifications: unusableNotifications(inbox, merchant),
    asOf: null,
  })
}

const statusOf = async (store: Store, context: QueryContext, asOf: Moment | null): Promise<StatusReport> => {
  const { settings, zone } = context
  const now = context.now()
  const states = await store.slots.states()
  const lastRead = lastReading(states)
  const hasNights = await store.runs.hasNights()
  // Without a nightly job, nothing is due after the last reading.
  const judgedAt = hasNights ? now : (lastRead ?? now)
  const weeks = weeksUntil(zone.dateAt(judgedAt))
  const from = states[0]?.slot.date ?? weeks.from
  const isNeverAsked = neverAsked(states, hasNights)
  const slots = slotsToReport(states, { from, to: weeks.to }, settings.policy)
  const reports = (await reportsOfSlots(context, store, slots, judgedAt)).map((report) =>
    isNeverAsked(report.slot) ? { ...report, isNeverAsked: true } : report,
  )
  const { policy } = settings
  return statusReport({
    merchant: store.merchant.name,
    now,
    zone,
    weeks,
    reports,
    lastSuccess: await store.runs.lastSuccess(),
    lastRead,
    hasNights,
    chargebacks: await readChargebackBalance(store, states, policy, weeks),
    quiet: quietOf(states, zone.dateAt(judgedAt), settings.quietBusinessDays),
    closed: (await store.periods.closings()).at(-1) ?? null,
    bank: await bankOf(store, states, context),
    unusableNotifications: unusableNotifications(settings.inbox, store.merchant.name),
    asOf,
  })
}

/** Null when no bank statement was ever imported. */
const bankOf = async (
  store: Store,
  states: readonly SlotState[],
  { settings: { policy }, zone }: QueryContext,
): Promise<StatusReport['bank']> => {
  const overview = await bankInDatabase(store, states, { policy, zone })
  if (overview === null) return null
  const through = overview.covered.map(({ to }) => to).reduce((a, b) => (a > b ? a : b))
  const bridge = bankBridge(payoutsAtBank(states, overview, policy), payoutsWithoutCredit(states, overview, policy))
  return { through, bridge }
}

/** Quiet days are not counted before the first invoice: a new merchant is not quiet. */
const quietOf = (states: readonly SlotState[], today: SlotDate, most: number): Quiet | null => {
  const dates = states.flatMap(({ slot, pull }) => (pull !== null && pull.list.items > 0 ? [slot.date] : []))
  const since = dates.filter((date) => date <= today).at(-1)
  if (since === undefined) return null
  const businessDays = businessDaysBetween(since, today)
  return businessDays < most ? null : { since, businessDays }
}

/** Every stored slot, and every expected slot of these days since the first stored one. */
const slotsToReport = (states: readonly SlotState[], days: Days, policy: Policy): readonly Slot[] => {
  const stored = states.map(({ slot }) => slot)
  const first = stored[0]?.date
  if (first === undefined) return []
  const known = stored.map((slot) => ({ slot, verdict: null }))
  const expected = slotsOf(days, { cycles: [] }, { policy, known }).filter(({ date }) => date >= first)
  return uniqueSlots([...stored, ...expected]).toSorted(compareSlots)
}
