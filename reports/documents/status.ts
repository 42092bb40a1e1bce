import { BRIDGE_KINDS, type BridgeRow } from '../../src/core/bank/bank-overview.ts'
import { type Instant, isWithin, wholeHoursBetween, type Zone } from '../../src/core/calendar/calendar.ts'
import type { Closing } from '../../src/core/findings/act.ts'
import { isOpen, SEVERITIES, type Severity, settledDays } from '../../src/core/findings/discrepancy.ts'
import type { Moment } from '../../src/core/past-run.ts'
import { type Slot, type SlotDate, uniqueSlots } from '../../src/core/slot.ts'
import { VERDICTS, type Verdict } from '../../src/core/verdict.ts'
import { cop, type DocumentOf, dateText, list, number, shape, text, time, wordOf } from '../../src/print/shape.ts'
import { type AtRest, NOTHING_AT_REST, positionAtRest } from '../../src/rules/account/at-rest.ts'
import type { RecoveredMonth } from '../../src/rules/account/claims.ts'
import { addPositions, type Position } from '../../src/rules/account/position.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { toDoOf } from '../../src/rules/account/to-do.ts'
import { groupCases } from '../../src/rules/assessment/case.ts'
import type { ChargebackBalance } from '../../src/rules/assessment/chargeback-account.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import type { Weeks } from '../pages/weeks.ts'
import { type AnswerDocument, MOMENT, OF_SLOT } from './answer-document.ts'
import { CHARGEBACKS } from './chargebacks.ts'
import { CLOSING } from './close-document.ts'
import { MONEY } from './money-document.ts'

/** The number of open discrepancies of one severity, by age. */
export interface OpenOf {
  readonly severity: Severity
  readonly number: number
  /** Settlements less than a day old, less than a week, less than 31 days, and older. The four add up to the number. */
  readonly today: number
  readonly week: number
  readonly month: number
  readonly older: number
}

interface LastSuccess {
  readonly id: string
  readonly at: Instant
  readonly outcome: string
  readonly hoursAgo: number
}

/** The facts from the database that the status needs. */
export interface StatusFacts {
  readonly merchant: string
  readonly now: Instant
  readonly zone: Zone
  readonly weeks: Weeks
  /** Every stored slot, and every slot expected until the end of the weeks; but those at rest only if they are of the weeks. */
  readonly reports: readonly CountedReport[]
  /** The others at rest. */
  readonly rest?: AtRest
  readonly lastSuccess: Omit<LastSuccess, 'hoursAgo'> | null
  /** The time of the newest whole pull; null before the first. */
  readonly lastRead: Instant | null
  /** False when only named days were ever read; the weeks are then those of the last reading. */
  readonly hasNights: boolean
  /** Over all days in the database. */
  readonly chargebacks: ChargebackBalance
  /** Set when no invoice appeared for too long; otherwise null. */
  readonly quiet: Quiet | null
  /** The last closing in force; null when no period is closed. */
  readonly closed: Closing | null
  /** What the bank's statements show of the payouts; null when none was ever imported. */
  readonly bank: BankStatus | null
  /** What was paid elsewhere of claims, by month, newest first. */
  readonly recovered: readonly RecoveredMonth[]
  /** Notifications of any age that should name a settlement but do not. */
  readonly unusableNotifications: number
  /** The past moment that is shown; null for the present. */
  readonly asOf: Moment | null
}

export interface StatusReport extends Omit<StatusFacts, 'reports' | 'rest' | 'zone'> {
  /** Every expected or stored slot of the weeks, in order. */
  readonly calendar: readonly { readonly slot: Slot; readonly verdict: Verdict }[]
  /** Over all slots of the merchant, gravest first. */
  readonly open: readonly OpenOf[]
  /** Slots of any date with something to do, in their order. */
  readonly toDo: readonly Slot[]
  readonly money: Position
}

