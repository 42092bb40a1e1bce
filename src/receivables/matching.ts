import { type Centavos, minus, plus, size, sumOf, ZERO } from '../core/money.ts'
import type { Due, ReceivableRules, RentPayment, RentTie } from '../core/receivables.ts'
import { addDays, type SlotDate } from '../core/slot.ts'
import { compareText } from '../std/compare-text.ts'
import { groupBy } from '../std/group-by.ts'
import { identifiersOf } from './identifiers.ts'
import { answersOf, FEW } from './sets.ts'

/** By what a payment was found to be of a due. */
export const BASES = ['person', 'reference', 'contract', 'document'] as const
export type Basis = (typeof BASES)[number]

/** What a payment is to a due: it pays it, exceeds it, or pays it once more. */
export type UseKind = 'applied' | 'excess' | 'second'

/** A part of a payment that belongs to a due. */
export interface PaymentUse {
  readonly due: string
  readonly payment: string
  readonly by: RentPayment
  readonly kind: UseKind
  readonly sum: Centavos
  readonly basis: Basis
}

/** What belongs together. Whatever is in none of its parts is unpaid, or of an unknown payer. */
export interface RentMatching {
  readonly uses: readonly PaymentUse[]
  /** Dues and payments for which more than one answer fits: a person says which. */
  readonly ambiguous: { readonly dues: ReadonlySet<string>; readonly payments: ReadonlySet<string> }
  /** Dues whose payments went back. */
  readonly chargedBack: ReadonlySet<string>
}

export interface RentQuestion<D extends Due = Due> {
  readonly dues: readonly D[]
  readonly payments: readonly RentPayment[]
  readonly ties: readonly Pick<RentTie, 'dues' | 'payments' | 'isTied' | 'undone'>[]
  readonly rules: ReceivableRules
}

/**
 * Finds which payments are of which dues: first what a person says; then exact sums by reference, by contract, and by
 * document and amount; then what is left, by reference or contract. The order of dues and payments changes nothing (what
 * is in order already is put in order at once).
 */
export const matchRents = (question: RentQuestion): RentMatching => {
  const dues = question.dues.toSorted(byAge)
  const stayed = question.payments.filter(({ isChargedBack }) => !isChargedBack).toSorted(byTime)
  const gone = question.payments.filter(({ isChargedBack }) => isChargedBack).toSorted(byTime)
  const ledger = openLedger(dues, question)
  matchWhole(ledger, question.ties, dues, stayed)
  for (const basis of ['reference', 'contract'] as const)
    for (const group of groupsOf(ledger, basis, dues, stayed)) matchRest(ledger, basis, group)
  const unpaid = openOf(ledger, { dues, payments: [] }).dues
  const back = { ...ledger, uses: [], ambiguous: { dues: new Set<string>(), payments: new Set<string>() } }
  matchWhole(back, question.ties, unpaid, gone)
  return { uses: ledger.uses, ambiguous: ledger.ambiguous, chargedBack: new Set(back.uses.map(({ due }) => due)) }
}

/** What a person says, then exact sums. */
const matchWhole = (
  ledger: Ledger,
  ties: RentQuestion['ties'],
  dues: readonly Due[],
  payments: readonly RentPayment[],
): void => {
  for (const tie of ties)
    if (tie.isTied && tie.undone === null)
      pour(ledger, duesOf(dues, tie.dues), paymentsOf(payments, tie.payments), 'person')
  for (const basis of ['reference', 'contract', 'document'] as const) matchExactSums(ledger, basis, dues, payments)
}

/** The oldest first. */
export const byAge = (a: Due, b: Due): number => compareText(a.dueDate, b.dueDate) || compareText(a.key, b.key)
/** The earliest first. */
export const byTime = (a: RentPayment, b: RentPayment): number =>
  compareText(a.paidOn, b.paidOn) || compareText(a.paidAt, b.paidAt) || compareText(a.id, b.id)

const duesOf = (dues: readonly Due[], keys: readonly string[]) => dues.filter(({ key }) => keys.includes(key))
const paymentsOf = (payments: readonly RentPayment[], ids: readonly string[]) =>
  payments.filter(({ id }) => ids.includes(id))

/** What is found so far. */
interface Ledger {
  readonly rules: ReceivableRules
  readonly uses: PaymentUse[]
  /** What is left of each due, and of each payment that was used. */
  readonly left: Map<string, Centavos>
  readonly free: Map<string, Centavos>
  readonly ambiguous: { readonly dues: Set<string>; readonly payments: Set<string> }
  readonly identifiers: ReturnType<typeof identifiersOf>
  /** Whether a person said that they do not belong together. */
  readonly isUntied: (due: Due, payment: RentPayment) => boolean
  /** Whether a list has the dues that a payment of that day may pay in advance. */
  readonly isListed: (day: SlotDate) => boolean
}

