import type { Cop } from '../../reports/documents/answer-document.ts'

/** A notification's claim about an invoice. Sums that it does not state are null. */
export interface InvoiceClaim {
  readonly kind: 'invoice'
  readonly invoiceId: string
  readonly status: string
  readonly amount: Cop | null
  readonly paid: Cop | null
}

/** A notification's claim about a settlement. */
export interface SettlementClaim {
  readonly kind: 'settlement'
  readonly status: string
  readonly invoiceCount: number | null
  readonly collected: Cop | null
  readonly fees: Cop | null
  readonly adjustments: Cop | null
  readonly payout: Cop | null
}

/** A notification only claims; the service's own answer proves. */
export type NotificationClaim = InvoiceClaim | SettlementClaim

/** `status` is the HTTP status to answer. */
export type NotificationVerdict =
  | {
      readonly kind: 'accepted'
      readonly status: 200
      /** The same on every retry: process each id once. */
      readonly webhookId: string
      readonly type: string
      readonly sentAt: string | null
      /** The settlement it names; null when it names none. */
      readonly date: string | null
      readonly cycle: string | null
      /** Null when it makes no claim that can be compared. */
      readonly claim: NotificationClaim | null
    }
  | { readonly kind: 'ignored'; readonly status: 200; readonly reason: string }
  | { readonly kind: 'refused'; readonly status: 400 | 401; readonly reason: string }
