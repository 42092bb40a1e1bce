import type { ChargebackTie } from '../../domain/assessment/chargeback-account.ts'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Act, ActStamp, DispositionIntent } from '../../domain/findings/act.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { endDecisions } from '../findings/timelines.ts'
import { type RecoveredClaim, recoveriesInForce, writeActs } from './acts.ts'
import { chargebackTies, writeChargebackTie, writeChargebackUntie } from './chargeback-ties.ts'

/** People's dispositions of discrepancies, and what they say of chargebacks. */
export interface DispositionRepository {
  /** Records a person's dispositions of discrepancies of this merchant: all or none. */
  record(intents: readonly DispositionIntent[], who: Pick<ActStamp, 'by' | 'at'>): Promise<readonly Act[]>
  /**
   * Reopens discrepancies whose acceptance or claim ended before that moment. No other method of the store depends on
   * the time.
   */
  endDecisions(at: Instant): Promise<readonly Act[]>
  /** Stores that these adjustments debited these chargebacks. Returns the number of the tie. */
  tieChargebacks(
    tie: Pick<ChargebackTie, 'invoiceIds' | 'adjustments' | 'reason'>,
    who: Pick<ActStamp, 'by' | 'at'>,
  ): Promise<number>
  /** Undoes the tie with this number. */
  untieChargebacks(tie: number, reason: string, who: Pick<ActStamp, 'by' | 'at'>): Promise<number>
  /** All ties of chargebacks, oldest first, including those that were undone. */
  chargebackTies(): Promise<readonly ChargebackTie[]>
  /** What was paid of claims elsewhere, oldest first. */
  recoveries(): Promise<readonly RecoveredClaim[]>
}

export const createDispositionRepository = (database: MerchantDatabase): DispositionRepository =>
  withStoreErrors<DispositionRepository>(database.path, {
    record: (intents, who) => writeActs(database, intents, who),
    endDecisions: (at) => endDecisions(database, at),
    tieChargebacks: (tie, who) => writeChargebackTie(database, tie, who),
    untieChargebacks: (tie, reason, who) => writeChargebackUntie(database, tie, reason, who),
    chargebackTies: () => chargebackTies(database),
    recoveries: async () => recoveriesInForce(database),
  })