const openLedger = (dues: readonly Due[], { payments, ties, rules }: RentQuestion): Ledger => {
  const untied = new Set(
    ties
      .filter(({ isTied, undone }) => !isTied && undone === null)
      .flatMap((tie) => tie.dues.flatMap((due) => tie.payments.map((payment) => `${due}\n${payment}`))),
  )
  const months = new Set(dues.map(({ month }) => month))
  const hasList = (day: SlotDate): boolean => months.has(day.slice(0, 7))
  return {
    rules,
    uses: [],
    left: new Map(dues.map(({ key, amount }) => [key, amount])),
    free: new Map(),
    ambiguous: { dues: new Set(), payments: new Set() },
    identifiers: identifiersOf(dues, payments),
    isUntied: (due, payment) => untied.size > 0 && untied.has(`${due.key}\n${payment.id}`),
    isListed: (day) => hasList(day) && hasList(addDays(day, rules.receivableWindowDays.before)),
  }
}

const leftOf = ({ left }: Ledger, { key }: Due): Centavos => left.get(key) ?? ZERO
const freeIn = ({ free }: Ledger, { id, paid }: RentPayment): Centavos => free.get(id) ?? paid

const use = (ledger: Ledger, due: Due, payment: RentPayment, kind: UseKind, sum: Centavos, basis: Basis): void => {
  ledger.uses.push({ due: due.key, payment: payment.id, by: payment, kind, sum, basis })
  ledger.free.set(payment.id, minus(freeIn(ledger, payment), sum))
  if (kind === 'applied') ledger.left.set(due.key, minus(leftOf(ledger, due), sum))
}

/** Payments pay the dues, the oldest first; what is more exceeds the last of them. */
const pour = (ledger: Ledger, dues: readonly Due[], payments: readonly RentPayment[], basis: Basis): void => {
  const last = dues.at(-1)
  if (last === undefined) return
  for (const payment of payments) {
    for (const due of dues) {
      const sum = least(leftOf(ledger, due), freeIn(ledger, payment))
      if (sum > 0n) use(ledger, due, payment, 'applied', sum, basis)
    }
    const rest = freeIn(ledger, payment)
    if (rest > 0n) use(ledger, last, payment, 'excess', rest, basis)
  }
}

const least = (a: Centavos, b: Centavos): Centavos => (a < b ? a : b)

/** Dues and payments with the same reference, contract or document. */
interface Group {
  readonly dues: readonly Due[]
  readonly payments: readonly RentPayment[]
}

type Identifier = Exclude<Basis, 'person'>

/** The groups that have both; a due or payment of which more than one answer fits is in none. */
const groupsOf = (
  ledger: Ledger,
  basis: Identifier,
  dues: readonly Due[],
  payments: readonly RentPayment[],
): readonly Group[] => {
  const { ambiguous, identifiers } = ledger
  const nameOf = (one: Due | RentPayment): string => identifiers.of(basis, one) ?? ''
  const free = payments.filter((payment) => !ambiguous.payments.has(payment.id) && freeIn(ledger, payment) > 0n)
  const names = new Set(free.map(nameOf))
  names.delete('')
  const ofDues = groupBy(
    names.size === 0 ? [] : dues.filter((due) => !ambiguous.dues.has(due.key) && names.has(nameOf(due))),
    nameOf,
  )
  if (ofDues.size === 0) return []
  const ofPayments = groupBy(free, nameOf)
  return [...ofDues].map(([name, own]) => ({ dues: own, payments: ofPayments.get(name) ?? [] }))
}

/** Those of a group of which nothing is used yet. */
const freeOf = (ledger: Ledger, { dues, payments }: Group): Group => ({
  dues: dues.filter((due) => leftOf(ledger, due) === due.amount),
  payments: payments.filter((payment) => freeIn(ledger, payment) === payment.paid),
})

/** Whether a payment may be of a due: late by any days where reference or contract stand, else within the window. */
const mayPay = (ledger: Ledger, basis: Identifier, due: Due, payment: RentPayment): boolean => {
  const { before, after } = ledger.rules.receivableWindowDays
  if (payment.paidOn < addDays(due.dueDate, -before) || ledger.isUntied(due, payment)) return false
  if (basis === 'document' && payment.paidOn > addDays(due.dueDate, after)) return false
  return !ledger.identifiers.contradict(basis, due, payment)
}

