import { groupBy } from '../../../src/std/group-by.ts'
import { nameOf, type SlotKey } from '../story.ts'
import { standingOf } from './bank-findings.ts'
import { isClosed } from './closing.ts'
import { keyOf } from './finding.ts'
import {
  EVERY_FINDING,
  isOfBank,
  type Known,
  latestOf,
  type Model,
  memoryOf,
  type SlotMemory,
  stateOf,
} from './model.ts'
import { isFinal, moneyOf } from './money.ts'
import type { Reading } from './reading.ts'
import { bySlot, type FullPolicy } from './words.ts'

/** What paid a claim: the adjustments of a settlement, or a credit at the bank by the number of its import. */
export type Payer =
  | { readonly kind: 'adjustment'; readonly slot: SlotKey }
  | { readonly kind: 'entry'; readonly place: number }

/** What was paid elsewhere of a claim, and the finding that carries it. */
export interface Recovery {
  readonly slot: string
  readonly key: string
  readonly payer: Payer
  readonly sum: number
}

/** What a person tied: this adjustment debited these chargebacks. */
export interface ChargebackTie {
  readonly number: number
  readonly invoices: readonly string[]
  readonly adjustment: SlotKey
}

export interface Recoveries {
  readonly paid: Recovery[]
  /** Ties in force. */
  readonly ties: ChargebackTie[]
  readonly letters: Letter[]
}

/** A letter, and the cases that it asks for; which they are, the program says. */
export interface Letter {
  readonly number: number
  readonly cases: LetterCase[]
}

export interface LetterCase {
  readonly slot: SlotKey
  readonly keys: readonly string[]
  /** The day by which it should be answered or, with a ticket, that the operator promised. */
  day: string
}

const isSamePayer = (one: Payer, other: Payer): boolean => JSON.stringify(one) === JSON.stringify(other)

export const paidBy = ({ recoveries }: Model, payer: Payer): number =>
  recoveries.paid.filter((one) => isSamePayer(one.payer, payer)).reduce((total, { sum }) => total + sum, 0)

export const paidOf = ({ recoveries }: Model, slot: string, keys: readonly string[]): number =>
  recoveries.paid
    .filter((one) => one.slot === slot && keys.includes(one.key))
    .reduce((total, { sum }) => total + sum, 0)

/** What adjustments bring to the merchant; negative takes. */
export const effectOf = ({ settlement }: Reading, policy: FullPolicy): number => {
  const given = settlement?.adjustments ?? 0
  return policy.adjustments === 'add' ? given : -given
}

export interface Claim {
  readonly memory: SlotMemory
  readonly known: Known
}

/** Every finding that is shown, by settlement: those of money first choice of a claim, and those that are claimed. */
export const findingsShown = ({ slots }: Model): readonly Claim[] =>
  [...slots.values()]
    .sort((one, other) => bySlot(one.slot, other.slot))
    .flatMap((memory) => [...memory.known.values()].map((known) => ({ memory, known })))
    .filter(({ known }) => stateOf(known) !== 'resolved')

/** Settlements whose adjustments bring money, and credits of the operator that no tie has. */
export const payersOf = (model: Model, credits: readonly { readonly place: number }[]): readonly Payer[] => [
  ...[...model.slots.values()]
    .filter((memory) => {
      const reading = latestOf(memory)
      return reading !== null && effectOf(reading, model.policy) > 0
    })
    .map(({ slot }): Payer => ({ kind: 'adjustment', slot })),
  ...credits.map(({ place }): Payer => ({ kind: 'entry', place })),
]

/** What is left of a payer; null where the contract leaves it open. */
const leftOf = (model: Model, payer: Payer, credit: number): number | null => {
  // Whether a credit that may be that of a payout can pay a claim as well is left open.
  if (payer.kind === 'entry')
    return standingOf(model).unknown.some(({ place }) => place === payer.place) ? credit - paidBy(model, payer) : null
  const memory = memoryOf(model, payer.slot)
  const reading = latestOf(memory)
  if (reading === null || isOpenIn(model, memory, 'ADJUSTMENT settlement')) return null
  const money = moneyOf(reading, model.policy)
  if (!isFinal(reading.settlement, model.policy) || money.isEcho) return 0
  return effectOf(reading, model.policy) - paidBy(model, payer)
}

const isOpenIn = (model: Model, memory: SlotMemory, key: string): boolean =>
  isClosed(model, memory.slot.date) ||
  memory.isIncomplete ||
  memory.undecided.has(EVERY_FINDING) ||
  memory.undecided.has(key)

/** Those that the payer may pay: adjustments pay nothing of their own settlement. */
export const paidElsewhere = (claims: readonly Claim[], payer: Payer): readonly Claim[] =>
  claims.filter(({ memory: { slot } }) => payer.kind !== 'adjustment' || nameOf(payer.slot) !== nameOf(slot))

/** The exit status of `discrepancies settle` of some claims; null when the contract leaves it open. */
export const settleStatus = (model: Model, claims: readonly Claim[], payer: Payer, credit: number): number | null => {
  const left = leftOf(model, payer, credit)
  const statuses = claims.map((claim) => (left === null ? null : statusOfClaim(model, claim, left)))
  if (claims.length === 0) return 2
  return statuses.includes(null) ? null : statuses.includes(2) ? 2 : 0
}

