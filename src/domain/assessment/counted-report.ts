import { type Discrepancy, differenceOf } from '../findings/discrepancy.ts'
import type { Centavos } from '../money.ts'
import type { SlotReport } from './slot-report.ts'

/** The figures of a discrepancy; or only reported less expected, null when they are not two numbers. */
export type FiguresOrDifference = Pick<Discrepancy, 'figures'> | { readonly difference: Centavos | number | null }

/** The facts of a discrepancy that totals need. */
export type DiscrepancyMark = Pick<Discrepancy, 'code' | 'severity' | 'state' | 'amount' | 'slot' | 'ageEnd'> &
  FiguresOrDifference

export const differenceIn = (one: FiguresOrDifference): Centavos | number | null =>
  'figures' in one ? differenceOf(one.figures) : one.difference

/** The report of a slot of whose discrepancies only marks are needed. */
export interface CountedReport extends Omit<SlotReport, 'discrepancies'> {
  readonly discrepancies: readonly DiscrepancyMark[]
}

/**
 * Drops the other facts: the reports of all slots of a merchant are in memory together, and identical marks are shared.
 */
export const countedReportOf = (report: SlotReport): CountedReport => {
  const marks = new Map<string, DiscrepancyMark>()
  const markOf = ({ code, severity, state, amount, figures, slot, ageEnd }: Discrepancy): DiscrepancyMark => {
    const difference = differenceOf(figures)
    const key = `${code} ${severity} ${state} ${amount} ${difference} ${ageEnd}`
    const mark = marks.get(key) ?? { code, severity, state, amount, difference, slot, ageEnd }
    marks.set(key, mark)
    return mark
  }
  return { ...report, discrepancies: report.discrepancies.map(markOf) }
}
