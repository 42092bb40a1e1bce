import type { CountedReport } from '../../domain/assessment/counted-report.ts'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { SlotDate } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'
import { judgedAtMoment } from '../query/judged-at-moment.ts'
import type { QueryContext } from '../query/read-database.ts'
import { countedReports } from '../report/counted-reports.ts'

/**
 * The reports of all slots as known at a moment, through the last day of an account: what was due by then and never read
 * is among them. Without nightly runs nobody asked for days after the last one read.
 */
export const reportsThrough = async (
  store: Store,
  context: QueryContext,
  at: Instant,
  to: SlotDate,
): Promise<readonly CountedReport[]> => {
  const judgedAt = await judgedAtMoment(store, at)
  if (!(await store.runs.hasNights())) return countedReports(context, store, judgedAt)
  const today = context.zone.dateAt(judgedAt)
  return countedReports(context, store, judgedAt, new Map(), to < today ? to : today)
}
