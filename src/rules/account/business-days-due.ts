import { isBusinessDay } from '../../core/calendar/business-days.ts'
import type { SlotReport } from '../assessment/slot-report.ts'
import type { DayAtRest } from './at-rest.ts'

/** The number of business days of which a settlement is due: a day to come is none without invoices. */
export const businessDaysDue = (
  reports: readonly Pick<SlotReport, 'slot' | 'verdict'>[],
  rest: readonly DayAtRest[] = [],
): number => {
  const ofReports = reports.filter(({ verdict }) => verdict !== 'not-due').map(({ slot }) => slot.date)
  const due = [...ofReports, ...rest.map(({ date }) => date)]
  return [...new Set(due)].filter(isBusinessDay).length
}
