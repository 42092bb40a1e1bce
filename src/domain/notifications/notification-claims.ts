import type { Instant } from '../calendar/calendar.ts'
import type { Centavos } from '../money.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'

/** A notification's claim about an invoice. Sums that are absent, or not in whole centavos, are null. */
export interface ClaimOnInvoice {
  readonly kind: 'invoice'
  readonly webhookId: string
  readonly receivedAt: Instant
  readonly invoiceId: string
  readonly status: string
  readonly amount: Centavos | null
  readonly paid: Centavos | null
}

/** A notification's claim about a settlement. */
export interface ClaimOnSettlement {
  readonly kind: 'settlement'
  readonly webhookId: string
  readonly receivedAt: Instant
  readonly status: string
  readonly invoiceCount: number | null
  readonly collected: Centavos | null
  readonly fees: Centavos | null
  readonly adjustments: Centavos | null
  readonly payout: Centavos | null
}

export type ClaimOnSlot = ClaimOnInvoice | ClaimOnSettlement

/** Another body arrived under an id already stored. */
export interface ClaimConflict {
  readonly webhookId: string
  readonly receivedAt: Instant
}

/** The notifications about a slot. They prove nothing: only a pull shows the facts. */
export interface NotificationClaims {
  /** When a receiver first ran for this merchant's notifications of settlements; null when none ever did. */
  readonly listeningSince: Instant | null
  readonly claims: readonly ClaimOnSlot[]
  readonly conflicts: readonly ClaimConflict[]
}

export const NO_CLAIMS: NotificationClaims = { listeningSince: null, claims: [], conflicts: [] }

/** The notifications received before a pull began: a later one may be newer than the pull. */
export const claimsAt = (
  { listeningSince, claims, conflicts }: NotificationClaims,
  at: Instant,
): NotificationClaims => ({
  listeningSince,
  claims: claims.filter(({ receivedAt }) => receivedAt <= at),
  conflicts: conflicts.filter(({ receivedAt }) => receivedAt <= at),
})

/** The progress of an invoice or a settlement, by the statuses in api.md; null for a status without an order. */
const INVOICE_STATES = new Map([
  ['ready', 0],
  ['cancelled', 1],
  ['paid', 2],
  ['chargeback', 3],
])
const SETTLEMENT_STATES = new Map([
  ['processing', 0],
  ['error', 1],
  ['paid', 2],
  ['credited', 3],
])

const reachedBy = ({ kind, status }: Pick<ClaimOnSlot, 'kind' | 'status'>): number =>
  (kind === 'invoice' ? INVOICE_STATES : SETTLEMENT_STATES).get(status) ?? -1

/**
 * Whether the status read comes before the one in the notification. A cancelled invoice was not paid. An unknown status
 * comes before none.
 */
export const isOlder = (read: string, claim: Pick<ClaimOnSlot, 'kind' | 'status'>): boolean => {
  const reached = reachedBy({ kind: claim.kind, status: read })
  return reached >= 0 && reached < reachedBy(claim)
}

/**
 * Notifications arrive late and out of order: of several about one thing the most advanced counts, and of equals the
 * last.
 */
const farther = <T extends ClaimOnSlot>(before: T | null | undefined, one: T): T =>
  before && reachedBy(one) < reachedBy(before) ? before : one

/** Null when there is no notification of the settlement. */
export const settlementClaim = ({ claims }: NotificationClaims): ClaimOnSettlement | null =>
  claims.reduce<ClaimOnSettlement | null>((best, one) => (one.kind === 'settlement' ? farther(best, one) : best), null)

/** The invoices in notifications, each by its most advanced one. */
export const invoiceClaims = ({ claims }: NotificationClaims): readonly ClaimOnInvoice[] => {
  const byInvoice = new Map<string, ClaimOnInvoice>()
  for (const one of claims) {
    if (one.kind !== 'invoice') continue
    byInvoice.set(one.invoiceId, farther(byInvoice.get(one.invoiceId), one))
  }
  return [...byInvoice.values()]
}

/** Finds the invoices of notifications in one pass over a slot's list. */
export const gatherInvoiceClaims = ({ claims }: NotificationClaims) => {
  const ids = new Set(claims.flatMap((one) => (one.kind === 'invoice' ? one.invoiceId : [])))
  const found = new Map<string, InvoiceInPull>()
  return {
    add: (invoice: InvoiceInPull): void => {
      if (ids.has(invoice.id)) found.set(invoice.id, invoice)
    },
    result: (): ReadonlyMap<string, InvoiceInPull> => found,
    /** The ids among them that the list does not hold now. */
    notListed: (): readonly string[] => [...ids].filter((id) => !found.get(id)?.current),
  }
}
