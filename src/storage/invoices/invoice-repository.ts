import type { Chargeback } from '../../domain/assessment/chargeback-account.ts'
import type { Policy } from '../../domain/policy.ts'
import type { InvoiceChange, InvoiceInPull, InvoiceVersion, PullsOfSlot } from '../../domain/pull/invoice-in-pull.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import type { InvoiceMatch, InvoiceSearch } from '../../domain/pull/unlisted-invoice.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { ofSlot, pagesOfSlot } from '../pulls/slots.ts'
import { changesOfInvoices } from './changes-of-invoices.ts'
import { currentChargebacks } from './chargebacks.ts'
import { invoicesMatching } from './invoices-matching.ts'
import { invoicesOfPull, invoicesWithIds, versionsByInvoice, versionsOfInvoice } from './invoices-of-pull.ts'

/** The invoices of the slots, as of a pull. Pages are in order of invoice id. */
export interface InvoiceRepository {
  /** Every invoice the slot has ever listed up to that pull, in pages. `baselinePull` is the id of the slot's baseline; null without one. */
  asOf(slot: Slot, pull: Pick<Pull, 'id'>, baselinePull: number | null): AsyncIterable<readonly InvoiceInPull[]>
  /** The invoices with these ids that the slot listed at any time up to that pull. */
  withIds(slot: Slot, pull: Pull, invoiceIds: readonly string[]): Promise<readonly InvoiceInPull[]>
  /** Every invoice the slot has ever listed up to that pull with its versions, oldest first; in pages. */
  versions(slot: Slot, pull: Pull): AsyncIterable<readonly (readonly InvoiceVersion[])[]>
  /** The versions of one invoice of the slot up to that pull, oldest first. */
  versionsOf(slot: Slot, pull: Pull, invoiceId: string): Promise<readonly InvoiceVersion[]>
  /** The changes to the invoices of a slot by its pulls after the first, up to the last. */
  changes(pulls: PullsOfSlot, policy: Policy): AsyncIterable<readonly InvoiceChange[]>
  /** The invoices that carry a text, newest slots first, at most `most`. */
  matching(search: InvoiceSearch, most: number): Promise<readonly InvoiceMatch[]>
  /** Every invoice that is a chargeback, or was one and is paid again, in order of slot and id; see currentChargebacks. */
  chargebacks(): Promise<readonly Chargeback[]>
}

export const createInvoiceRepository = (database: MerchantDatabase): InvoiceRepository =>
  withStoreErrors<InvoiceRepository>(database.path, {
    asOf: (slot, pull, baselinePull) =>
      pagesOfSlot(database, slot, (number) => invoicesOfPull(database, number, pull.id, baselinePull)),
    withIds: (slot, pull, ids) =>
      ofSlot(database, slot, [], (number) => invoicesWithIds(database, number, pull.id, ids)),
    versions: (slot, pull) => pagesOfSlot(database, slot, (number) => versionsByInvoice(database, number, pull.id)),
    versionsOf: (slot, pull, id) =>
      ofSlot(database, slot, [], (number) => versionsOfInvoice(database, number, pull.id, id)),
    changes: (pulls, policy) =>
      pagesOfSlot(database, pulls.slot, (number) => changesOfInvoices(database, number, pulls, policy)),
    matching: (search, most) => invoicesMatching(database, search, most),
    chargebacks: () => currentChargebacks(database),
  })
