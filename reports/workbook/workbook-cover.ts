import { type Days, isWithin, monthOf } from '../../src/core/calendar/calendar.ts'
import { type Centavos, minus, negate, sumOf, ZERO } from '../../src/core/money.ts'
import type { Policy } from '../../src/core/policy.ts'
import { addDays, nameOf } from '../../src/core/slot.ts'
import { VERDICTS, type Verdict } from '../../src/core/verdict.ts'
import type { Cover } from '../../src/print/xlsx/workbook.ts'
import { changeNotes } from '../../src/print/xlsx.ts'
import { type AccountFacts, type AccountReport, operatorAccount } from '../../src/rules/account/operator-account.ts'
import { isCreditExpected } from '../../src/rules/account/settlement-money.ts'
import { timesAsItStands } from '../../src/rules/account/settlement-times.ts'
import type { ChargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { dayIn } from '../../src/words/dates.ts'
import { dayWords } from '../../src/words/day-words.ts'
import type { Language } from '../../src/words/language.ts'
import { statementWords } from '../../src/words/statement-words.ts'
import { wordsIn } from '../../src/words/words.ts'
import { type WorkbookWords, workbookWords } from '../../src/words/workbook.ts'
import { type AccountColumn, accountColumns, accountCoverRows, type CoverRow } from './account-cover.ts'
import { assumptionTexts } from './assumption-notes.ts'

/** A settlement of a workbook, with what arrived of it at the bank. */
type CoverReport = AccountReport & Pick<SlotReport, 'arrival'>

/** The subject of a workbook. */
export interface WorkbookSubject {
  readonly merchant: string
  readonly days: Days
  /** The kind of date that selects the rows. */
  readonly by: 'settlement' | 'payment'
  /** The facts for the account over these days; null when the workbook shows only its own settlements, as last read. */
  readonly account: AccountFacts | null
  /** Whether the other sheets show some days as of a closing that is not the moment of the account. */
  readonly isOfSeveralMoments?: boolean
  /** The conclusion over the settlements. */
  readonly sentence: string
  readonly policy: Policy
  readonly language: Language
}

/**
 * The account over the days of the workbook, as in `statement`. Without account facts it covers the workbook's
 * settlements as last read, and its sums equal those of their sheet.
 */
export const workbookCover = (
  reports: readonly CoverReport[],
  chargebacks: ChargebackAccount,
  subject: WorkbookSubject,
): Cover => {
  const { merchant, language, policy } = subject
  const words = workbookWords(language)
  const [from, to] = [dayIn(subject.days.from, language), dayIn(subject.days.to, language)]
  const isOverTime = subject.account !== null
  const facts = subject.account ?? factsAsTheyStand(reports, chargebacks, policy)
  const periods = periodsOf(isOverTime ? subject.days : daysOf(reports, subject.days), words)
  const accounts = periods.map(({ head, days: of }): AccountColumn => ({ head, account: operatorAccount(facts, of) }))
  const zone = policy.timeZone
  const signs = `${subject.sentence} ${words.subtitle(zone)}`
  return {
    name: words.sheets.account,
    title: words[isOverTime ? 'title' : 'titleAsTheyStand'](merchant, words.days(from, to)),
    subtitle: subject.by === 'settlement' ? signs : `${words.paidBetween(from, to)} ${signs}`,
    columns: accountColumns(accounts, language),
    rows: [
      ...accountCoverRows(accounts, language, { isWithOpening: isOverTime }),
      ...(isOverTime ? [] : bankRows(reports, periods, language)),
      ...verdictRows(reports, periods, language),
    ],
    notes: notesOf(subject, isOverTime),
  }
}

/** Apart from the cover, so that the settlements of years are let go while the rows of the other sheets are written. */
const notesOf =
  ({ isOfSeveralMoments = false, policy, language }: WorkbookSubject, isOverTime: boolean): Cover['notes'] =>
  (written) => {
    const words = workbookWords(language)
    return [
      words[isOverTime ? 'overTime' : 'asTheyStand'],
      ...(isOfSeveralMoments ? [words[isOverTime ? 'closedDays' : 'closedDaysAsTheyStand']] : []),
      ...written.flatMap((ledger) => changeNotes(ledger, language)),
      ...assumptionTexts(policy, language),
    ]
  }

const factsAsTheyStand = (
  reports: readonly AccountReport[],
  chargebacks: ChargebackAccount,
  policy: Policy,
): AccountFacts => {
  const times = new Map(reports.map(({ slot, money }) => [nameOf(slot), timesAsItStands(slot, money)]))
  return { reports, times, chargebacks, policy, bank: null }
}

interface Period {
  readonly head: string
  readonly days: Days
}

/** The months, the first and the last limited to the range, and a total when there are several. */
const periodsOf = (days: Days, { total }: WorkbookWords): readonly Period[] => {
  const months: Period[] = []
  for (let first = days.from; first <= days.to; first = addDays(monthOf(first).to, 1)) {
    const { to } = monthOf(first)
    months.push({ head: first.slice(0, 7), days: { from: first, to: to > days.to ? days.to : to } })
  }
  return months.length < 2 ? months : [...months, { head: total, days }]
}

/** From the first to the last day of the settlements; without any, the days asked for. */
const daysOf = (reports: readonly AccountReport[], asked: Days): Days => {
  const dates = reports.map(({ slot }) => slot.date).toSorted()
  return { from: dates[0] ?? asked.from, to: dates.at(-1) ?? asked.to }
}

/** What arrived at the bank of the payouts as they stand; nothing where none did. The pesos add up; a number is that of the settlements behind them. */
const bankRows = (
  reports: readonly CoverReport[],
  periods: readonly Period[],
  language: Language,
): readonly CoverRow[] => {
  if (reports.every(({ arrival }) => arrival === null)) return []
  const { paidOut, banked, left } = dayWords(language).bank
  const payouts = reports
    .filter(({ money, arrival }) => isCreditExpected(money) || arrival !== null)
    .map(({ slot, money, arrival }) => ({ slot, paidOut: money.paidOut ?? ZERO, banked: arrival?.banked ?? ZERO }))
  const row = (label: string, sumIn: (payout: (typeof payouts)[number]) => Centavos, isStrong: boolean): CoverRow => ({
    cells: [
      label,
      ...periods.flatMap(({ days }) => {
        const sums = payouts.filter(({ slot: { date } }) => isWithin(date, days)).map(sumIn)
        return [sums.filter((sum) => sum !== ZERO).length, sumOf(sums)]
      }),
    ],
    isStrong,
  })
  return [
    { cells: [statementWords(language).bank], isStrong: true },
    row(paidOut, (payout) => payout.paidOut, false),
    row(banked, (payout) => negate(payout.banked), false),
    row(left, (payout) => minus(payout.paidOut, payout.banked), true),
  ]
}

const verdictRows = (
  reports: readonly AccountReport[],
  periods: readonly Period[],
  language: Language,
): readonly CoverRow[] => {
  const { verdicts } = wordsIn(language)
  const numberOf = (verdict: Verdict | null, days: Days): number =>
    reports.filter((one) => (verdict ?? one.verdict) === one.verdict && isWithin(one.slot.date, days)).length
  const row = (label: string, verdict: Verdict | null, isStrong: boolean): CoverRow => ({
    cells: [label, ...periods.flatMap(({ days }) => [numberOf(verdict, days), null])],
    isStrong,
  })
  return [
    row(workbookWords(language).results, null, true),
    ...VERDICTS.toReversed().map((verdict) => row(verdicts[verdict], verdict, false)),
  ]
}
