import { type Holiday, holidayOn, isBusinessDay } from '../../src/core/calendar/business-days.ts'
import { type Days, isWithin, monthOf, type Zone } from '../../src/core/calendar/calendar.ts'
import type { Closing } from '../../src/core/findings/act.ts'
import { addAmounts, type Centavos, plus, sumOf, sumOfKnown, ZERO } from '../../src/core/money.ts'
import { compareCycles, compareSlots, nameOf, type SlotDate } from '../../src/core/slot.ts'
import type { Verdict } from '../../src/core/verdict.ts'
import { type AtRest, type DayAtRest, dueAtRest, positionAtRest } from '../../src/rules/account/at-rest.ts'
import { businessDaysRead } from '../../src/rules/account/business-days-read.ts'
import { type AccountFacts, type OperatorAccount, operatorAccount } from '../../src/rules/account/operator-account.ts'
import { addPositions, numberDue, type Position, totalOf } from '../../src/rules/account/position.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { type CountedReport, closingOf } from '../../src/rules/assessment/slot-report.ts'
import { groupBy } from '../../src/std/group-by.ts'
import { type FirstSentence, firstSentence } from '../../src/words/first-sentence.ts'
import type { Language } from '../../src/words/language.ts'
import type { RangePage } from './range-page.ts'

/** A month; or several in a row of which nothing was ever read. */
export interface MonthOfIndex {
  /** Its first and its last day. */
  readonly months: Days
  /** The time at which the whole month was closed, in the policy's zone; null while a day of it is open. */
  readonly closedAt: string | null
  readonly position: Position
  readonly sentence: FirstSentence
  readonly account: AccountOfMonth
  /** The days with settlements, in order; none when nothing of the month was ever read. */
  readonly days: readonly DayOfIndex[]
  /** Pages over several days that end in these months. */
  readonly rangePages: readonly RangePage[]
}

