import { isBusinessDay } from '../../core/calendar/business-days.ts'
import { isNotReadWhole, type SlotReport } from '../assessment/slot-report.ts'

/**
 * The number of business days of which a settlement was read, for what is said of days without invoices: of a day to come, and of one
 * that nobody read, nothing is known. What is at rest has invoices, and needs no such sentence.
 */
export const businessDaysRead = (reports: readonly Pick<SlotReport, 'slot' | 'verdict'>[]): number => {
  const read = reports.filter((report) => report.verdict !== 'not-due' && !isNotReadWhole(report))
  return new Set(read.map(({ slot }) => slot.date).filter(isBusinessDay)).size
}
