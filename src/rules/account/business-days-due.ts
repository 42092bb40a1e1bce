import { isBusinessDay } from '../../core/calendar/business-days.ts'
import type { SlotReport } from '../assessment/slot-report.ts'

/**
 * The number of business days of which a settlement is due, for a sentence about days without invoices: a day to come is none. What is
 * at rest has invoices, and needs no such sentence.
 */
export const businessDaysDue = (reports: readonly Pick<SlotReport, 'slot' | 'verdict'>[]): number => {
  const due = reports.filter(({ verdict }) => verdict !== 'not-due').map(({ slot }) => slot.date)
  return [...new Set(due)].filter(isBusinessDay).length
}
