import type { Cell, Row } from '../../src/core/cell.ts'
import { feeRate } from '../../src/core/fees/tariff.ts'
import type { FeesSum, FeesSummary } from '../../src/rules/account/fees-summary.ts'
import { column, ledger } from './ledger.ts'

interface MonthContext {
  readonly merchant: string
  readonly month: string
}

/** The part of a month that was compared, or the part that was not. */
interface MonthLine {
  readonly isCompared: boolean
  readonly sum: FeesSum
  readonly summary: FeesSummary
}

const ofCompared =
  (of: (compared: FeesSummary['compared']) => Cell) =>
  ({ isCompared, summary: { compared } }: MonthLine): Cell =>
    isCompared ? of(compared) : null

/** Two lines for each month: compared, and not compared. */
export const FEES_MONTH_LEDGER = ledger<MonthLine, MonthContext>('fees-months.csv', [
  column('merchant', { of: (_, { merchant }) => merchant, meaning: 'whose fees they are' }),
  column('month', { of: (_, { month }) => month, meaning: 'the month of the settlement dates' }),
  column('compared', {
    of: ({ isCompared }) => isCompared,
    meaning: 'whether the fees of these settlements were compared',
  }),
  column('settlements', { of: ({ sum }) => sum.settlements, meaning: 'how many' }),
  column('payments', { of: ({ sum }) => sum.payments, meaning: 'listed payments that count' }),
  column('paid', { of: ({ sum }) => sum.paid, meaning: 'what they come to' }),
  column('collected', { of: ({ sum }) => sum.collected, meaning: 'as reported' }),
  column('charged', { of: ({ sum }) => sum.charged, meaning: 'deducted, billed apart and other' }),
  column('deducted', { of: ({ sum }) => sum.deducted, meaning: 'fees that payouts deduct' }),
  column('billed_apart', { of: ({ sum }) => sum.billedApart, meaning: 'fees that are billed apart' }),
  column('other_not_deducted', {
    of: ({ sum }) => sum.otherNotDeducted,
    meaning: 'fees that are neither: of gateway settlements whose payout does not deduct them',
  }),
  column('expected', {
    of: ofCompared(({ expected }) => expected),
    meaning: 'by the tariff; empty where not compared',
  }),
  column('difference', { of: ofCompared(({ difference }) => difference), meaning: 'charged less expected' }),
  column('too_much', { of: ofCompared(({ tooMuch }) => tooMuch.sum), meaning: 'of it, charged too much' }),
  column('too_little', {
    of: ofCompared(({ tooLittle }) => tooLittle.sum),
    meaning: 'of it, charged too little; positive',
  }),
  column('within_tolerance', {
    of: ofCompared(({ withinTolerance }) => withinTolerance.sum),
    meaning: 'of it, differences within the tolerance; signed',
  }),
  column('fee_rate', {
    of: ({ sum }) => feeRate(sum.charged, sum.collected),
    meaning: 'charged over collected, to four decimals',
  }),
])

const monthLines = (summary: FeesSummary): readonly MonthLine[] =>
  [
    { isCompared: true, sum: summary.compared, summary },
    { isCompared: false, sum: summary.notCompared, summary },
  ].filter(({ sum }) => sum.settlements > 0)

export const feesMonthRows = (summary: FeesSummary, context: MonthContext): readonly Row[] =>
  monthLines(summary).map((line) => FEES_MONTH_LEDGER.row(line, context))