/** The last day of the statements, and the payouts by what the bank shows of them. */
export interface BankStatus {
  readonly through: SlotDate
  readonly bridge: readonly BridgeRow[]
}

/** Business days in Colombia since the last date with an invoice. */
export interface Quiet {
  readonly since: SlotDate
  readonly businessDays: number
}

export const statusReport = ({ reports, rest = NOTHING_AT_REST, zone, ...facts }: StatusFacts): StatusReport => ({
  ...facts,
  calendar: reports
    .filter(({ slot: { date } }) => isWithin(date, facts.weeks))
    .map(({ slot, verdict }) => ({ slot, verdict })),
  open: openByAge(reports, zone),
  toDo: uniqueSlots(toDoOf(reports).map(({ slot }) => slot)),
  money: addPositions([positionOf(reports), positionAtRest(rest)]),
})

/** The open cases, gravest first, by the age of their settlement. */
export const openByAge = (reports: readonly Pick<CountedReport, 'discrepancies'>[], zone: Zone): readonly OpenOf[] =>
  SEVERITIES.toReversed().map((severity) => openOf(severity, reports, zone))

const openOf = (severity: Severity, reports: readonly Pick<CountedReport, 'discrepancies'>[], zone: Zone): OpenOf => {
  const days = reports
    .flatMap(({ discrepancies }) => groupCases(discrepancies))
    .filter(({ state, first }) => isOpen({ state }) && first.severity === severity)
    .map(({ first }) => settledDays(first, zone))
  const between = (from: number, to: number): number => days.filter((age) => age >= from && age < to).length
  return {
    severity,
    number: days.length,
    today: between(-Infinity, 1),
    week: between(1, 7),
    month: between(7, 31),
    older: between(31, Infinity),
  }
}

/** How many payouts stand where on their way to the bank. */
export const BRIDGE_ROW = shape<BridgeRow>()({
  kind: wordOf([...BRIDGE_KINDS, 'total']),
  settlements: number,
  payouts: cop,
  banked: cop.orNull,
  left: cop.as('What neither arrived nor was paid elsewhere or accepted.'),
})

/** The last weeks of a merchant: what was read, what is open. */
export const STATUS = shape<StatusReport>()({
  merchant: text,
  at: time(({ now }) => now),
  asOf: MOMENT.orNull,
  from: dateText(({ weeks }) => weeks.from),
  to: dateText(({ weeks }) => weeks.to),
  calendar: list(shape<StatusReport['calendar'][number]>()({ ...OF_SLOT, verdict: wordOf(VERDICTS) })),
  lastSuccess: shape<LastSuccess>()({
    runId: text(({ id }) => id),
    at: time,
    outcome: text,
    hoursAgo: number,
  }).orNull(
    ({ lastSuccess, now }) => lastSuccess && { ...lastSuccess, hoursAgo: wholeHoursBetween(lastSuccess.at, now) },
  ),
  lastRead: time.orNull,
  open: list(
    shape<OpenOf>()({
      severity: wordOf(SEVERITIES),
      number,
      today: number,
      week: number,
      month: number,
      older: number,
    }),
  ).as('Open discrepancies of each severity by the age of their settlement; the ages add up to the number.'),
  money: MONEY.as('The sums of all settlements.'),
  chargebacks: CHARGEBACKS,
  quiet: shape<Quiet>()({ since: dateText, businessDays: number }).orNull.as(
    'Business days without an invoice, if there are too many.',
  ),
  closed: CLOSING.orNull,
  bank: shape<BankStatus>()({ through: dateText, bridge: list(BRIDGE_ROW) }).orNull.as(
    "What the bank's statements show of the payouts; null when none was ever imported.",
  ),
  recovered: list(shape<RecoveredMonth>()({ month: text, number, sum: cop })).as(
    'What was paid elsewhere of claims, by month, newest first.',
  ),
  unusableNotifications: number,
})

export type StatusDocument = AnswerDocument<'status'> & DocumentOf<typeof STATUS>
