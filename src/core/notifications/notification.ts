import type { Instant } from '../calendar/calendar.ts'
import type { Centavos } from '../money.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'
import type { Slot } from '../slot.ts'

/** The two forms of signature and layout in api.md, which does not show which one applies. */
export const WEBHOOK_FORMATS = ['signed-body', 'encoded-header'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** The envelope of an authentic notification, before it is processed. Foreign text is stored as received. */
export interface Notification {
  readonly webhookId: string
  readonly format: WebhookFormat
  /** `invoice`, `settlement`, or any other text. */
  readonly type: string
  /** The envelope's timestamp as received. */
  readonly sentAt: string | null
  /** The name of the member with the payload; null when none has it. */
  readonly payloadField: string | null
  /** The settlement it names; null when it names none that can be requested. */
  readonly slot: Slot | null
  /** Why it names no settlement although it should; null otherwise. */
  readonly unusable: Unusable | null
  /** SHA-256 of its content without the timestamp: two notifications with one id must agree on it. */
  readonly content: Uint8Array
}

/** Why a notification cannot be processed; stored with it, and shown. */
export const UNUSABLE = {
  type: 'its type is neither invoice nor settlement',
  payload: 'it has no payload, or more than one member that could be it',
  payloadField: 'it has no payload under the name that the setting webhookPayloadField gives',
  slot: 'its payload names no settlement date and cycle that can be asked for',
  cycle: 'the settlement cycle in its payload is a number, and cycles are text',
} as const
export type Unusable = (typeof UNUSABLE)[keyof typeof UNUSABLE]

/** A notification as it arrived: its bytes, and the headers that prove them. */
export interface Delivery extends Notification {
  readonly receivedAt: Instant
  readonly body: Uint8Array
  readonly headers: Readonly<Record<string, string>>
}

/** The result of storing a delivery: one id is one event, however often it is delivered. */
export type IntakeResult = 'new' | 'repeated' | 'conflict'

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
interface ClaimConflict {
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

/** Whether the status read comes before the one in the notification. A cancelled invoice was not paid. An unknown status comes before none. */
export const isOlder = (read: string, claim: Pick<ClaimOnSlot, 'kind' | 'status'>): boolean => {
  const reached = reachedBy({ kind: claim.kind, status: read })
  return reached >= 0 && reached < reachedBy(claim)
}

/** Notifications arrive late and out of order: of several about one thing the most advanced counts, and of equals the last. */
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
