import type { Zone } from '../../src/core/calendar/calendar.ts'
import { type Centavos, ZERO } from '../../src/core/money.ts'
import { businessDaysDue } from '../../src/rules/account/business-days-due.ts'
import { type DaysToPayoutByMonth, daysToPayoutByMonth } from '../../src/rules/account/days-to-payout.ts'
import { addPositions } from '../../src/rules/account/position.ts'
import { type ChargebackBalance, chargebackBalance } from '../../src/rules/assessment/chargeback-account.ts'
import { type FirstSentence, firstSentence, othersIn } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import { type DatedPart, partsOfAnswer } from './answer.tsx'
import { newestOf } from './day-facts.ts'
import { indexMonths, type MonthOfIndex, type MonthSources } from './index-months.ts'
import { type PesosByAge, pesosByAge } from './pesos-by-age.ts'
import { type TroubledList, troubledSlots } from './troubled-slots.ts'

/** Everything the index page shows, as plain values: the same facts give the same page, byte for byte. */
export interface IndexFacts {
  readonly language: Language
  readonly merchant: string
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
  readonly troubled: TroubledList
  readonly ages: PesosByAge
  readonly payoutDays: DaysToPayoutByMonth
  /** Null when nothing was read. */
  readonly chargebacks: ChargebackBalance | null
  readonly zone: string
}

/** The facts from the database that the index page needs. */
export interface IndexSources extends MonthSources {
  readonly merchant: string
}

export const indexFacts = (read: IndexSources, language: Language, zone: Zone): IndexFacts => {
  const { merchant, reports, account, pages } = read
  const newest = newestOf(reports)
  const dates = [...new Set(reports.map(({ slot }) => slot.date))].sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const months = indexMonths(read, language, zone)
  const position = addPositions(months.map((month) => month.position))
  return {
    language,
    merchant,
    sentence: firstSentence(position, language, businessDaysDue(reports)),
    others: othersIn(position),
    answer: partsOfAnswer(position, reports),
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