const matchExactSums = (
  ledger: Ledger,
  basis: Identifier,
  dues: readonly Due[],
  payments: readonly RentPayment[],
): void => {
  for (const group of groupsOf(ledger, basis, dues, payments)) {
    for (const tolerance of new Set([ZERO, ledger.rules.receivableToleranceCop])) {
      const { found, open } = pairs(ledger, basis, freeOf(ledger, group), tolerance)
      for (const [due, payment] of found) pour(ledger, [due], [payment], basis)
      setAside(ledger, open)
    }
    if (basis !== 'document') matchSets(ledger, basis, group)
  }
}

const setAside = ({ ambiguous }: Ledger, { dues, payments }: Group): void => {
  for (const { key } of dues) ambiguous.dues.add(key)
  for (const { id } of payments) ambiguous.payments.add(id)
}

interface Pairs {
  readonly found: readonly (readonly [Due, RentPayment])[]
  readonly open: Group
}

/**
 * One due against one payment of its sum. Dues of one contract, or of one reference, are paid in the order in which they
 * fall due; where dues of several contracts compete for a payment nobody can say which it pays.
 */
const pairs = (ledger: Ledger, basis: Identifier, { dues, payments }: Group, tolerance: Centavos): Pairs => {
  const found: (readonly [Due, RentPayment])[] = []
  const open = { dues: [] as Due[], payments: [] as RentPayment[] }
  const fits = (due: Due, payment: RentPayment): boolean =>
    size(minus(due.amount, payment.paid)) <= tolerance && mayPay(ledger, basis, due, payment)
  for (const part of connected(dues, payments, fits, tolerance)) {
    if (!isInOrder(ledger, part)) {
      open.dues.push(...part.dues)
      open.payments.push(...part.payments)
      continue
    }
    const taken = new Set<Due>()
    for (const payment of part.payments) {
      const due = part.dues.find((one) => !taken.has(one) && fits(one, payment))
      if (due === undefined) continue
      taken.add(due)
      found.push([due, payment])
    }
  }
  return { found, open }
}

/** Whether it does not matter which is which: the dues are of one contract and fall due one after the other. */
const isInOrder = (ledger: Ledger, { dues, payments }: Group): boolean => {
  const isOne = isOfOne(ledger, dues)
  return isOne && (new Set(dues.map(({ dueDate }) => dueDate)).size === dues.length || payments.length >= dues.length)
}

/** Dues without a contract are told apart by their references. */
const contractOf = ({ identifiers: { of } }: Ledger, due: Due): string =>
  JSON.stringify(of('contract', due) ?? [of('reference', due)])

const isOfOne = (ledger: Ledger, dues: readonly Due[]): boolean =>
  new Set(dues.map((due) => contractOf(ledger, due))).size <= 1

/** The dues and payments that fit each other, parted where none of the one fits any of the other. */
const connected = (
  dues: readonly Due[],
  payments: readonly RentPayment[],
  fits: (due: Due, payment: RentPayment) => boolean,
  tolerance: Centavos,
): readonly Group[] => {
  const bySum = tolerance === 0n ? groupBy(dues, ({ amount }) => amount) : null
  const partOf = new Map<Due, Set<Due>>()
  const payers = new Map<Due, RentPayment>()
  const linked = new Map<Due, RentPayment[]>()
  for (const payment of payments) {
    const fitting = (bySum === null ? dues : (bySum.get(payment.paid) ?? [])).filter((due) => fits(due, payment))
    const [first, ...others] = fitting
    if (first === undefined) continue
    payers.set(first, payment)
    linked.set(first, [...(linked.get(first) ?? []), payment])
    for (const due of [first, ...others]) join(partOf, first, due)
  }
  const parts = new Map<Set<Due>, RentPayment[]>()
  for (const [due, own] of linked) {
    const part = partOf.get(due) ?? new Set([due])
    parts.set(part, [...(parts.get(part) ?? []), ...own])
  }
  return [...parts].map(([part, own]) => ({ dues: [...part].toSorted(byAge), payments: own.toSorted(byTime) }))
}

const join = (partOf: Map<Due, Set<Due>>, one: Due, other: Due): void => {
  const [part, others] = [partOf.get(one) ?? new Set([one]), partOf.get(other) ?? new Set([other])]
  if (part === others) return
  for (const due of others) part.add(due)
  for (const due of part) partOf.set(due, part)
}

/**
 * Sets of exactly one sum: several dues in one payment, one due in several payments, and all of a group in all. Answers
 * that share a due or a payment are left to a person; what is found makes others the only answer.
 */
