import { type Amount, addAmounts, type Centavos, minus, plus, ZERO } from '../../core/money.ts'

/**
 * Where the money of a settlement is (SPEC, section 7). Each settlement stands once among `settlements`, by its expected
 * payout, or by what else is known of it; the others are parts of its money, and no peso is in two of them.
 */
const GROUPS = {
  settlements: [
    'compared',
    'failed',
    'inProcess',
    /** Invoices that count and no settlement. */
    'noSettlement',
    /** Read before, and no longer there. */
    'gone',
    /** Due but not read whole. Nobody asked for those that stand at no decision. */
    'unread',
    /** Final, and not comparable with its list: open by an error, or set aside by a decision or the policy. */
    'notComparable',
    /** Neither a settlement nor an invoice that counts. */
    'empty',
    'notDue',
  ],
  /** Of settlements that were compared: paid too little, which the operator owes, and too much. Both positive, never netted. */
  differences: ['owed', 'overpaid'],
  /** The pesos of findings about other money than the payout. All positive, never netted. */
  findings: [
    'feesTooMuch',
    'feesTooLittle',
    'bankMissing',
    'bankLess',
    'bankMore',
    /** What adjustments that no chargeback explains take from payouts. */
    'adjustmentsTaken',
    'chargebacks',
    'notDebited',
  ],
  /**
   * Counted only: settlements, in nothing above, whose final, paid or closed data changed; others whose figures disagree
   * although their payout is right or was decided about; and cases of open errors that nothing above covers.
   */
  counts: ['changed', 'otherFigures', 'otherErrors'],
  /** Listed invoices. */
  invoices: ['counted', 'notCounted'],
  /**
   * The kinds of the first answer: what is open of the pesos above, each settlement once in a kind, no peso in two. It has
   * not arrived, was paid too little or charged too much, was paid too much or charged too little, or could not be
   * judged; the last are settlements of which no peso is known.
   */
  answer: ['notArrived', 'tooLittle', 'tooMuch', 'notJudged', 'notRead'],
} as const

export const ANSWER_KINDS = GROUPS.answer
export type AnswerKind = (typeof ANSWER_KINDS)[number]
export const SETTLEMENT_BUCKETS = GROUPS.settlements
export const FINDING_BUCKETS: readonly Bucket[] = GROUPS.findings
export const BANK_BUCKETS: readonly Bucket[] = ['bankMissing', 'bankLess', 'bankMore']
export const BUCKETS = Object.values(GROUPS).flat()

export type Bucket = (typeof GROUPS)[keyof typeof GROUPS][number]

/** The decision about a sum: none is needed or possible, none yet, claimed from the operator, accepted, allowed by the policy, or paid elsewhere after a claim. */
export const DIFFERENCE_STATES = ['none', 'open', 'claimed', 'accepted', 'tolerated', 'paid'] as const
export type DifferenceState = (typeof DIFFERENCE_STATES)[number]

/** What was decided about the money of one bucket. */
type Decided = Readonly<Record<DifferenceState, Amount>>

/** The money of some settlements: where it is, by what was decided. */
export type Position = Readonly<Record<Bucket, Decided>>

/** Some money in one cell of the table. */
export interface Placed {
  readonly bucket: Bucket
  readonly state: DifferenceState
  /** Null when nothing is known of it. */
  readonly sum: Centavos | null
  /** One by default. */
  readonly number?: number
}

const NOTHING: Amount = { number: 0, sum: ZERO }
const UNDECIDED = Object.fromEntries(DIFFERENCE_STATES.map((state) => [state, NOTHING])) as Decided
/** Most buckets of most positions are empty. */
const EMPTY = Object.fromEntries(BUCKETS.map((bucket) => [bucket, UNDECIDED])) as Position

type Table = { -readonly [B in Bucket]: Decided }

const add = (table: Table, bucket: Bucket, state: DifferenceState, amount: Amount): void => {
  table[bucket] = { ...table[bucket], [state]: addAmounts(table[bucket][state], amount) }
}

