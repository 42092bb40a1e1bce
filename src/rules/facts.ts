import type { BankFacts } from '../core/bank/payout-arrivals.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import type { FeesOfMonth } from '../core/fees/operator-invoice.ts'
import type { Centavos } from '../core/money.ts'
import type { NotificationClaims } from '../core/notifications/notification.ts'
import type { PayoutRule } from '../core/payout.ts'
import type { Policy } from '../core/policy.ts'
import type { FieldNotes } from '../core/pull/field-notes.ts'
import type { InvoiceInPull, OwnSlots, SharedKey } from '../core/pull/invoice-in-pull.ts'
import type { Departure, Pull, QuarantinedRecord, Repeat, SettlementVersion } from '../core/pull/pull.ts'
import type { Totals } from '../core/pull/tally.ts'
import type { UnlistedInvoice } from '../core/pull/unlisted-invoice.ts'
import type { Contradiction } from '../core/readings/readings.ts'
import type { RentFault } from '../core/receivables.ts'
import type { Settlement } from '../core/settlement.ts'
import type { Slot } from '../core/slot.ts'
import type { Adjustment, NotDebited } from './assessment/chargeback-account.ts'

/** The facts about a slot before its invoices are checked. */
export interface SlotContext {
  readonly slot: Slot
  readonly policy: Policy
  readonly zone: Zone
  readonly pull: Pull
  /** Every settlement that the slot's pulls showed, oldest first. The current one is last, unless it is absent now. */
  readonly settlements: readonly SettlementVersion[]
  /** The first pull whose settlement was final, with that settlement. It never changes. */
  readonly baseline: SettlementVersion | null
  /** The fate of the invoices that left the list, by id. */
  readonly departures: ReadonlyMap<string, Departure>
  /** Listed invoices whose records cannot be read, now and at the baseline. They have not left the list. */
  readonly unreadable: { readonly now: ReadonlySet<string>; readonly atBaseline: ReadonlySet<string> }
  /** The notifications about the slot before it was read. */
  readonly notificationClaims: NotificationClaims
}

/** Everything that the checks of one slot may use. It has no clock, no network and no database. */
export interface SlotFacts extends SlotContext {
  readonly settlement: Settlement | null
  readonly totals: Totals
  /**
   * S of the last pull with a settlement of the slot itself, where there is none now; null where there is one or never was one,
   * and where a record of that pull cannot be read.
   */
  readonly lastCollected: Centavos | null
  readonly fields: FieldNotes
  readonly ownSlots: OwnSlots
  /** The slot's invoices that notifications name, by id. */
  readonly notifiedInvoices: ReadonlyMap<string, InvoiceInPull>
  /** The status of invoices that notifications name in this slot but another slot lists as paid or charged back; by id. */
  readonly paidElsewhere: ReadonlyMap<string, string>
  readonly quarantine: readonly QuarantinedRecord[]
  /** Invoices of the baseline's list that left it and never had a readable record in the slot. */
  readonly neverRead: readonly string[]
  readonly repeats: readonly Repeat[]
  /** Keys that a record of this slot shares with another record of the merchant's database. */
  readonly shared: readonly SharedKey[]
  /** Unlisted invoices that are filed in this slot. */
  readonly unlistedInvoices: readonly UnlistedInvoice[]
  /** The reading of the merchant's previous gateway settlement; null without one. */
  readonly previousGatewayRule: PayoutRule | null
  /** Readings that this settlement is the first to contradict. */
  readonly contradictions: readonly Contradiction[]
  /** The settlement's adjustments with the chargebacks of the database that explain them; null without adjustments. */
  readonly adjustment: Adjustment | null
  /** Chargebacks of this slot that no adjustment debited; of equal ones the last tells what is left of all. */
  readonly notDebited: readonly NotDebited[]
  /** What the bank's statements show of the slot; null when none was ever imported. */
  readonly bank: BankFacts | null
  /** The month's fees against the operator's invoices, in the month's last settlement; null in any other. */
  readonly feesInvoice: FeesInvoiceFacts | null
  /** What the merchant's lists say is wrong with payments of this settlement. */
  readonly rents: readonly RentFault[]
}

/** The fees of a month, and whether its invoice should be there by now. */
export interface FeesInvoiceFacts {
  readonly fees: FeesOfMonth
  readonly isOverdue: boolean
}
