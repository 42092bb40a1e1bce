import type { Pull, SettlementReading, SettlementVersion } from '../../domain/pull/pull.ts'
import type { Slot } from '../../domain/slot.ts'
import type { Books } from '../connection/books.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { ofSlot } from '../pulls/slots.ts'
import { settlementReadings, settlementVersions } from './settlements.ts'

/** The settlements that the pulls of a slot have shown, oldest first; an absence ends one and is not in the list. */
export interface SettlementRepository {
  /** Those up to that pull. */
  versions(slot: Slot, pull: Pull): Promise<readonly SettlementVersion[]>
  /** Those up to the slot's last whole pull, with the time at which each was first read. */
  readings(slot: Slot): Promise<readonly SettlementReading[]>
}

export const createSettlementRepository = (books: Books): SettlementRepository =>
  withStoreErrors<SettlementRepository>(books.path, {
    versions: (slot, pull) => ofSlot(books, slot, [], (number) => settlementVersions(books, number, pull.id)),
    readings: (slot) => ofSlot(books, slot, [], (number) => settlementReadings(books, number)),
  })
