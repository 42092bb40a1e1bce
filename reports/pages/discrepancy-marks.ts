import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Discrepancy } from '../../src/domain/findings/discrepancy.ts'

/** What is counted of a discrepancy. */
export type DiscrepancyMark = Pick<Discrepancy, 'code' | 'severity' | 'state' | 'amount' | 'slot' | 'ageEnd'>

/** The report of a slot whose discrepancies are only counted. */
export interface CountedReport extends Omit<SlotReport, 'discrepancies'> {
  readonly discrepancies: readonly DiscrepancyMark[]
}

/** Drops what is not counted: reports of all slots of a merchant are held together, and those alike share one mark. */
export const countedReportOf = (report: SlotReport): CountedReport => {
  const marks = new Map<string, DiscrepancyMark>()
  const markOf = ({ code, severity, state, amount, slot, ageEnd }: Discrepancy): DiscrepancyMark => {
    const key = `${code} ${severity} ${state} ${amount} ${ageEnd}`
    const mark = marks.get(key) ?? { code, severity, state, amount, slot, ageEnd }
    marks.set(key, mark)
    return mark
  }
  return { ...report, discrepancies: report.discrepancies.map(markOf) }
}
