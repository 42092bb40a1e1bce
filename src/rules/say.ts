import { factsOf, INVOICE_FIELD_NAMES } from '../core/invoice-fields.ts'
import { type Centavos, inWords } from '../core/money.ts'
import { nameOf } from '../core/slot.ts'

/** The operator's names of fields that differ from ours (api.md, Resources). */
const OPERATOR_NAMES: ReadonlyMap<string, string> = new Map([
  ['collected', 'amountCollected'],
  ['payout', 'paymentAmount'],
  ['invoiceCount', 'numberOfInvoices'],
  ...INVOICE_FIELD_NAMES.flatMap((name) => {
    const { service } = factsOf(name)
    return service === name ? [] : [[name, service] as const]
  }),
])

/** Null when the operator's name is the same as ours. */
export const operatorName = (field: string): string | null => OPERATOR_NAMES.get(field) ?? null

/** The name of a field in a message, with the operator's name: `collected (amountCollected)`. */
export const fieldName = (field: string): string => {
  const theirs = operatorName(field)
  return theirs === null ? field : `${field} (${theirs})`
}

/** A slot as named by an invoice or an answer. Either part may be absent. */
export interface NamedSlot {
  readonly date: string | null
  readonly cycle: string | null
}

/** Whether it names a settlement at all. */
export const isNamed = ({ date, cycle }: NamedSlot): boolean => date !== null || cycle !== null

/** The forms of a sentence's parts in one language. */
export interface Say {
  /** `COP 1,850,000.55`; a null sum is called absent. */
  readonly money: (sum: Centavos | null) => string
  readonly slot: (slot: NamedSlot) => string
  /** A field by our name: `collected`. */
  readonly field: (field: string) => string
  /** A field by our name and the operator's, when they differ: `collected (amountCollected)`. */
  readonly bothNames: (field: string) => string
  /** A day of a statement or of a closing: `2026-03-12`. */
  readonly day: (day: string) => string
  readonly status: (status: string) => string
  /** A payment method: the service's own name in English, the usual name in Spanish. */
  readonly method: (method: string) => string
  /** `3.5 %` */
  readonly percent: (rate: number) => string
  readonly flag: (flag: boolean) => string
}

/** English is the language of the database and of CSV files. */
export const inEnglish: Say = {
  money: (sum) => (sum === null ? 'absent' : inWords(sum)),
  slot: ({ date, cycle }) => nameOf({ date: date ?? '(no date)', cycle: cycle ?? '(none)' }),
  field: (field) => field,
  bothNames: fieldName,
  day: (day) => day,
  status: (status) => status,
  method: (method) => method,
  percent: (rate) => `${rate} %`,
  flag: String,
}
