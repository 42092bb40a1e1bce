import type { CountedReport } from '../../domain/assessment/slot-report.ts'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { SlotDate } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'
import { judgedAtMoment } from '../query/judged-at-moment.ts'
import type { QueryContext } from '../query/read-database.ts'
import { countedReports } from '../report/counted-reports.ts'

/**
 * The reports of all slots as known at a moment, through the last day of an account: what was due by then and never read
 * is among them.
 */
export const reportsThrough = async (
  store: Store,
  context: QueryContext,
  at: Instant,
  to: SlotDate,
): Promise<readonly CountedReport[]> => countedReports(context, store, await judgedAtMoment(store, at), new Map(), to)
