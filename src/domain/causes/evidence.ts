import type { Gaps, ListGap } from '../assessment/gaps.ts'
import type { Centavos } from '../money.ts'
import type { Policy } from '../policy.ts'
import type { Settlement } from '../settlement.ts'
import type { Slot } from '../slot.ts'
import type { Few } from './few.ts'

/** Some invoices that count: how many, what they come to, and the first of their ids. */
export interface Group {
  readonly invoices: Few
  readonly sum: Centavos
}

/** What a second reading of the slot's own list found. Sums follow the policy's basis unless they say otherwise. */
export interface ListClues {
  readonly gap: ListGap
  /** The invoices that count. */
  readonly counted: number
  readonly chargebacks: Group
  /** Those that count and whose amount is not what was paid, and by how much the other basis differs in all. */
  readonly otherBasis: Group
  /** Invoices that count and that each equal what the list has too much. */
  readonly worthTheExcess: Few
  /** Those that count and are listed more than once, taken once each. */
  readonly doubled: Group
  /** Those among them that each equal what is missing. */
  readonly doubledWorthTheGap: Few
  /** How many further copies each doubled invoice has; null when it is not the same number for all. */
  readonly furtherCopies: number | null
  /** Those that count and name another cycle of this date, by its label. */
  readonly byOtherLabel: ReadonlyMap<string, Group>
}

/** An invoice of a neighbouring settlement that is worth exactly what is missing here. */
export interface NeighbourInvoice {
  readonly id: string
  readonly slot: Slot
  /** Whether it names the slot in question. */
  readonly namesThisSlot: boolean
}

/** The list of another slot of the same date whose label may be another name of this cycle. */
export interface OtherList {
  readonly slot: Slot
  readonly invoices: Few
  readonly sum: Centavos
}

/** The gaps of a slot that came later. */
export interface LaterGaps {
  readonly slot: Slot
  readonly gaps: Gaps
}

/** The slot's own list, and those beside it. */
export interface ListEvidence extends ListClues {
  readonly neighbours: Few<NeighbourInvoice>
  readonly otherLists: readonly OtherList[]
}

/** What a second reading of the list found about its fees. Each alternative here closes the gap. */
export interface FeeClues {
  /** Charged less expected. */
  readonly gap: Centavos
  /** By how much an alternative may miss the charged sum, in centavos: the operator's rounding. */
  readonly slack: Centavos
  /** Of the fees expected. */
  readonly tax: Centavos
  readonly withheld: Centavos
  /** The rates of the schedule before or after. */
  readonly bySchedule: readonly ('before' | 'after')[]
  /** A method at the rate of another. */
  readonly byMethod: readonly { readonly method: string; readonly other: string }[]
  /** Listed payments that each cost what was charged too little, and too much. */
  readonly leftOut: Few
  readonly doubled: Few
  /** The one invoice that is reported and not listed, and the methods by which it would cost what was charged too much. */
  readonly unlisted: { readonly paid: Centavos; readonly methods: readonly string[] } | null
}

/** Everything that the causes of one slot may use. */
export interface Evidence {
  readonly slot: Slot
  readonly policy: Policy
  readonly settlement: Settlement
  readonly gaps: Gaps
  /** Null when the sum and number of the invoices agree or are not judged. */
  readonly list: ListEvidence | null
  /** Null when the fees agree, or are not judged. */
  readonly fees: FeeClues | null
  /** Slots after this one, in order, that settle within 31 days. */
  readonly later: readonly LaterGaps[]
}
