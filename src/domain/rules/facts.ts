import type { Adjustment, Chargeback } from '../assessment/chargeback-account.ts'
import type { PayoutRule } from '../assessment/payout.ts'
import type { BankFacts } from '../bank/bank-facts.ts'
import type { Zone } from '../calendar/calendar.ts'
import type { NotificationClaims } from '../notifications/notification-claims.ts'
import type { Policy } from '../policy.ts'
import type { FieldNotes } from '../pull/field-notes.ts'
import type { InvoiceInPull } from '../pull/invoice-in-pull.ts'
import type { OwnSlots } from '../pull/own-slots.ts'
import type { Departure, Pull, QuarantinedRecord, Repeat, SettlementVersion } from '../pull/pull.ts'
import type { SharedKey } from '../pull/shared-key.ts'
import type { Totals } from '../pull/tally.ts'
import type { UnlistedInvoice } from '../pull/unlisted-invoice.ts'
import type { Contradiction } from '../readings/readings-table.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'

/** What is true of a slot before its invoices are looked at one by one. */
export interface SlotContext {
  readonly slot: Slot
  readonly policy: Policy
  readonly zone: Zone
  readonly pull: Pull
  /** Every settlement the slot's pulls have shown, oldest first; the current one is last, unless it is absent now. */
  readonly settlements: readonly SettlementVersion[]
  /** The first pull whose settlement was final, with that settlement. It never moves. */
  readonly baseline: SettlementVersion | null
  /** What became of the invoices that left, by id. */
  readonly departures: ReadonlyMap<string, Departure>
  /** Listed invoices whose records cannot be read, now and at the baseline: they have not left the list. */
  readonly unreadable: { readonly now: ReadonlySet<string>; readonly atBaseline: ReadonlySet<string> }
  /** What the notifications had said of the slot when it was read. */
  readonly notificationClaims: NotificationClaims
}

/** Everything the checks of one slot may look at. No clock, no network and no database is in here. */
export interface SlotFacts extends SlotContext {
  readonly settlement: Settlement | null
  readonly totals: Totals
  readonly fields: FieldNotes
  readonly ownSlots: OwnSlots
  /** What the slot holds of the invoices that notifications spoke of, by id. */
  readonly toldOf: ReadonlyMap<string, InvoiceInPull>
  readonly quarantine: readonly QuarantinedRecord[]
  /** Invoices of the baseline's list that left it, and that no pull of the slot ever listed in a record that could be read. */
  readonly neverRead: readonly string[]
  readonly repeats: readonly Repeat[]
  /** Keys that a record of this slot shares with another record anywhere in the merchant's database. */
  readonly shared: readonly SharedKey[]
  /** Invoices that the listing of the date showed outside every slot, as far as they are filed here. */
  readonly unlistedInvoices: readonly UnlistedInvoice[]
  /** How the merchant's previous gateway settlement was read; null when there is none. */
  readonly previousGatewayRule: PayoutRule | null
  /** Readings that this settlement is the first to contradict. */
  readonly contradictions: readonly Contradiction[]
  /** The settlement's adjustments, held against all chargebacks of the database; null when there are none. */
  readonly adjustment: Adjustment | null
  /** Chargebacks of this slot that no adjustment of the database has debited. */
  readonly notDebited: readonly Chargeback[]
  /** What the statements of the bank say; null where no statement was ever imported. */
  readonly bank: BankFacts | null
}
