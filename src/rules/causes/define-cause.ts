import type { GapName } from '../../core/findings/discrepancy.ts'
import type { Centavos } from '../../core/money.ts'
import type { Policy } from '../../core/policy.ts'
import type { Settlement } from '../../core/settlement.ts'
import type { Slot } from '../../core/slot.ts'
import type { Both } from '../../std/both.ts'
import type { Gaps, ListGap } from '../assessment/gaps.ts'
import { inEnglish, type Say } from '../say.ts'

/** A way in which a cause fits: the gaps that it closes to the centavo, and the data of its sentence. */
export interface Fit<D extends object> {
  readonly closes: readonly GapName[]
  readonly data: D
  /** Ids of invoices to look at: the first few, in order. */
  readonly invoices: readonly string[]
  /** The number of single invoices or slots that would each close the gap alone. */
  readonly candidates: number
}

/** A way in which a cause fits, with its code and sentence. */
export interface CauseFit extends Fit<object> {
  readonly code: string
  readonly detail: string
}

/** The texts of a cause. */
interface Words<Message> {
  readonly title: Both<string>
  /** What would have happened, as worded in the manual. */
  readonly when: string
  readonly message: Both<Message>
}

interface Definition<C extends string, D extends object> extends Words<(data: D, say: Say) => string> {
  readonly code: C
  /** The ways in which it fits the evidence, mostly none or one. */
  readonly check: (evidence: Evidence) => readonly Fit<D>[]
}

/** A cause as the registry lists it. */
export interface CauseRecord<C extends string = string> extends Words<(data: object, say: Say) => string> {
  readonly code: C
  readonly check: (evidence: Evidence) => readonly CauseFit[]
}

/** Makes a cause from its parts. Stored data is validated before it is passed to the sentences, as with checks. */
export const defineCause = <const C extends string, D extends object>({
  code,
  title,
  when,
  check,
  message,
}: Definition<C, D>): CauseRecord<C> => ({
  code,
  title,
  when,
  message: message as Both<(data: object, say: Say) => string>,
  check: (evidence) => check(evidence).map((fit) => ({ code, detail: message.en(fit.data, inEnglish), ...fit })),
})

export const DOES_NOT_FIT: readonly never[] = []

/** Some invoices that count: their number, their sum, and the first of their ids. */
export interface Group {
  readonly invoices: Sample
  readonly sum: Centavos
}

/** The result of a second reading of the slot's own list. Sums follow the policy's basis unless they say otherwise. */
export interface ListClues {
  readonly gap: ListGap
  /** The invoices that count. */
  readonly counted: number
  readonly chargebacks: Group
  /** Invoices that count whose amount differs from paid, and the total difference of the other basis. */
  readonly otherBasis: Group
  /** Invoices that count and are each worth exactly the excess of the list. */
  readonly worthTheExcess: Sample
  /** Invoices that count and are listed more than once, each taken once. */
  readonly doubled: Group
  /** Those among them that are each worth exactly what is missing. */
  readonly doubledWorthTheGap: Sample
  /** The number of further copies of each doubled invoice; null when it is not the same for all. */
  readonly furtherCopies: number | null
  /** Invoices that count and name another cycle of this date, by its label. */
  readonly byOtherLabel: ReadonlyMap<string, Group>
}

/** An invoice of a neighbouring settlement that is worth exactly what is missing here. */
export interface NeighbourInvoice {
  readonly id: string
  readonly slot: Slot
  /** Whether it names the slot in question. */
  readonly namesThisSlot: boolean
}

/** The list of another slot of the same date whose label may be another name for this cycle. */
export interface OtherList {
  readonly slot: Slot
  readonly invoices: Sample
  readonly sum: Centavos
}

/** The gaps of a later slot. */
export interface LaterGaps {
  readonly slot: Slot
  readonly gaps: Gaps
}

/** The slot's own list, and lists of other slots. */
export interface ListEvidence extends ListClues {
  readonly neighbours: Sample<NeighbourInvoice>
  readonly otherLists: readonly OtherList[]
}

/** The result of a second reading of the list about its fees. Each alternative here closes the gap. */
export interface FeeClues {
  /** Charged less expected. */
  readonly gap: Centavos
  /** How far an alternative may miss the charged sum, in centavos, because of the operator's rounding. */
  readonly slack: Centavos
  /** The tax in the expected fees. */
  readonly tax: Centavos
  readonly withheld: Centavos
  /** The rates of the previous or the next schedule. */
  readonly bySchedule: readonly ('before' | 'after')[]
  /** A method at the rate of another. */
  readonly byMethod: readonly { readonly method: string; readonly other: string }[]
  /** Listed payments whose fee is each exactly what was charged too little. */
  readonly notCharged: Sample
  /** Listed payments whose fee is each exactly what was charged too much. */
  readonly chargedTwice: Sample
  /** The one invoice that is reported but not listed, and the methods under which its fee would be what was charged too much. */
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
  /** Later slots within 31 days, in order. */
  readonly later: readonly LaterGaps[]
}

/** The sum decides. The number counts only together with the sum, since small numbers agree by chance. */
export const closedBy = (gap: ListGap, collected: Centavos, count: number): readonly GapName[] => {
  if (gap.collected !== collected) return []
  const sum = collected === 0n ? [] : (['collected'] as const)
  return gap.count === 0 || gap.count !== count ? sum : [...sum, 'count']
}

/** The number of things that were found, and the first of them: a million can be counted without keeping them in memory. */
export interface Sample<T = string> {
  readonly number: number
  readonly first: readonly T[]
}

/** The most that are kept, for a person to look at. */
const SAMPLE_MAX = 5

/** Counts items as they arrive, and keeps the first. */
export const gatherSample = <T = string>() => {
  const first: T[] = []
  let number = 0
  return {
    add: (one: T): void => {
      number += 1
      if (first.length < SAMPLE_MAX) first.push(one)
    },
    result: (): Sample<T> => ({ number, first }),
  }
}
