import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Act, ActStamp, DispositionIntent } from '../../domain/findings/act.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { writeActs } from '../findings/acts.ts'
import { endDecisions } from '../findings/timelines.ts'

/** What people did to discrepancies. */
export interface DispositionRepository {
  /** Records what a person did to discrepancies of this merchant: all of it or nothing. */
  record(intents: readonly DispositionIntent[], who: Pick<ActStamp, 'by' | 'at'>): Promise<readonly Act[]>
  /** Reopens what was accepted or claimed until a day that was over by then. No other method of the store looks at the time. */
  endDecisions(at: Instant): Promise<readonly Act[]>
}

export const createDispositionRepository = (database: MerchantDatabase): DispositionRepository =>
  withStoreErrors<DispositionRepository>(database.path, {
    record: (intents, who) => writeActs(database, intents, who),
    endDecisions: (at) => endDecisions(database, at),
  })
