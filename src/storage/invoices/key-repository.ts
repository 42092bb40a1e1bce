import type { SharedKey } from '../../domain/pull/invoice-in-pull.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { indexKeys } from './keys.ts'
import { paidElsewhere } from './paid-elsewhere.ts'
import { invoicesOfSeveralSlots, sharedKeys } from './shared-keys.ts'

/** Payment ids, references and invoice ids, compared over all slots of the merchant. */
export interface KeyRepository {
  /** Updates the keys from the committed pulls. Called once a run, before any other method. */
  update(): Promise<void>
  /** The keys that two different current records share. */
  shared(): Promise<readonly SharedKey[]>
  /** The invoices that several slots ever listed, each with these slots in order. */
  invoicesOfSeveralSlots(): Promise<ReadonlyMap<string, readonly Slot[]>>
  /** Of these invoices, those that the latest pull of another slot lists as paid or charged back, with that status. */
  paidElsewhere(slot: Slot, invoiceIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export const createKeyRepository = (database: MerchantDatabase): KeyRepository =>
  withStoreErrors<KeyRepository>(database.path, {
    update: () => indexKeys(database),
    shared: () => sharedKeys(database),
    invoicesOfSeveralSlots: () => invoicesOfSeveralSlots(database),
    paidElsewhere: (slot, ids) => paidElsewhere(database, slot, ids),
  })