export const placedTogether = (all: readonly Placed[]): Position => {
  const table: Table = { ...EMPTY }
  for (const { bucket, state, sum, number = 1 } of all) add(table, bucket, state, { number, sum: sum ?? ZERO })
  return table
}

/** Adds positions of settlements that are in one of them only, in any order. */
export const addPositions = (positions: readonly Position[]): Position => {
  const table: Table = { ...EMPTY }
  for (const position of positions)
    for (const bucket of BUCKETS)
      if (position[bucket] !== UNDECIDED)
        for (const state of DIFFERENCE_STATES) add(table, bucket, state, position[bucket][state])
  return table
}

/** All of a bucket, whatever was decided. */
export const totalOf = (decided: Decided): Amount => Object.values(decided).reduce(addAmounts, NOTHING)

/** Of a bucket, what no decision is open or taken about; what was paid elsewhere after a claim is no longer claimed. */
export const undecidedIn = ({ none, paid }: Decided): Amount => addAmounts(none, paid)

/** What the settlements that were compared paid out: expected, less what is owed, and what was paid too much. */
export const paidOutOf = ({ compared, owed, overpaid }: Position): Centavos =>
  plus(minus(totalOf(compared).sum, totalOf(owed).sum), totalOf(overpaid).sum)

/** Settlements that are due, whatever became of them. */
export const numberDue = (position: Position): number =>
  SETTLEMENT_BUCKETS.reduce((all, bucket) => all + totalOf(position[bucket]).number, 0) -
  totalOf(position.notDue).number

/** Why a settlement's figures were not compared with its invoices. */
export const NOT_COMPARED = ['unread', 'no-settlement', 'not-final', 'failed', 'malformed', 'echo'] as const
export type NotCompared = (typeof NOT_COMPARED)[number]

/** A difference by the decision about each part of it, in centavos and signed; the parts add up to the difference. */
export type DifferenceShares = Readonly<Record<Exclude<DifferenceState, 'none'>, Centavos>>

/**
 * The parts of an expected payout: listed - fees deducted + adjustments - kept by the gateway. Null without a
 * settlement, since its fees are then unknown.
 */
export interface PayoutParts {
  readonly feesDeducted: Centavos
  /** Fees that are billed apart, or that a gateway reading leaves out. */
  readonly feesNotDeducted: Centavos
  /** The effect of the adjustments on the payout, by the policy; zero where a gateway reading leaves them out. */
  readonly adjustments: Centavos
  /** The part that a gateway settlement collects but does not pay out. */
  readonly keptByGateway: Centavos
}

/** The money of one settlement (SPEC, section 7). All in centavos; `null` means unknown, never zero. */
export interface SettlementMoney {
  /** S: the sum of the invoices that count; null for a slot never read whole. */
  readonly listed: Centavos | null
  /** E: the expected payout; null without a settlement, and when the list or the settlement cannot be used for this slot. */
  readonly expected: Centavos | null
  readonly parts: PayoutParts | null
  /**
   * Exactly one of the three is the reported payout, the other two are zero; all are null without a settlement. An
   * echo has those of the other slot's settlement.
   */
  readonly paidOut: Centavos | null
  readonly inProcess: Centavos | null
  readonly failed: Centavos | null
  /** Reported payout less expected: negative when the operator owes. Null when nothing was compared. */
  readonly difference: Centavos | null
  /** Null when everything was compared. */
  readonly notCompared: NotCompared | null
  /** Its settlement is the answer for another one, whether the last attempt was read whole or not. */
  readonly isEcho?: true
  /**
   * The decision about the difference; for a failed settlement about its failure, for one in process or missing about
   * its delay. Open while a part of the difference is open, and claimed while a part is claimed.
   */
  readonly state: DifferenceState
  /** All zero when nothing was compared. */
  readonly shares: DifferenceShares
}
