import type { Days, Zone } from '../../src/core/calendar/calendar.ts'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, fromCentavos, plus, sumOf, ZERO } from '../../src/core/money.ts'
import { nameOf, type Slot, type SlotDate, sameSlot } from '../../src/core/slot.ts'
import { forMerchant } from '../../src/input/for-merchant.ts'
import { type AtRest, NOTHING_AT_REST } from '../../src/rules/account/at-rest.ts'
import { businessDaysRead } from '../../src/rules/account/business-days-read.ts'
import type { RecoveredMonth } from '../../src/rules/account/claims.ts'
import { type DaysToPayoutByMonth, daysToPayoutByMonth } from '../../src/rules/account/days-to-payout.ts'
import type { MonthStep } from '../../src/rules/account/month-end.ts'
import { addPositions } from '../../src/rules/account/position.ts'
import { isCreditExpected } from '../../src/rules/account/settlement-money.ts'
import { type ChargebackBalance, chargebackBalance } from '../../src/rules/assessment/chargeback-account.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import { compareText } from '../../src/std/compare-text.ts'
import { groupBy } from '../../src/std/group-by.ts'
import type { Start } from '../../src/std/start.ts'
import { type FirstSentence, firstSentence, othersIn } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { TO_WRITE } from '../../src/words/to-write.ts'
import { nextSteps } from '../documents/next-steps.ts'
import { type DatedPart, partsOfAnswer } from './answer.tsx'
import { newestOf } from './day-facts.ts'
import { letterOf } from './day-page/letter.tsx'
import { indexMonths, type MonthOfIndex, type MonthSources } from './index-months.ts'
import { type PesosByAge, pesosByAge } from './pesos-by-age.ts'
import { problemList } from './problem-list.ts'
import { FIRST_MAX, type TroubledList, type TroubledSlot, troubledSlots } from './troubled-slots.ts'

/** Everything the index page shows, as plain values: the same facts give the same page, byte for byte. */
export interface IndexFacts
  extends Pick<IndexSources, 'merchant' | 'merchants' | 'monthEnd' | 'hasMerchantsPage' | 'recovered'> {
  readonly language: Language
  readonly sentence: FirstSentence
  readonly answer: readonly DatedPart[]
  /** What is open and in no kind of the answer. */
  readonly others: number
  /** The time of the newest content shown, in the policy's zone; null when nothing was read whole. */
  readonly asOf: string | null
  /** Newest first. */
  readonly months: readonly MonthOfIndex[]
  /** The largest sum paid out on one day: the darkest day of the calendar. In centavos. */
  readonly mostPaidOut: Centavos
  readonly lately: Lately | null
  /** Whether a statement of the bank was ever imported: then it has a page. */
  readonly hasBank: boolean
  readonly troubled: TroubledList
  /** What helps with those that come first, by the names of their settlements. */
  readonly aids: ReadonlyMap<string, Aid>
  readonly ages: PesosByAge
  readonly payoutDays: DaysToPayoutByMonth
  /** Null when nothing was read. */
  readonly chargebacks: ChargebackBalance | null
  readonly zone: string
}

export interface MonthEnd {
  readonly days: Days
  readonly steps: readonly MonthStep[]
}

/** What helps with a settlement in trouble: the text for the operator, empty where he has nothing to answer, and commands. */
interface Aid {
  readonly text: readonly string[]
  readonly commands: readonly string[]
}

/** The facts from the database that the index page needs. */
export interface IndexSources extends MonthSources {
  readonly merchant: string
  /** The merchants that the settings list; empty when they are about one. */
  readonly merchants: readonly string[]
  readonly start: Start
  /** Whether the settings name the service, so that it can be asked again. */
  readonly canAsk: boolean
  /** All that was found in the settlements of `firstTroubled`, by their names. */
  readonly found: ReadonlyMap<string, readonly Discrepancy[]>
  /** How far the month-end of the newest month is; null where nothing was read. On the page its commands can be typed. */
  readonly monthEnd: MonthEnd | null
  /** Whether a page above all merchants stands beside the folder of this one. */
  readonly hasMerchantsPage: boolean
  /** What was paid elsewhere of claims, by month, newest first. */
  readonly recovered: readonly RecoveredMonth[]
}

export const indexFacts = (read: IndexSources, language: Language, zone: Zone): IndexFacts => {
  const { merchant, merchants, reports, rest, account, pages, hasMerchantsPage, recovered } = read
  const newest = newestOf([...reports, { pulledAt: rest.contentAt?.newest ?? null }])
  const dates = [...reports.map(({ slot }) => slot.date), ...rest.days.map(({ date }) => date)].sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const months = indexMonths(read, language, zone)
  const troubled = troubledSlots(reports, pages, zone)
  const position = addPositions(months.map((month) => month.position))
  return {
    language,
    merchant,
    merchants,
    sentence: firstSentence(position, language, businessDaysRead(reports)),
    others: othersIn(position),
    answer: partsOfAnswer(position, reports, from === to),
    asOf: newest === null ? null : zone.clockAt(newest),
    months,
    mostPaidOut: months
      .flatMap(({ days }) => days.map(({ paidOut }) => paidOut ?? ZERO))
      .reduce<Centavos>((most, sum) => (sum > most ? sum : most), ZERO),
    lately: latelyIn(reports, rest),
    hasBank: account.bank !== null,
    hasMerchantsPage,
    troubled,
    monthEnd: read.monthEnd === null ? null : typableSteps(read.monthEnd, read),
    aids: new Map(troubled.slots.flatMap((one) => aidOf(one, read, language, zone))),
    ages: pesosByAge(reports, zone),
    payoutDays: daysToPayoutByMonth(reports, account.times, zone, rest),
    chargebacks: from === undefined || to === undefined ? null : chargebackBalance(account.chargebacks, { from, to }),
    recovered,
    zone: zone.name,
  }
}

