import type { Centavos } from './money.ts'
import type { Slot, SlotDate } from './slot.ts'

/** What an account of the merchant's ledger is for; withholdings have one each, by their name in the tariff. */
export const ROLES = [
  'bank',
  'transit',
  'operator',
  'tenants',
  'fees',
  'feeTax',
  'withholdings',
  'feesPayable',
  'chargebacks',
  'adjustments',
  'gateway',
  'suspense',
  'accepted',
  'unknownCredits',
  'bankCharges',
  'opening',
] as const
export type Role = (typeof ROLES)[number]

/** The accounts of the merchant's own ledger, by role. */
export type JournalAccounts = Readonly<Partial<Record<Exclude<Role, 'withholdings'>, string>>> & {
  readonly withholdings?: Readonly<Record<string, string>>
}

export type ThirdParties = {
  readonly operator?: string
  readonly bank?: string
  /** `document` of each due or, without a list, of its invoice; `owner` of each due; or one tax id for all. */
  readonly tenants?: string
}

/** How the journal is booked (SPEC, section 11). */
export type JournalSettings = {
  readonly accounts: JournalAccounts
  readonly thirdParties: ThirdParties
  readonly voucherType: string | null
  readonly costCenter: string | null
  /** The first day of the journal; null for that of the database. */
  readonly from: SlotDate | null
  readonly basis: 'accrual' | 'cash'
  /** What stands below each head of the user's own sheet. */
  readonly template: Readonly<Record<string, string>> | null
}

/** The journal that is set up: one without any account only says who the operator is. */
export const journalOf = <S extends JournalSettings>(settings: S | null): S | null =>
  settings === null || Object.keys(settings.accounts).length === 0 ? null : settings

export const ENTRY_KINDS = [
  'opening',
  'reversal',
  'payment',
  'settlement',
  'fees-billed',
  'fees-invoice',
  'arrival',
  'advance',
  'unknown-credit',
  'recovered',
  'accepted',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A line of an entry, in centavos: a debit is positive, a credit negative. */
export interface JournalLine {
  readonly role: Role
  /** The name of a withholding; null for every other role. */
  readonly name: string | null
  readonly sum: Centavos
  /** The invoice it is about, with its customer's document; null where it is about none. */
  readonly invoice: string | null
  readonly document: string | null
  /** Whose rent it pays, as the merchant's list says; null where no list does. */
  readonly due: { readonly document: string | null; readonly owner: string | null } | null
  /** As it was set when the entry was frozen; null while it is open. */
  readonly account: string | null
  readonly thirdParty: string | null
}

/** What an entry says beside its lines. */
export interface EntryFacts {
  /** What it is made from: the same thing has the same key for ever. */
  readonly key: string
  readonly kind: EntryKind
  /** Its own day. */
  readonly day: SlotDate
  readonly slot: Slot | null
  readonly text: string
  /** Codes and ids of the findings behind it. */
  readonly findings: readonly string[]
  readonly lines: readonly JournalLine[]
}

/** An entry in the journal. */
export interface JournalEntry extends EntryFacts {
  readonly date: SlotDate
  /** Unique: the key, and which entry of it this is. */
  readonly id: string
  /** Null while it is open. */
  readonly number: number | null
  /** The number of the closing that froze it; null while it is open. */
  readonly closing: number | null
  /** The entry that it reverses. */
  readonly reverses: string | null
  readonly voucherType: string | null
  readonly costCenter: string | null
}
