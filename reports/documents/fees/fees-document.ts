import type { Json } from '../../../src/domain/cell.ts'
import type { FeesEntry, FeesSum, FeesSummary } from '../../../src/domain/fees/fees-summary.ts'
import { feeRate } from '../../../src/domain/fees/tariff.ts'
import { type FeesAsOf, type FeesReport, feesByMonth, hasTariff } from '../../fees/fees-report.ts'
import { feesSentence } from '../../fees/fees-sentence.ts'
import { closingDocument } from '../closing-document.ts'

/** Fees against the tariff as JSON. */
export const feesDocument = (
  report: FeesReport & { readonly files: readonly string[] },
): { readonly [name: string]: Json } => {
  const { merchant, days, zone, moment, language, bill, closed, entries, policy, files } = report
  return {
    merchant,
    from: days.from,
    to: days.to,
    timeZone: zone.name,
    asOf: { number: moment.number, at: new Date(moment.at).toISOString() },
    tariff: hasTariff(report) ? { from: policy.tariff.map(({ from }) => from), date: policy.tariffDate } : null,
    sentence: feesSentence(report, language).text,
    ...standingDocument(report),
    settlements: entries.map(entryDocument),
    billed: bill && {
      sum: bill.billed,
      matches: bill.matches,
      lines: bill.lines.map(({ of, sum, difference }) => ({ of, sum, difference })),
    },
    closed: closed && { closing: closingDocument(closed.closing), now: standingDocument(closed.now) },
    files,
  }
}

const standingDocument = (standing: FeesAsOf) => ({
  total: summaryDocument(standing.total),
  months: feesByMonth(standing).map((month) => ({ month: month.key, ...summaryDocument(month) })),
})

const summaryDocument = (summary: FeesSummary) => {
  const { compared, methods, rounding, notCompared, reasons, methodsNotCompared, all } = summary
  const { expected, difference, tooMuch, tooLittle, withinTolerance } = compared
  return {
    compared: {
      ...sumDocument(compared),
      expected,
      difference,
      tooMuch: { ...tooMuch },
      tooLittle: { ...tooLittle },
      withinTolerance: { ...withinTolerance },
    },
    methods: methods.map((cost) => ({ ...cost, withholdings: cost.withholdings.map((one) => ({ ...one })) })),
    rounding,
    notCompared: {
      ...sumDocument(notCompared),
      reasons: reasons.map(({ reason, number, sum }) => ({ reason, settlements: number, charged: sum })),
      methods: methodsNotCompared.map((sum) => ({ ...sum })),
    },
    all: sumDocument(all),
  }
}

const sumDocument = (sum: FeesSum) => ({
  settlements: sum.settlements,
  payments: sum.payments,
  paid: sum.paid,
  collected: sum.collected,
  charged: sum.charged,
  deducted: sum.deducted,
  billedApart: sum.billedApart,
  otherNotDeducted: sum.otherNotDeducted,
  rate: rateDocument(sum),
})

const rateDocument = ({ charged, collected }: Pick<FeesSum, 'charged' | 'collected'>): number | null => {
  const rate = feeRate(charged, collected)
  return rate === null ? null : Number(rate.decimal)
}

const entryDocument = (entry: FeesEntry): Json => ({
  date: entry.slot.date,
  cycle: entry.slot.cycle,
  payments: entry.payments,
  paid: entry.paid,
  collected: entry.collected,
  charged: entry.charged,
  deducted: entry.deducted,
  billedApart: entry.billedApart,
  otherNotDeducted: entry.otherNotDeducted,
  expected: entry.notCompared === null ? entry.expected : null,
  difference: entry.difference,
  off: entry.notCompared === null ? entry.isOff : null,
  notCompared: entry.notCompared,
  unpriced: entry.unpriced.map(({ reason, method, payments }) => ({ reason, method: method || null, payments })),
})
