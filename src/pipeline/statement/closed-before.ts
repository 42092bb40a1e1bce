import type { ClosedBefore } from '../../domain/account/account-item.ts'
import { accountItems } from '../../domain/account/operator-account.ts'
import { closingOf } from '../../domain/assessment/slot-report.ts'
import { addDays, type SlotDate } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import type { QueryContext } from '../query/read-database.ts'
import { timesOfSettlements } from '../query/times-of-settlements.ts'
import { reportsThrough } from './reports-through.ts'

/** What was signed of the settlements before an account that begins on this day; null where the day before is open. */
export const closedBefore = async (
  store: Store,
  context: QueryContext,
  from: SlotDate,
): Promise<ClosedBefore | null> => {
  const through = addDays(from, -1)
  const closing = closingOf(await store.periods.closings(), through)
  if (closing === null) return null
  return inDatabaseAsOf(context, { kind: 'number', number: closing.number }, async (then) => {
    const reports = await reportsThrough(then.store, then.context, then.moment.at, through)
    return {
      from,
      items: accountItems({ reports, times: await timesOfSettlements(then.store, then.context, reports) }),
    }
  })
}
