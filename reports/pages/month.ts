import type { ChargebackBalance } from '../../src/domain/assessment/chargeback-balance.ts'
import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import { VERDICTS, type Verdict } from '../../src/domain/assessment/verdict.ts'
import type { Days } from '../../src/domain/calendar/month.ts'
import { type Centavos, plus, ZERO } from '../../src/domain/money.ts'

/** One month of settlements, as one compares it with the operator's bill. */
export interface Month extends Period {
  /** `2026-03` */
  readonly month: string
}

export interface Period {
  /** The first and the last day that are told. */
  readonly days: Days
  readonly figures: MonthFigures
}

export interface MonthFigures {
  /** Of the settlements, as reported. */
  readonly collected: Centavos
  readonly feesDeducted: Centavos
  readonly feesPostpaid: Centavos
  readonly adjustments: Centavos
  readonly payout: Centavos
  /** Chargebacks and adjustments of the settlements of those days. */
  readonly chargebacks: ChargebackBalance
  readonly difference: Centavos
  readonly slots: number
  readonly byVerdict: Readonly<Record<Verdict, number>>
}

export type BalanceOf = (days: Days) => ChargebackBalance

/** Every month with a slot, in order. */
export const monthsOf = (reports: readonly SlotReport[], balanceOf: BalanceOf): readonly Month[] =>
  [...new Set(reports.map(monthOf))].toSorted().flatMap((month) => {
    const ofMonth = reports.filter((report) => monthOf(report) === month)
    const days = daysOf(ofMonth)
    return days === null ? [] : [{ month, days, figures: figuresOf(ofMonth, balanceOf(days)) }]
  })

const monthOf = ({ slot }: SlotReport): string => slot.date.slice(0, 7)

/** The first and the last day of those slots; null of none. */
export const daysOf = (reports: readonly SlotReport[]): Days | null => {
  const dates = reports.map(({ slot }) => slot.date).toSorted()
  const [from, to] = [dates[0], dates.at(-1)]
  return from === undefined || to === undefined ? null : { from, to }
}

/**
 * What those slots come to. Fees are billed apart where the settlement calls them postpaid, whatever the policy makes of them, and
 * where a gateway settlement pays out all that was collected, or nothing: no fee came off that payout.
 */
export const figuresOf = (reports: readonly SlotReport[], chargebacks: ChargebackBalance): MonthFigures => {
  const settlements = reports.flatMap(({ settlement }) => settlement ?? [])
  const [apart, deducted] = [reports.filter(billsApart), reports.filter((report) => !billsApart(report))]
  return {
    collected: sum(settlements.map(({ collected }) => collected)),
    feesDeducted: feesOf(deducted),
    feesPostpaid: feesOf(apart),
    adjustments: sum(settlements.map(({ adjustments }) => adjustments)),
    payout: sum(settlements.map(({ payout }) => payout)),
    chargebacks,
    difference: sum(reports.flatMap(({ money }) => money.difference ?? [])),
    slots: reports.length,
    byVerdict: countsOf(reports),
  }
}

const billsApart = ({ settlement, payout }: SlotReport): boolean =>
  settlement?.feesPostpaid === true || payout?.rule === 'gateway-collected' || payout?.rule === 'gateway-zero'

const feesOf = (reports: readonly SlotReport[]): Centavos =>
  sum(reports.flatMap(({ settlement }) => settlement?.fees ?? []))

const sum = (sums: readonly Centavos[]): Centavos => sums.reduce(plus, ZERO)

const countsOf = (reports: readonly SlotReport[]): Readonly<Record<Verdict, number>> => {
  const counts: Partial<Record<Verdict, number>> = {}
  for (const verdict of VERDICTS) counts[verdict] = reports.filter((report) => report.verdict === verdict).length
  return counts as Readonly<Record<Verdict, number>>
}
