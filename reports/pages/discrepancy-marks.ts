import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import { type Discrepancy, differenceOf } from '../../src/domain/findings/discrepancy.ts'

/** The facts of a discrepancy that totals need. */
export type DiscrepancyMark = Pick<
  Discrepancy,
  'code' | 'severity' | 'state' | 'amount' | 'figures' | 'slot' | 'ageEnd'
>

/** The report of a slot that needs only the count of its discrepancies. */
export interface CountedReport extends Omit<SlotReport, 'discrepancies'> {
  readonly discrepancies: readonly DiscrepancyMark[]
}

/**
 * Drops the other facts: the reports of all slots of a merchant are in memory together, and identical marks are shared.
 */
export const countedReportOf = (report: SlotReport): CountedReport => {
  const marks = new Map<string, DiscrepancyMark>()
  const markOf = ({ code, severity, state, amount, figures, slot, ageEnd }: Discrepancy): DiscrepancyMark => {
    const key = `${code} ${severity} ${state} ${amount} ${differenceOf(figures)} ${ageEnd}`
    const mark = marks.get(key) ?? { code, severity, state, amount, figures, slot, ageEnd }
    marks.set(key, mark)
    return mark
  }
  return { ...report, discrepancies: report.discrepancies.map(markOf) }
}