const typableSteps = ({ days, steps }: MonthEnd, { merchant, merchants, start }: IndexSources): MonthEnd => ({
  days,
  steps: steps.map((one) => ({
    ...one,
    next: one.next === null ? null : forMerchant(one.next, { merchant, merchants }, start),
  })),
})

/** The newest day on which something was paid out, against the days before it. */
export interface Lately {
  readonly date: SlotDate
  readonly paidOut: Centavos
  /** The number of days before, and what they come to. */
  readonly before: { readonly days: number; readonly mean: Centavos }
  /** Fees in hundredths of a percent of what was collected, on the day and before; null where nothing was collected. */
  readonly rates: readonly [now: number | null, before: number | null]
}

const [DAYS_MIN, DAYS_MAX] = [3, 10]

type DaySums = Readonly<Record<'paidOut' | 'collected' | 'fees', Centavos>>

/** Null where too few days are known. */
export const latelyIn = (
  reports: readonly CountedReport[],
  { days: rest }: AtRest = NOTHING_AT_REST,
): Lately | null => {
  const paid = reports.filter(({ money }) => isCreditExpected(money))
  const sums = [
    ...paid.map(({ slot: { date }, money, settlement }): readonly [SlotDate, DaySums] => {
      const { collected = ZERO, fees = ZERO } = settlement ?? {}
      return [date, { paidOut: money.paidOut ?? ZERO, collected, fees }]
    }),
    ...rest.map(
      ({ date, payouts, fees }) => [date, { paidOut: payouts, collected: plus(payouts, fees), fees }] as const,
    ),
  ]
  const days = [...groupBy(sums, ([date]) => date)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([date, ofDay]) => ({ date, sums: addSums(ofDay.map(([, one]) => one)) }))
  const [last, before] = [days.at(-1), days.slice(-1 - DAYS_MAX, -1)]
  if (last === undefined || before.length < DAYS_MIN) return null
  const earlier = addSums(before.map((day) => day.sums))
  return {
    date: last.date,
    paidOut: last.sums.paidOut,
    before: { days: before.length, mean: fromCentavos(earlier.paidOut / BigInt(before.length)) },
    rates: [rateOf(last.sums), rateOf(earlier)],
  }
}

const addSums = (all: readonly DaySums[]): DaySums => ({
  paidOut: sumOf(all.map(({ paidOut }) => paidOut)),
  collected: sumOf(all.map(({ collected }) => collected)),
  fees: sumOf(all.map(({ fees }) => fees)),
})

const rateOf = ({ collected, fees }: DaySums): number | null =>
  collected <= ZERO ? null : Math.round(Number((fees * 100_000n) / collected) / 10)

/** The settlements that come first: all that was found in them is shown. */
export const firstTroubled = (
  { reports, pages }: Pick<IndexSources, 'reports' | 'pages'>,
  zone: Zone,
): readonly Slot[] =>
  troubledSlots(reports, pages, zone)
    .slots.slice(0, FIRST_MAX)
    .map(({ slot }) => slot)

const aidOf = (
  { slot, cases: [first] }: TroubledSlot,
  { reports, merchant, merchants, start, canAsk, found }: IndexSources,
  language: Language,
  zone: Zone,
): readonly (readonly [string, Aid])[] => {
  const discrepancies = found.get(nameOf(slot))
  const counted = reports.find((one) => sameSlot(one.slot, slot))
  if (discrepancies === undefined || counted === undefined) return []
  const report = { ...counted, discrepancies }
  const { settlement, money } = report
  const payout = { reported: settlement?.payout ?? null, expected: money.expected, difference: money.difference }
  const slots = [{ slot, status: settlement?.status ?? null, payout }]
  const problems = problemList([report], zone)
  const text = letterOf({ merchant, date: slot.date, language, problems, invoices: [], slots })
  const claim = `cuadre discrepancies claim ${first?.id.slice(0, 8)} --reason ${TO_WRITE.reason[language]} --ticket ${TO_WRITE.ticket[language]}`
  const next = nextSteps(report, true, []).filter(({ asksService }) => canAsk || asksService !== true)
  const commands = [
    `cuadre explain ${slot.date} ${slot.cycle}`,
    ...(text.length === 0 ? [] : [claim]),
    ...next.map(({ command }) => command),
  ]
  return [[nameOf(slot), { text, commands: commands.map((one) => forMerchant(one, { merchant, merchants }, start)) }]]
}
