import type { Pull, SettlementInPull, SettlementVersion } from '../../domain/pull/pull.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { ofSlot } from '../pulls/slots.ts'
import { settlementsInPulls, settlementVersions } from './settlements.ts'

/** The settlements that the pulls of a slot have shown, oldest first; an absence ends one and is not in the list. */
export interface SettlementRepository {
  /** The versions up to that pull. */
  versions(slot: Slot, pull: Pull): Promise<readonly SettlementVersion[]>
  /** The settlements up to the slot's last whole pull, with the time at which each was first read. */
  inPulls(slot: Slot): Promise<readonly SettlementInPull[]>
}

export const createSettlementRepository = (database: MerchantDatabase): SettlementRepository =>
  withStoreErrors<SettlementRepository>(database.path, {
    versions: (slot, pull) => ofSlot(database, slot, [], (number) => settlementVersions(database, number, pull.id)),
    inPulls: (slot) => ofSlot(database, slot, [], (number) => settlementsInPulls(database, number)),
  })