/** The lines of the account that the page shows; of settlements at rest nothing else is known. */
export type AccountOfMonth = Omit<OperatorAccount, 'due' | 'beside'> & {
  readonly due: Omit<OperatorAccount['due'], 'byMethod'>
  readonly beside: Omit<OperatorAccount['beside'], 'invoiced'>
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

export interface MonthSources {
  readonly reports: readonly CountedReport[]
  /** The settlements that have no report. */
  readonly rest: AtRest
  readonly account: AccountFacts
  /** The days that have a page. */
  readonly pages: ReadonlySet<SlotDate>
  readonly rangePages: readonly RangePage[]
  /** The closings in force, oldest first. */
  readonly closings: readonly Closing[]
}

/** Newest first. */
export const indexMonths = (
  { reports, rest, account, pages, rangePages, closings }: MonthSources,
  language: Language,
  zone: Zone,
): readonly MonthOfIndex[] => {
  const lasting = lastingIn(account)
  return monthsWithReports(reports, rest, closings).map(({ months, reports: ofMonths, atRest, isRead, closing }) => {
    // What was settled of closed days is compared with their closing, too.
    const known = account.closedBefore?.from === months.from ? account.reports : lasting
    const earlier = known.filter(({ slot }) => slot.date < months.from)
    const days = daysOf(ofMonths, atRest)
    const position = addPositions(days.map((day) => day.position))
    return {
      months,
      position,
      closedAt: closing && zone.clockAt(closing.at),
      sentence: firstSentence(position, language, businessDaysRead(ofMonths)),
      account: withRest(operatorAccount({ ...account, reports: [...earlier, ...ofMonths] }, months), atRest),
      days: isRead ? days.map((day) => dayOf(day, pages.has(day.date), language)) : [],
      rangePages: rangePages.filter(({ days: { to } }) => isWithin(to, months)),
    }
  })
}

/** Of what is at rest nothing is left at the end of its month. */
const withRest = (account: OperatorAccount, atRest: readonly DayAtRest[]): AccountOfMonth => {
  const { payouts, fees, settlements } = dueAtRest(atRest)
  const { due, paidOut } = account
  return {
    ...account,
    due: {
      ...due,
      sum: plus(due.sum, payouts),
      settlements: due.settlements + settlements,
      collected: plus(due.collected, plus(payouts, fees)),
      feesDeducted: plus(due.feesDeducted, fees),
    },
    paidOut: {
      ...paidOut,
      sum: plus(paidOut.sum, payouts),
      ofRange: addAmounts(paidOut.ofRange, { number: settlements, sum: payouts }),
    },
  }
}

interface MonthWithReports {
  readonly months: Days
  /** In order of date. */
  readonly reports: readonly CountedReport[]
  readonly atRest: readonly DayAtRest[]
  readonly isRead: boolean
  readonly closing: Closing | null
}

/** Newest first. Neighbouring months become one where nothing of them was ever read and none is closed. */
const monthsWithReports = (
  reports: readonly CountedReport[],
  rest: AtRest,
  closings: readonly Closing[],
): MonthWithReports[] => {
  const inOrder = reports.toSorted((a, b) => compareSlots(a.slot, b.slot))
  const ofMonths = groupBy(inOrder, ({ slot }) => slot.date.slice(0, 7))
  const restOfMonths = groupBy(rest.days, ({ date }) => date.slice(0, 7))
  const joined: MonthWithReports[] = []
  for (const name of [...new Set([...ofMonths.keys(), ...restOfMonths.keys()])].sort()) {
    const months = monthOf(`${name}-01` as SlotDate)
    const [ofMonth, atRest] = [ofMonths.get(name) ?? [], restOfMonths.get(name) ?? []]
    const isRead = atRest.length > 0 || ofMonth.some(({ verdict }) => verdict !== 'not-pulled' && verdict !== 'not-due')
    const month = { months, reports: ofMonth, atRest, isRead, closing: closingOf(closings, months.to) }
    const [before] = joined
    if (before !== undefined && canJoin(before) && canJoin(month))
      joined[0] = {
        ...month,
        months: { from: before.months.from, to: months.to },
        reports: [...before.reports, ...ofMonth],
      }
    else joined.unshift(month)
  }
  return joined
}

const canJoin = ({ isRead, closing }: MonthWithReports): boolean => !isRead && closing === null

/**
 * The settlements that may still be open in a later month. Nearly all others were paid out as expected within their
 * month and need not be looked at again.
 */
const lastingIn = ({ reports, times }: AccountFacts): AccountFacts['reports'] =>
  reports.filter(({ slot, money }) => {
    const paidOn = times.get(nameOf(slot))?.paidOn ?? null
    return money.difference !== ZERO || paidOn === null || paidOn.slice(0, 7) > slot.date.slice(0, 7)
  })

interface Day {
  readonly date: SlotDate
  readonly ofDay: readonly CountedReport[]
  readonly atRest: DayAtRest | null
  readonly position: Position
}

/** In order. */
const daysOf = (reports: readonly CountedReport[], rest: readonly DayAtRest[]): readonly Day[] => {
  const [ofDays, restOfDays] = [groupBy(reports, ({ slot }) => slot.date), new Map(rest.map((day) => [day.date, day]))]
  return [...new Set([...ofDays.keys(), ...restOfDays.keys()])].sort().map((date) => {
    const [ofDay, atRest] = [ofDays.get(date) ?? [], restOfDays.get(date) ?? null]
    const position = addPositions([positionOf(ofDay), positionAtRest({ days: atRest === null ? [] : [atRest] })])
    return { date, ofDay, atRest, position }
  })
}

const dayOf = ({ date, ofDay, atRest, position }: Day, hasPage: boolean, language: Language): DayOfIndex => {
  const isBusiness = isBusinessDay(date)
  const differences = ofDay.map(({ money }) => money.difference ?? ZERO)
  const paidOut = ofDay.flatMap(({ money }) => (money.notCompared === null ? (money.paidOut ?? []) : []))
  const verdicts = [
    ...ofDay.map(({ slot: { cycle }, verdict }) => ({ cycle, verdict })),
    ...(atRest?.cycles ?? []).map((cycle) => ({ cycle, verdict: 'reconciled' as const })),
  ]
  return {
    date,
    sentence: firstSentence(position, language, isBusiness ? 1 : 0),
    paidOut: sumOfKnown([...paidOut, atRest?.payouts ?? null]),
    underpaid: sumOf(differences.filter((one) => one < ZERO)),
    overpaid: sumOf(differences.filter((one) => one > ZERO)),
    verdicts: verdicts.toSorted((a, b) => compareCycles(a.cycle, b.cycle)).map(({ verdict }) => verdict),
    holiday: holidayOn(date),
    isQuiet:
      isBusiness &&
      numberDue(position) > 0 &&
      totalOf(position.unread).number === 0 &&
      position.counted.none.number === 0,
    hasPage,
  }
}
