import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Act, ActStamp, DispositionIntent } from '../../domain/findings/act.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { endDecisions } from '../findings/timelines.ts'
import { writeActs } from './acts.ts'

/** People's dispositions of discrepancies. */
export interface DispositionRepository {
  /** Records a person's dispositions of discrepancies of this merchant: all or none. */
  record(intents: readonly DispositionIntent[], who: Pick<ActStamp, 'by' | 'at'>): Promise<readonly Act[]>
  /**
   * Reopens discrepancies whose acceptance or claim ended before that moment. No other method of the store depends on
   * the time.
   */
  endDecisions(at: Instant): Promise<readonly Act[]>
}

export const createDispositionRepository = (database: MerchantDatabase): DispositionRepository =>
  withStoreErrors<DispositionRepository>(database.path, {
    record: (intents, who) => writeActs(database, intents, who),
    endDecisions: (at) => endDecisions(database, at),
  })
