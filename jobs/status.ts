import { type Quiet, type StatusReport, statusReport } from '../reports/documents/status.ts'
import { weeksUntil } from '../reports/pages/weeks.ts'
import { bankBridge, withArrived } from '../src/core/bank/bank-overview.ts'
import type { Moment } from '../src/core/past-run.ts'
import { nameOf, type SlotDate } from '../src/core/slot.ts'
import { type AtRest, dueAtRest } from '../src/rules/account/at-rest.ts'
import { businessDaysRead } from '../src/rules/account/business-days-read.ts'
import { recoveredByMonth } from '../src/rules/account/claims.ts'
import { chargebackAccount, chargebackBalance } from '../src/rules/assessment/chargeback-account.ts'
import type { CountedReport } from '../src/rules/assessment/slot-report.ts'
import { unusableNotifications } from '../src/store/inbox/inbox.ts'
import type { StatesAndRest } from '../src/store/pulls/slot-states.ts'
import type { Store } from '../src/store/store.ts'
import { readChargebackAccount } from './steps/assess/merchant-facts.ts'
import { bankInDatabase } from './steps/bank/bank-in-database.ts'
import { payoutsAtBank, payoutsWithoutCredit } from './steps/bank/payouts-at-bank.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { neverAsked, reportsOfSlots } from './steps/report/counted-reports.ts'
import type { QueryContext } from './steps/run/context.ts'
import { storedAndExpected } from './steps/schedule/slots-for-timetable.ts'

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
    recovered: [],
    unusableNotifications: unusableNotifications(inbox, merchant),
    asOf: null,
  })
}

const statusOf = async (store: Store, context: QueryContext, asOf: Moment | null): Promise<StatusReport> => {
  const { settings, zone } = context
  const now = context.now()
  const extent = await store.slots.extent()
  const lastRead = extent?.lastRead ?? null
  const hasNights = await store.runs.hasNights()
  // Without a nightly job, nothing is due after the last reading.
  const judgedAt = hasNights ? now : (lastRead ?? now)
  const weeks = weeksUntil(zone.dateAt(judgedAt))
  const { policy } = settings
  const known = await store.slots.statesAndRest({ policy, zone, days: weeks })
  const { states, rest } = known
  // A run of named days that was killed had asked for more than it read.
  const [last] = await store.runs.list({ job: 'run', failed: false, most: 1 })
  const isNeverAsked = neverAsked(extent, hasNights || last?.end === null)
  const stored = new Set(states.map(({ slot }) => nameOf(slot)))
  const slots = storedAndExpected(known, policy, weeks.to).filter(
    (slot) => slot.date <= weeks.to || stored.has(nameOf(slot)),
  )
  const reports = (await reportsOfSlots(context, store, states, slots, judgedAt)).map((report) =>
    isNeverAsked(report.slot) ? { ...report, isNeverAsked: true } : report,
  )
  return statusReport({
    merchant: store.merchant.name,
    now,
    zone,
    weeks,
    reports,
    rest,
    lastSuccess: await store.runs.lastSuccess(),
    lastRead,
    hasNights,
    chargebacks: chargebackBalance(await readChargebackAccount(store, states, policy), extent ?? weeks),
    quiet: quietOf(reports, rest, zone.dateAt(judgedAt), settings.quietBusinessDays),
    closed: (await store.periods.closings()).at(-1) ?? null,
    bank: await bankOf(store, known, context),
    recovered: recoveredByMonth(await store.dispositions.recoveries()),
    unusableNotifications: unusableNotifications(settings.inbox, store.merchant.name),
    asOf,
  })
}

/** Null when no bank statement was ever imported. */
const bankOf = async (
  store: Store,
  { states, rest }: StatesAndRest,
  { settings: { policy }, zone }: QueryContext,
): Promise<StatusReport['bank']> => {
  const overview = await bankInDatabase(store, states, { policy, zone })
  if (overview === null) return null
  const through = overview.covered.map(({ to }) => to).reduce((a, b) => (a > b ? a : b))
  const bridge = bankBridge(
    await payoutsAtBank(store, states, overview, policy),
    payoutsWithoutCredit(states, overview, policy),
  )
  return { through, bridge: withArrived(bridge, dueAtRest(rest.days)) }
}

/** Quiet days are not counted before the first invoice: a new merchant is not quiet. */
const quietOf = (reports: readonly CountedReport[], rest: AtRest, today: SlotDate, most: number): Quiet | null => {
  const past = reports.filter(({ slot }) => slot.date <= today)
  const dates = past.flatMap(({ slot, list }) => (list !== null && list.items > 0 ? [slot.date] : []))
  const since = [...dates, ...rest.days.map(({ date }) => date)].sort().at(-1)
  if (since === undefined) return null
  const businessDays = businessDaysRead(past.filter(({ slot }) => slot.date > since))
  return businessDays < most ? null : { since, businessDays }
}