const matchSets = (ledger: Ledger, basis: Identifier, group: Group): void => {
  const fits = (due: Due, payment: RentPayment): boolean => mayPay(ledger, basis, due, payment)
  const kindOf = (due: Due): string => `${contractOf(ledger, due)} ${due.amount}`
  for (const several of ['dues', 'payments'] as const) {
    for (;;) {
      const open = openOf(ledger, group)
      if (open.dues.length === 0 || open.payments.length === 0) return
      if (open.dues.length > FEW || open.payments.length > FEW) return
      const answers = answersOf(several, open, kindOf, fits)
      const shared = repeatedIn(answers.flatMap(membersOf))
      const alone = answers.filter((one) => !membersOf(one).some((member) => shared.has(member)))
      for (const { dues, payments } of alone) pour(ledger, dues, payments, basis)
      if (alone.length > 0) continue
      for (const answer of answers) setAside(ledger, withEquals(answer, open, kindOf, fits))
      break
    }
  }
  const { dues, payments } = openOf(ledger, group)
  const isExact = sumOf(dues.map(({ amount }) => amount)) === sumOf(payments.map(({ paid }) => paid))
  const isFew = dues.length > 1 && payments.length > 1 && dues.length <= SET_MAX && payments.length <= SET_MAX
  if (isFew && isExact && dues.every((due) => payments.every((payment) => fits(due, payment))))
    pour(ledger, dues, payments, basis)
}
const SET_MAX = 6

/** An answer that is not the only one, with all that could stand in it for what is equal. */
const withEquals = (
  answer: Group,
  open: Group,
  kindOf: (due: Due) => string,
  fits: (due: Due, payment: RentPayment) => boolean,
): Group => {
  const [kinds, sums] = [new Set(answer.dues.map(kindOf)), new Set(answer.payments.map(({ paid }) => paid))]
  return {
    dues: open.dues.filter((due) => kinds.has(kindOf(due)) && answer.payments.every((one) => fits(due, one))),
    payments: open.payments.filter((one) => sums.has(one.paid) && answer.dues.every((due) => fits(due, one))),
  }
}

const openOf = (ledger: Ledger, group: Group): Group => {
  const { dues, payments } = freeOf(ledger, group)
  const { ambiguous } = ledger
  return {
    dues: dues.filter(({ key }) => !ambiguous.dues.has(key)),
    payments: payments.filter(({ id }) => !ambiguous.payments.has(id)),
  }
}

const membersOf = ({ dues, payments }: Group): readonly (Due | RentPayment)[] => [...dues, ...payments]

/** What stands in more than one of these. */
const repeatedIn = <T>(all: readonly T[]): ReadonlySet<T> => {
  const [seen, repeated] = [new Set<T>(), new Set<T>()]
  for (const one of all) (seen.has(one) ? repeated : seen).add(one)
  return repeated
}

/** What no exact sum explains: less, more, in parts, or once more. */
const matchRest = (ledger: Ledger, basis: Identifier, group: Group): void => {
  for (const payment of group.payments) {
    if (ledger.ambiguous.payments.has(payment.id) || freeIn(ledger, payment) !== payment.paid) continue
    const fitting = group.dues.filter(
      (due) => !ledger.ambiguous.dues.has(due.key) && mayPay(ledger, basis, due, payment),
    )
    const open = fitting.filter((due) => leftOf(ledger, due) > ledger.rules.receivableToleranceCop)
    if (!isOfOne(ledger, open))
      setAside(ledger, { dues: open.filter((due) => leftOf(ledger, due) === due.amount), payments: [payment] })
    else if (open.length > 0) pour(ledger, open, [payment], basis)
    else exceed(ledger, basis, fitting, payment)
  }
}

/** A payment of dues that are paid: the whole sum once more, or more than was due. It may be of a list not there yet. */
const exceed = (ledger: Ledger, basis: Identifier, paid: readonly Due[], payment: RentPayment): void => {
  if (!ledger.isListed(payment.paidOn)) return
  const { receivableToleranceCop } = ledger.rules
  const whole = paid.findLast(({ amount }) => size(minus(amount, payment.paid)) <= receivableToleranceCop)
  const due = whole ?? paid.at(-1)
  if (due !== undefined) use(ledger, due, payment, whole === undefined ? 'excess' : 'second', payment.paid, basis)
}

/** The sum of the parts of payments. */
export const sumOfUses = (uses: readonly Pick<PaymentUse, 'sum'>[]): Centavos =>
  uses.reduce((sum, one) => plus(sum, one.sum), ZERO)
