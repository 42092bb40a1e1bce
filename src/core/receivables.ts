import type { ActStamp } from './findings/act.ts'
import type { Centavos } from './money.ts'
import type { Slot, SlotDate } from './slot.ts'

/** A month of a list: `2026-10`. */
export type Month = string

/** What a tenant owes, as the merchant's list says it. */
export interface Due {
  /** The id of the list; of a row without one, its contract, month and concept. */
  readonly key: string
  readonly dueId: string | null
  readonly reference: string | null
  /** Null where the list has none: blank, or nothing but zeros. */
  readonly contract: string | null
  readonly document: string | null
  readonly amount: Centavos
  readonly dueDate: SlotDate
  /** The month of its period, else that of its due date. */
  readonly month: Month
  readonly concept: string | null
  readonly owner: string | null
  /** The place in the list. */
  readonly row: number
}

/** A due of a stored list. */
export interface DueInFile extends Due {
  /** The number of the list, and its name. */
  readonly file: number
  readonly fileName: string
}

/** What a tenant paid: an invoice of the operator, or an operation at a bank. */
export interface RentPayment {
  /** The id of the invoice; of an operation at a bank, one made of what the bank says of it. */
  readonly id: string
  readonly reference: string | null
  readonly contract: string | null
  readonly document: string | null
  readonly paid: Centavos
  readonly paidOn: SlotDate
  /** Orders the payments of a day. */
  readonly paidAt: string
  /** How it was paid: the method of the operator, or `bank`. */
  readonly channel: string
  /** The money went back. */
  readonly isChargedBack: boolean
  /** The settlement that lists it; null while none does, and at a bank. */
  readonly slot: Slot | null
}

/** What a file of a collecting bank says of one operation. */
export type BankPayment = Pick<RentPayment, 'id' | 'reference' | 'paid' | 'paidOn'> & { readonly row: number }

/** Dues and payments that a person says belong together, or do not. */
export interface RentTie extends ActStamp {
  readonly reason: string
  /** Keys of dues. */
  readonly dues: readonly string[]
  /** Ids of payments. */
  readonly payments: readonly string[]
  /** Whether they belong together. */
  readonly isTied: boolean
  readonly undone: (ActStamp & { readonly reason: string }) | null
}

/** A file of receivables as stored. */
export interface ReceivableFileRecord extends ActStamp {
  readonly kind: 'list' | 'bank'
  readonly name: string
  readonly digest: string
  /** The months of its dues, or of its payments. */
  readonly months: readonly Month[]
  readonly rows: number
  readonly sum: Centavos
  readonly voided: (ActStamp & { readonly reason: string }) | null
}

/** What became of a file that was imported: rows that no earlier file had, and rows that one had. A file with bytes in force changes nothing. */
export type ReceivableFileResult =
  | { readonly kind: 'known'; readonly number: number }
  | { readonly kind: 'imported'; readonly number: number; readonly added: number; readonly repeated: number }

/** The rules by which payments are matched to dues. */
export interface ReceivableRules {
  /** Days before and after the due date within which a payment may be of the due. */
  readonly receivableWindowDays: { readonly before: number; readonly after: number }
  /** Days after the due date before a due is overdue. */
  readonly receivableGraceDays: number
  /** A difference of a due that counts as paid. */
  readonly receivableToleranceCop: Centavos
}

/** What is wrong with a payment, in the settlement that lists its invoice. */
export interface RentFault {
  readonly kind: 'short' | 'over' | 'twice' | 'unknown' | 'ambiguous'
  readonly slot: Slot
  readonly invoiceId: string
  readonly paid: Centavos
  /** What was due; null where nothing is known to be. */
  readonly expected: Centavos | null
  /** The key of its due; the first of several. */
  readonly due: string | null
}

/** The column of a list by its name in the header, or by its number; the first is 1. */
type ListColumn = string | number

/** The columns of a list that a due is made of. */
export const LIST_COLUMNS = [
  'dueId',
  'reference',
  'contract',
  'document',
  'amount',
  'dueDate',
  'period',
  'concept',
  'owner',
] as const
export type ListColumnName = (typeof LIST_COLUMNS)[number]

/** How the columns of a list are read. */
export type ReceivableMapping = { readonly [Name in Exclude<ListColumnName, 'amount'>]: ListColumn | null } & {
  readonly amount: ListColumn
  readonly headerRows: number
  readonly footerRows: number
  /** Null: detected from the whole file. */
  readonly dates: 'yyyy-mm-dd' | 'yyyymmdd' | 'ddmmyyyy' | 'dd/mm/yyyy' | 'mm/dd/yyyy' | null
  readonly decimal: '.' | ',' | null
  readonly encoding: 'utf-8' | 'utf-16le' | 'windows-1252' | null
  readonly delimiter: ',' | ';' | '\t' | '|' | null
}
