import { type DaysToPayoutByMonth, daysToPayoutByMonth } from '../../src/domain/account/days-to-payout.ts'
import { moneyTotals } from '../../src/domain/account/money-totals.ts'
import { type AccountFacts, type OperatorAccount, operatorAccount } from '../../src/domain/account/operator-account.ts'
import { type ChargebackBalance, chargebackBalance } from '../../src/domain/assessment/chargeback-balance.ts'
import { closingOf } from '../../src/domain/assessment/closing.ts'
import type { CountedReport } from '../../src/domain/assessment/counted-report.ts'
import type { Verdict } from '../../src/domain/assessment/verdict.ts'
import { type Holiday, holidayOn, isBusinessDay } from '../../src/domain/calendar/business-days.ts'
import type { Zone } from '../../src/domain/calendar/calendar.ts'
import { monthOf } from '../../src/domain/calendar/month.ts'
import type { Closing } from '../../src/domain/findings/act.ts'
import { type Centavos, sumOf, sumOfKnown, ZERO } from '../../src/domain/money.ts'
import { compareCycles, nameOf, type SlotDate } from '../../src/domain/slot.ts'
import { type FirstSentence, firstSentence } from '../../src/i18n/first-sentence.ts'
import type { Language } from '../../src/i18n/language.ts'
import { groupBy } from '../../src/std/group-by.ts'
import { newestOf } from './day-facts.ts'
import { type PesosByAge, pesosByAge } from './pesos-by-age.ts'
import type { RangePage } from './range-page.ts'
import { type TroubledList, troubledSlots } from './troubled-slots.ts'

/** Everything the index page shows, as plain values: the same facts give the same page, byte for byte. */
export interface IndexFacts {
  readonly language: Language
  readonly merchant: string
  readonly sentence: FirstSentence
  /** The time of the newest content shown, in the policy's zone; null when nothing was read whole. */
  readonly asOf: string | null
  /** Newest first. */
  readonly months: readonly MonthOfIndex[]
  /** The largest sum paid out on one day: the darkest day of the calendar. In centavos. */
  readonly mostPaidOut: Centavos
  readonly troubled: TroubledList
  readonly ages: PesosByAge
  readonly payoutDays: DaysToPayoutByMonth
  /** Null when nothing was read. */
  readonly chargebacks: ChargebackBalance | null
  readonly zone: string
}

export interface MonthOfIndex {
  /** The first day of the month. */
  readonly first: SlotDate
  /** The time at which the whole month was closed, in the policy's zone; null while a day of it is open. */
  readonly closedAt: string | null
  readonly sentence: FirstSentence
  readonly account: OperatorAccount
  /** The days with settlements, in order. */
  readonly days: readonly DayOfIndex[]
  /** Pages over several days that end in this month. */
  readonly rangePages: readonly RangePage[]
}

export interface DayOfIndex {
  readonly date: SlotDate
  readonly sentence: FirstSentence
  /** In centavos; null when no settlement was paid out. */
  readonly paidOut: Centavos | null
  /** Paid too little (negative) and too much (positive), never netted. In centavos. */
  readonly underpaid: Centavos
  readonly overpaid: Centavos
  /** In order of cycle. */
  readonly verdicts: readonly Verdict[]
  readonly holiday: Holiday | null
  /** Whether nothing was invoiced on this business day although something was due. */
  readonly isQuiet: boolean
  /** Whether the day has a page of its own. */
  readonly hasPage: boolean
}

/** The facts from the database that the index page needs. */
export interface IndexSources {
  readonly merchant: string
  readonly reports: readonly CountedReport[]
  readonly account: AccountFacts
  /** The days that have a page. */
  readonly pages: ReadonlySet<SlotDate>
  readonly rangePages: readonly RangePage[]
  /** The closings in force, oldest first. */
  readonly closings?: readonly Closing[]
}

export const indexFacts = (read: IndexSources, language: Language, zone: Zone): IndexFacts => {
  const { merchant, reports, account, pages } = read
  const newest = newestOf(reports)
  const dates = [...new Set(reports.map(({ slot }) => slot.date))].sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const months = monthsOf(read, language, zone)
  return {
    language,
    merchant,
    sentence: firstSentence(moneyTotals(reports), language, businessDays(dates)),
    asOf: newest === null ? null : zone.clockAt(newest),
    months,
    mostPaidOut: months
      .flatMap(({ days }) => days.map(({ paidOut }) => paidOut ?? ZERO))
      .reduce<Centavos>((most, sum) => (sum > most ? sum : most), ZERO),
    troubled: troubledSlots(reports, pages),
    ages: pesosByAge(reports, zone),
    payoutDays: daysToPayoutByMonth(reports, account.times, zone),
    chargebacks: from === undefined || to === undefined ? null : chargebackBalance(account.chargebacks, { from, to }),
    zone: zone.name,
  }
}

const businessDays = (dates: readonly SlotDate[]): number => dates.filter(isBusinessDay).length

const monthsOf = (
  { reports, account, pages, rangePages, closings = [] }: IndexSources,
  language: Language,
  zone: Zone,
): readonly MonthOfIndex[] => {
  const months = groupBy(reports, ({ slot }) => slot.date.slice(0, 7))
  const lasting = lastingIn(account)
  return [...months]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([, ofMonth]) => {
      const days = [...groupBy(ofMonth, ({ slot }) => slot.date)].sort(([a], [b]) => (a < b ? -1 : 1))
      const [first] = days
      if (first === undefined) return []
      const month = monthOf(first[0])
      const closing = closingOf(closings, month.to)
      const earlier = lasting.filter(({ slot }) => slot.date < month.from)
      return [
        {
          first: month.from,
          closedAt: closing && zone.clockAt(closing.at),
          sentence: firstSentence(moneyTotals(ofMonth), language, businessDays(days.map(([date]) => date))),
          account: operatorAccount({ ...account, reports: [...earlier, ...ofMonth] }, month),
          days: days.map(([date, ofDay]) => dayOf(date, ofDay, pages.has(date), language)),
          rangePages: rangePages.filter(({ days: { to } }) => monthOf(to).from === month.from),
        },
      ]
    })
}

/**
 * The settlements that may still be open in a later month. Nearly all others were paid out as expected within their
 * month and need not be looked at again.
 */
const lastingIn = ({ reports, times }: AccountFacts): AccountFacts['reports'] =>
  reports.filter(({ slot, money }) => {
    const paidOn = times.get(nameOf(slot))?.paidOn ?? null
    return money.difference !== ZERO || paidOn === null || paidOn.slice(0, 7) > slot.date.slice(0, 7)
  })

const dayOf = (date: SlotDate, ofDay: readonly CountedReport[], hasPage: boolean, language: Language): DayOfIndex => {
  const totals = moneyTotals(ofDay)
  const isBusiness = isBusinessDay(date)
  const differences = ofDay.map(({ money }) => money.difference ?? ZERO)
  const paidOut = ofDay.flatMap(({ money }) => (money.notCompared === null ? (money.paidOut ?? []) : []))
  return {
    date,
    sentence: firstSentence(totals, language, isBusiness ? 1 : 0),
    paidOut: sumOfKnown(paidOut),
    underpaid: sumOf(differences.filter((one) => one < ZERO)),
    overpaid: sumOf(differences.filter((one) => one > ZERO)),
    verdicts: ofDay.toSorted((a, b) => compareCycles(a.slot.cycle, b.slot.cycle)).map(({ verdict }) => verdict),
    holiday: holidayOn(date),
    isQuiet: isBusiness && totals.due > 0 && totals.unread.number === 0 && totals.counted === 0,
    hasPage,
  }
}
