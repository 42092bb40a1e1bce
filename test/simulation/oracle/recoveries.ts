import { nameOf, type SlotKey } from '../story.ts'
import { standingOf } from './bank-findings.ts'
import { isClosed } from './closing.ts'
import { keyOf } from './finding.ts'
import { EVERY_FINDING, type Known, latestOf, type Model, memoryOf, type SlotMemory, stateOf } from './model.ts'
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

/** The exit status of `discrepancies settle`; null when the contract leaves it open. */
export const settleStatus = (model: Model, { memory, known }: Claim, payer: Payer, credit: number): number | null => {
  const left = leftOf(model, payer, credit)
  if (left === null || isOpenIn(model, memory, keyOf(known.finding)) || !(Number(known.finding.amount) > 0)) return null
  const wasPaid = model.recoveries.paid.some((one) => one.slot === nameOf(memory.slot))
  // A finding that came later opens its case again; which findings are one case, the program says.
  const isOpenAgain = [...memory.known.values()].some((one) => ['new', 'open'].includes(stateOf(one)))
  if (wasPaid || isOpenAgain) return null
  return known.disposition?.kind === 'claimed' && left > 0 ? 0 : 2
}

/** A finding of a case, as the document of a settle shows it. */
export interface PrintedClaim {
  readonly code: string
  readonly subject: string
  readonly caseAmount: number | null
  readonly recovered: number | null
}

/**
 * Pays a claimed case as far as the payer reaches: what is left of it stays claimed. Which findings are the case, its pesos, and which of
 * them carries the payment, the program says.
 */
export const settle = (
  model: Model,
  { memory }: Claim,
  payer: Payer,
  credit: number,
  printed: readonly PrintedClaim[],
): readonly string[] => {
  const name = nameOf(memory.slot)
  const keys = printed.map(keyOf)
  const [before, amount] = [paidOf(model, name, keys), Math.round((printed[0]?.caseAmount ?? 0) * 100)]
  const told = printed.reduce((total, { recovered }) => total + Math.round((recovered ?? 0) * 100), 0)
  const left = leftOf(model, payer, credit)
  const should = left === null ? null : before + Math.max(0, Math.min(amount - before, left))
  const carrier = printed.find(({ recovered }) => (recovered ?? 0) > 0)
  if (carrier !== undefined && told > before)
    model.recoveries.paid.push({ slot: name, key: keyOf(carrier), payer, sum: told - before })
  for (const key of keys) {
    const known = memory.known.get(key)
    if (known?.disposition?.kind === 'claimed' && told === amount)
      memory.known.set(key, { ...known, disposition: { kind: 'paid', until: null } })
  }
  return should === null || should === told
    ? []
    : [`settle: paid of ${name} ${carrier?.code}: ${told}, should be ${should}`]
}
