import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, fromCentavos, sumOf, ZERO } from '../../src/core/money.ts'
import { nameOf, type Slot, type SlotDate, sameSlot } from '../../src/core/slot.ts'
import { forMerchant } from '../../src/input/for-merchant.ts'
import { businessDaysDue } from '../../src/rules/account/business-days-due.ts'
import { type DaysToPayoutByMonth, daysToPayoutByMonth } from '../../src/rules/account/days-to-payout.ts'
import { addPositions } from '../../src/rules/account/position.ts'
import { type ChargebackBalance, chargebackBalance } from '../../src/rules/assessment/chargeback-account.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import { compareText } from '../../src/std/compare-text.ts'
import { groupBy } from '../../src/std/group-by.ts'
import type { Start } from '../../src/std/start.ts'
import { dayWords } from '../../src/words/day-words.ts'
import { type FirstSentence, firstSentence, othersIn } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { nextSteps } from '../documents/next-steps.ts'
import { type DatedPart, partsOfAnswer } from './answer.tsx'
import { newestOf } from './day-facts.ts'
import { letterOf } from './day-page/letter.tsx'
import { indexMonths, type MonthOfIndex, type MonthSources } from './index-months.ts'
import { type PesosByAge, pesosByAge } from './pesos-by-age.ts'
import { problemList } from './problem-list.ts'
import { FIRST_MAX, type TroubledList, type TroubledSlot, troubledSlots } from './troubled-slots.ts'

/** Everything the index page shows, as plain values: the same facts give the same page, byte for byte. */
export interface IndexFacts {
  readonly language: Language
  readonly merchant: string
  /** The merchants that the settings list; empty when they are about one. */
  readonly merchants: readonly string[]
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
  readonly troubled: TroubledList
  /** What helps with those that come first, by the names of their settlements. */
  readonly aids: ReadonlyMap<string, Aid>
  readonly ages: PesosByAge
  readonly payoutDays: DaysToPayoutByMonth
  /** Null when nothing was read. */
  readonly chargebacks: ChargebackBalance | null
  readonly zone: string
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
  readonly merchants?: readonly string[]
  readonly start?: Start
  /** Whether the settings name the service, so that it can be asked again. */
  readonly canAsk?: boolean
  /** All that was found in the settlements of `firstTroubled`, by their names. */
  readonly found?: ReadonlyMap<string, readonly Discrepancy[]>
}

export const indexFacts = (read: IndexSources, language: Language, zone: Zone): IndexFacts => {
  const { merchant, merchants = [], reports, account, pages } = read
  const newest = newestOf(reports)
  const dates = [...new Set(reports.map(({ slot }) => slot.date))].sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const months = indexMonths(read, language, zone)
  const troubled = troubledSlots(reports, pages, zone)
  const position = addPositions(months.map((month) => month.position))
  return {
    language,
    merchant,
    merchants,
    sentence: firstSentence(position, language, businessDaysDue(reports)),
    others: othersIn(position),
    answer: partsOfAnswer(position, reports),
    asOf: newest === null ? null : zone.clockAt(newest),
    months,
    mostPaidOut: months
      .flatMap(({ days }) => days.map(({ paidOut }) => paidOut ?? ZERO))
      .reduce<Centavos>((most, sum) => (sum > most ? sum : most), ZERO),
    lately: latelyIn(reports),
    troubled,
    aids: new Map(troubled.slots.flatMap((one) => aidOf(one, read, language, zone))),
    ages: pesosByAge(reports, zone),
    payoutDays: daysToPayoutByMonth(reports, account.times, zone),
    chargebacks: from === undefined || to === undefined ? null : chargebackBalance(account.chargebacks, { from, to }),
    zone: zone.name,
  }
}

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

/** Null where too few days are known. */
export const latelyIn = (reports: readonly CountedReport[]): Lately | null => {
  const paid = reports.filter(({ money }) => money.notCompared === null && (money.paidOut ?? ZERO) > ZERO)
  const days = [...groupBy(paid, ({ slot }) => slot.date)].sort(([a], [b]) => compareText(a, b))
  const [last, before] = [days.at(-1), days.slice(-1 - DAYS_MAX, -1)]
  if (last === undefined || before.length < DAYS_MIN) return null
  const paidOutOf = (ofDays: readonly CountedReport[]): Centavos =>
    sumOf(ofDays.map(({ money }) => money.paidOut ?? ZERO))
  const earlier = before.flatMap(([, ofDay]) => ofDay)
  return {
    date: last[0],
    paidOut: paidOutOf(last[1]),
    before: { days: before.length, mean: fromCentavos(paidOutOf(earlier) / BigInt(before.length)) },
    rates: [rateOf(last[1]), rateOf(earlier)],
  }
}

const rateOf = (reports: readonly CountedReport[]): number | null => {
  const collected = sumOf(reports.map(({ settlement }) => settlement?.collected ?? ZERO))
  const fees = sumOf(reports.map(({ settlement }) => settlement?.fees ?? ZERO))
  return collected <= ZERO ? null : Math.round(Number((fees * 100_000n) / collected) / 10)
}

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
  { reports, merchant, merchants = [], start, canAsk = true, found }: IndexSources,
  language: Language,
  zone: Zone,
): readonly (readonly [string, Aid])[] => {
  const discrepancies = found?.get(nameOf(slot))
  const counted = reports.find((one) => sameSlot(one.slot, slot))
  if (discrepancies === undefined || counted === undefined) return []
  const report = { ...counted, discrepancies }
  const words = dayWords(language)
  const { settlement, money } = report
  const payout = { reported: settlement?.payout ?? null, expected: money.expected, difference: money.difference }
  const slots = [{ slot, status: settlement?.status ?? null, payout }]
  const problems = problemList([report], zone)
  const text = letterOf({ merchant, date: slot.date, language, problems, invoices: [], slots })
  const claim = `cuadre discrepancies claim ${first?.id.slice(0, 8)} --reason ${words.reason} --ticket ${words.ticket}`
  const next = nextSteps(report, true, []).filter(({ asksService }) => canAsk || asksService !== true)
  const commands = [
    `cuadre explain ${slot.date} ${slot.cycle}`,
    ...(text.length === 0 ? [] : [claim]),
    ...next.map(({ command }) => command),
  ]
  return [[nameOf(slot), { text, commands: commands.map((one) => forMerchant(one, { merchant, merchants }, start)) }]]
}
