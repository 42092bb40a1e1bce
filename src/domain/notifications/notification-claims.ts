import type { Instant } from '../calendar/calendar.ts'
import type { Centavos } from '../money.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'

/** What a notification said of an invoice. Sums it did not state, or not in centavos, are null. */
export interface ClaimOnInvoice {
  readonly kind: 'invoice'
  readonly receivedAt: Instant
  readonly invoiceId: string
  readonly status: string
  readonly amount: Centavos | null
  readonly paid: Centavos | null
}

/** What a notification said of a settlement. */
export interface ClaimOnSettlement {
  readonly kind: 'settlement'
  readonly receivedAt: Instant
  readonly status: string
  readonly invoiceCount: number | null
  readonly collected: Centavos | null
  readonly fees: Centavos | null
  readonly adjustments: Centavos | null
  readonly payout: Centavos | null
}

export type ClaimOnSlot = ClaimOnInvoice | ClaimOnSettlement

/** Another body came under an id that was taken in already. */
export interface ClaimConflict {
  readonly webhookId: string
  readonly receivedAt: Instant
}

/** What the notifications said of a slot. They are witnesses: what is true of the slot, only a pull says. */
export interface NotificationClaims {
  /** When somebody first listened for this merchant's notifications of settlements; null when nobody ever did. */
  readonly listeningSince: Instant | null
  readonly told: readonly ClaimOnSlot[]
  readonly conflicts: readonly ClaimConflict[]
}

export const NO_CLAIMS: NotificationClaims = { listeningSince: null, told: [], conflicts: [] }

/** What had been told when a pull began: a notification that came later may know more than the pull. */
export const claimsAt = ({ listeningSince, told, conflicts }: NotificationClaims, at: Instant): NotificationClaims => ({
  listeningSince,
  told: told.filter(({ receivedAt }) => receivedAt <= at),
  conflicts: conflicts.filter(({ receivedAt }) => receivedAt <= at),
})

/** How far an invoice or a settlement has come, by what api.md documents; null for a status that says nothing about that. */
const INVOICE_STATES = new Map([
  ['ready', 0],
  ['cancelled', 1],
  ['paid', 1],
  ['chargeback', 2],
])
const SETTLEMENT_STATES = new Map([
  ['processing', 0],
  ['error', 1],
  ['paid', 2],
  ['credited', 3],
])

const reachedBy = ({ kind, status }: Pick<ClaimOnSlot, 'kind' | 'status'>): number =>
  (kind === 'invoice' ? INVOICE_STATES : SETTLEMENT_STATES).get(status) ?? -1

/** The status read is one that comes before the one told. An unknown status comes before nothing. */
export const isOlder = (read: string, told: ClaimOnSlot): boolean => {
  const reached = reachedBy({ kind: told.kind, status: read })
  return reached >= 0 && reached < reachedBy(told)
}

/** Notifications come late and out of order: of several about one thing the one that had come farthest counts, the last of equals. */
const farther = <T extends ClaimOnSlot>(before: T | null | undefined, one: T): T =>
  before && reachedBy(one) < reachedBy(before) ? before : one

/** Null when no notification of the settlement came. */
export const settlementClaim = ({ told }: NotificationClaims): ClaimOnSettlement | null =>
  told.reduce<ClaimOnSettlement | null>((best, one) => (one.kind === 'settlement' ? farther(best, one) : best), null)

/** The invoices told of, each by the notification that had come farthest. */
export const invoiceClaims = ({ told }: NotificationClaims): readonly ClaimOnInvoice[] => {
  const byInvoice = new Map<string, ClaimOnInvoice>()
  for (const one of told) {
    if (one.kind !== 'invoice') continue
    byInvoice.set(one.invoiceId, farther(byInvoice.get(one.invoiceId), one))
  }
  return [...byInvoice.values()]
}

/** Finds, in the one pass over a slot's list, what it holds of the invoices that were told of. */
export const gatherInvoiceClaims = ({ told }: NotificationClaims) => {
  const ids = new Set(told.flatMap((one) => (one.kind === 'invoice' ? one.invoiceId : [])))
  const held = new Map<string, InvoiceInPull>()
  return {
    add: (invoice: InvoiceInPull): void => {
      if (ids.has(invoice.id)) held.set(invoice.id, invoice)
    },
    result: (): ReadonlyMap<string, InvoiceInPull> => held,
  }
}
