import type { Centavos } from '../money.ts'

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