const statusOfClaim = (model: Model, { memory, known }: Claim, left: number): number | null => {
  if (isOpenIn(model, memory, keyOf(known.finding)) || !(Number(known.finding.amount) > 0)) return null
  const wasPaid = model.recoveries.paid.some((one) => one.slot === nameOf(memory.slot))
  // A finding that came later opens its case again; which findings are one case, the program says.
  const isOpenAgain = [...memory.known.values()].some((one) => ['new', 'open'].includes(stateOf(one)))
  if (wasPaid || isOpenAgain) return null
  return known.disposition?.kind === 'claimed' && left > 0 ? 0 : 2
}

/** A finding of a case, as the document of a settle shows it. */
export interface PrintedClaim extends SlotKey {
  readonly case: string
  readonly code: string
  readonly subject: string
  readonly caseAmount: number | null
  readonly recovered: number | null
}

/**
 * Pays claimed cases as far as the payer reaches: what is left of them stays claimed. Which findings are a case, its pesos, which of them
 * carries the payment, and which case is paid first, the program says.
 */
export const settle = (
  model: Model,
  many: number,
  payer: Payer,
  credit: number,
  printed: readonly PrintedClaim[],
): readonly string[] => {
  const left = leftOf(model, payer, credit)
  const ofCase = [...groupBy(printed, (one) => one.case).values()].map((of) => payCase(model, payer, of))
  const [paid, open] = [ofCase.reduce((sum, one) => sum + one.paid, 0), ofCase.reduce((sum, one) => sum + one.open, 0)]
  // A case that is not reached is not printed.
  const should = left === null ? paid : ofCase.length < many ? left : Math.max(0, Math.min(open, left))
  const isOver = ofCase.some((one) => one.paid > one.open)
  return paid === should && !(isOver && left !== null)
    ? []
    : [`settle by ${JSON.stringify(payer)}: ${paid} of ${open} paid, should be ${should}`]
}

const payCase = (model: Model, payer: Payer, printed: readonly [PrintedClaim, ...PrintedClaim[]]) => {
  const [slot, keys] = [nameOf(printed[0]), printed.map(keyOf)]
  const memory = memoryOf(model, printed[0])
  const [before, amount] = [paidOf(model, slot, keys), Math.round((printed[0].caseAmount ?? 0) * 100)]
  const told = printed.reduce((total, { recovered }) => total + Math.round((recovered ?? 0) * 100), 0)
  const carrier = printed.find(({ recovered }) => (recovered ?? 0) > 0)
  if (carrier !== undefined && told > before)
    model.recoveries.paid.push({ slot, key: keyOf(carrier), payer, sum: told - before })
  for (const key of keys) {
    const known = memory.known.get(key)
    // What comes after the day of a claim pays it, too.
    const wasClaimed = known?.disposition?.kind === 'claimed' || (known?.disposition == null && told > before)
    if (known !== undefined && wasClaimed && told === amount)
      memory.known.set(key, { ...known, disposition: { kind: 'paid', until: null } })
  }
  return { paid: told - before, open: amount - before }
}

/** The findings of a letter's case that are still there. */
export const findingsOf = (model: Model, { slot, keys }: LetterCase): readonly Claim[] => {
  const memory = memoryOf(model, slot)
  return keys.flatMap((key) => {
    const known = memory.known.get(key)
    return known === undefined || stateOf(known) === 'resolved' ? [] : [{ memory, known }]
  })
}

/** Those that ask for pesos of their own beside a payout that is too small. */
const OWN_PESOS = ['FEES_MISMATCH', 'ADJUSTMENT']
/** Those that ask for a whole payout. */
const OF_PAYOUT = ['SETTLEMENT_ERROR', 'SETTLEMENT_OVERDUE']
const PLAIN = ['PAYOUT_MISMATCH', 'COLLECTED_MISMATCH', 'COUNT_MISMATCH', ...OF_PAYOUT, ...OWN_PESOS]

/**
 * What the operator owes of a settlement of which nobody decided anything (section 13): a payout that failed, is late or too small, fees above
 * the tariff, adjustments that nothing explains. Null where other errors stand beside them.
 */
export const owedOf = (model: Model, memory: SlotMemory): readonly number[] | null => {
  const reading = latestOf(memory)
  const known = [...memory.known.values()].filter((one) => stateOf(one) !== 'resolved')
  const isOther = ({ finding: { code, severity }, disposition }: Known): boolean =>
    disposition !== null || (severity !== 'info' && severity !== 'warning' && !PLAIN.includes(code)) || isOfBank(code)
  if (reading === null || memory.isIncomplete || memory.undecided.size > 0 || known.some(isOther)) return null
  const { difference, rule, notCompared, expected } = moneyOf(reading, model.policy)
  if (isClosed(model, memory.slot.date) || rule === 'unchecked' || notCompared.length > 1) return null
  const ofCodes = (codes: readonly string[]): readonly number[] =>
    known.flatMap(({ finding: { code, severity, amount } }) =>
      codes.includes(code) && (severity === 'error' || code === 'SETTLEMENT_OVERDUE') ? Number(amount) : [],
    )
  const isWrong = ofCodes(['PAYOUT_MISMATCH', 'COLLECTED_MISMATCH']).length > 0
  const owed = isWrong && difference !== null && difference < 0 ? [-difference] : []
  // A payout below zero that is late or failed is owed by the merchant.
  const ofPayout = (expected ?? 0) < 0 ? [] : OF_PAYOUT
  return [...owed, ...ofCodes([...ofPayout, ...OWN_PESOS])].filter((sum) => sum > 0).sort((a, b) => a - b)
}
