import { type Centavos, minus, plus, sumOf, ZERO } from '../core/money.ts'
import type { Due, DueInFile, Month, ReceivableRules, RentFault, RentPayment } from '../core/receivables.ts'
import { addDays, daysFrom, type Slot, type SlotDate } from '../core/slot.ts'
import { compareText } from '../std/compare-text.ts'
import { groupBy } from '../std/group-by.ts'
import {
  byAge,
  byTime,
  matchRents,
  type PaymentUse,
  type RentMatching,
  type RentQuestion,
  sumOfUses,
} from './matching.ts'

/** What is known of a due: paid, paid otherwise than it should be, not paid through the operator, or not known. */
export const DUE_STATES = [
  'paid',
  'short',
  'part',
  'over',
  'twice',
  'ambiguous',
  'not-due',
  'due',
  'overdue',
  'charged-back',
  'not-known',
] as const
export type DueState = (typeof DUE_STATES)[number]

/** What was never read whole: a settlement, or the day on which people paid. */
export interface Unread {
  readonly date: SlotDate
  /** Null where the payments of the day were not listed. */
  readonly slot: Slot | null
}

/** A due with all that is known of it. */
export interface DueStanding {
  readonly due: DueInFile
  readonly state: DueState
  /** All that was paid for it, with what is more than it. */
  readonly paid: Centavos
  /** What is left of it. */
  readonly left: Centavos
  /** Days since its due date; negative before it. */
  readonly days: number
  readonly uses: readonly PaymentUse[]
  /** Why it is not known whether it is paid. */
  readonly unread: Unread | null
}

/** A payment, or the part of it, that pays no due. */
export interface PaymentWithoutDue {
  readonly payment: RentPayment
  readonly kind: 'unknown' | 'ambiguous'
}

/** Everything that lists and payments say of each other, on a day. */
export interface Receivables {
  readonly asOf: SlotDate
  readonly dues: readonly DueStanding[]
  /** In order of time. Those that went back are not among them. */
  readonly payments: readonly RentPayment[]
  readonly withoutDue: readonly PaymentWithoutDue[]
  readonly unread: ReceivablesQuestion['unread']
  readonly faults: readonly RentFault[]
}

export interface ReceivablesQuestion extends RentQuestion<DueInFile> {
  /** The day of the last run. */
  readonly asOf: SlotDate
  /** What was due by then and was never read whole, in order of day. */
  readonly unread: readonly Unread[]
}

/** Matches payments to dues, and says where each due stands on a day. */
export const receivablesOf = ({ dues, payments, ...more }: ReceivablesQuestion): Receivables => {
  const question = { ...more, dues: dues.toSorted(byAge), payments: payments.toSorted(byTime) }
  const matching = matchRents(question)
  const usesOfDue = groupBy(matching.uses, ({ due }) => due)
  const used = new Set(matching.uses.map(({ payment }) => payment))
  const standingOf = standings(question, matching)
  const known = question.dues.map((due) => standingOf(due, usesOfDue.get(due.key) ?? []))
  const stayed = question.payments.filter(({ isChargedBack }) => !isChargedBack)
  const withoutDue = stayed.flatMap((payment): readonly PaymentWithoutDue[] => {
    if (used.has(payment.id)) return []
    return [{ payment, kind: matching.ambiguous.payments.has(payment.id) ? 'ambiguous' : 'unknown' }]
  })
  return {
    ...{ asOf: question.asOf, dues: known, payments: stayed, withoutDue, faults: faultsOf(known, withoutDue) },
    unread: question.unread,
  }
}

const standings = ({ asOf, unread, rules }: ReceivablesQuestion, { ambiguous, chargedBack }: RentMatching) => {
  const unreadWithin = firstUnread(unread)
  return (due: DueInFile, uses: readonly PaymentUse[]): DueStanding => {
    const sum = (kind: PaymentUse['kind']): Centavos => sumOfUses(uses.filter((one) => one.kind === kind))
    const left = minus(due.amount, sum('applied'))
    const days = daysFrom(due.dueDate, asOf)
    const standing = (state: DueState, first: Unread | null = null): DueStanding => ({
      due,
      state,
      paid: sumOfUses(uses),
      left,
      days,
      uses,
      unread: first,
    })
    if (uses.length > 0) return standing(paidState(uses, left, sum, rules))
    if (ambiguous.dues.has(due.key)) return standing('ambiguous')
    if (chargedBack.has(due.key)) return standing('charged-back')
    if (days < 0) return standing('not-due')
    const { before, after } = rules.receivableWindowDays
    const [from, end] = [addDays(due.dueDate, -before), addDays(due.dueDate, after)]
    const first = unreadWithin(from, end < asOf ? end : asOf)
    if (first !== null) return standing('not-known', first)
    return standing(days > rules.receivableGraceDays ? 'overdue' : 'due')
  }
}

const paidState = (
  uses: readonly PaymentUse[],
  left: Centavos,
  sum: (kind: PaymentUse['kind']) => Centavos,
  { receivableToleranceCop }: ReceivableRules,
): DueState => {
  if (left > receivableToleranceCop) return uses.length === 1 ? 'short' : 'part'
  if (sum('second') > 0n) return 'twice'
  return sum('excess') > receivableToleranceCop ? 'over' : 'paid'
}

/** The first of what was not read within days; asked for each due, of which many have the same days. */
const firstUnread = (unread: readonly Unread[]) => {
  const known = new Map<string, Unread | null>()
  return (from: SlotDate, to: SlotDate): Unread | null => {
    const name = `${from} ${to}`
    const found = known.get(name)
    if (found !== undefined) return found
    const first = unread.find(({ date }) => date >= from && date <= to) ?? null
    known.set(name, first)
    return first
  }
}

/** What is wrong with payments that a settlement lists, of the months that have a list. */
const faultsOf = (dues: readonly DueStanding[], withoutDue: readonly PaymentWithoutDue[]): readonly RentFault[] => {
  const months = new Set(dues.map(({ due }) => due.month))
  const fault = (kind: RentFault['kind'], by: RentPayment, expected: Centavos | null, due: string | null) =>
    by.slot === null || !months.has(by.paidOn.slice(0, 7))
      ? []
      : [{ kind, slot: by.slot, invoiceId: by.id, paid: by.paid, expected, due }]
  const ofDues = dues.flatMap(({ due, state, uses, left }) => {
    const last = uses.at(-1)
    if (last === undefined) return []
    const paidBy = plus(last.by.paid, left)
    if (state === 'short' || state === 'part') return fault('short', last.by, paidBy, due.key)
    const more = uses.filter(({ kind }) => kind !== 'applied')
    return more.flatMap(({ kind, by, sum }) =>
      kind === 'second'
        ? fault('twice', by, ZERO, due.key)
        : state === 'over' || state === 'twice'
          ? fault('over', by, minus(by.paid, sum), due.key)
          : [],
    )
  })
  const ofPayments = withoutDue.flatMap(({ payment, kind }) => fault(kind, payment, null, null))
  return [...ofDues, ...ofPayments]
}

/** The classes of age, by days after the grace. */
export const AGES = ['1-30', '31-60', '61-90', '91+'] as const
export type Age = (typeof AGES)[number]

/** The class of an overdue due; null of one that is not. */
export const ageOf = ({ state, days }: DueStanding, { receivableGraceDays }: ReceivableRules): Age | null => {
  if (state !== 'overdue') return null
  const late = days - receivableGraceDays
  return AGES[Math.min(Math.floor((late - 1) / 30), 3)] ?? null
}

/** What dues come to. */
export interface DuesSum {
  readonly number: number
  readonly amount: Centavos
  readonly paid: Centavos
  readonly left: Centavos
}

const sumOfDues = (dues: readonly DueStanding[]): DuesSum => {
  const [amount, left] = [sumOf(dues.map(({ due }) => due.amount)), sumOf(dues.map((one) => one.left))]
  return { number: dues.length, amount, paid: minus(amount, left), left }
}

/** A line of the list: its dues of one state, and what of them is paid and left. */
export interface ListLine extends DuesSum {
  readonly state: DueState
  readonly age: Age | null
}

/** The list by state: the amounts of all lines add up to the list, and each line is what was paid of it and what is left. */
export const listLines = (dues: readonly DueStanding[], rules: ReceivableRules): readonly ListLine[] => {
  const groups = groupBy(dues, (one) => `${one.state} ${ageOf(one, rules) ?? ''}`)
  return DUE_STATES.flatMap((state) =>
    (state === 'overdue' ? AGES : [null]).flatMap((age) => {
      const own = groups.get(`${state} ${age ?? ''}`)
      return own === undefined ? [] : [{ state, age, ...sumOfDues(own) }]
    }),
  )
}

/** Payments, and what became of them: the sums behind `paid` add up to it. */
export interface PaymentsSum {
  readonly number: number
  readonly paid: Centavos
  readonly ofMonth: Centavos
  readonly ofOtherMonths: Centavos
  readonly excess: Centavos
  readonly second: Centavos
  readonly ambiguous: Centavos
  readonly unknown: Centavos
}

/** A line of payments of one day and channel. */
export interface PaymentLine extends PaymentsSum {
  readonly date: SlotDate
  readonly channel: string
}

/** The payments of a month by day and channel, and all of them. */
export const paymentLines = (
  { payments, dues, withoutDue }: Receivables,
  month: Month,
): { readonly lines: readonly PaymentLine[]; readonly all: PaymentsSum } => {
  const all = { number: 0, ...NOTHING }
  const lines = new Map<string, PaymentLine & typeof all>()
  const add = ({ paidOn: date, channel }: RentPayment, to: keyof typeof NOTHING, sum: Centavos): void => {
    if (!date.startsWith(month)) return
    const name = `${date} ${channel}`
    const line = lines.get(name) ?? { date, channel, number: 0, ...NOTHING }
    lines.set(name, line)
    for (const one of [line, all]) {
      one[to] = plus(one[to], sum)
      if (to === 'paid') one.number += 1
    }
  }
  for (const payment of payments) add(payment, 'paid', payment.paid)
  for (const { due, uses } of dues)
    for (const { kind, by, sum } of uses)
      add(by, kind !== 'applied' ? kind : due.month === month ? 'ofMonth' : 'ofOtherMonths', sum)
  for (const { payment, kind } of withoutDue) add(payment, kind, payment.paid)
  const inOrder = (a: PaymentLine, b: PaymentLine): number =>
    compareText(a.date, b.date) || compareText(a.channel, b.channel)
  return { lines: [...lines.values()].toSorted(inOrder), all }
}
const NOTHING = {
  paid: ZERO,
  ofMonth: ZERO,
  ofOtherMonths: ZERO,
  excess: ZERO,
  second: ZERO,
  ambiguous: ZERO,
  unknown: ZERO,
}

/** What owners are to get of dues. */
export interface OwnersSum extends DuesSum {
  /** What of it is in the merchant's hands. */
  readonly arrived: Centavos
}

export interface OwnerLine extends OwnersSum {
  readonly owner: string
}

/**
 * The dues by owner, in order of name, those without one last; and all of them. `hasArrived` says whether a payment is in the
 * merchant's hands.
 */
export const ownerLines = (
  dues: readonly DueStanding[],
  hasArrived: (one: PaymentUse) => boolean,
): { readonly lines: readonly OwnerLine[]; readonly all: OwnersSum } => {
  const sumFor = (own: readonly DueStanding[]): OwnersSum => {
    const applied = own.flatMap(({ uses }) => uses.filter(({ kind }) => kind === 'applied'))
    return { ...sumOfDues(own), arrived: sumOfUses(applied.filter(hasArrived)) }
  }
  const lines = [...groupBy(dues, ({ due }) => due.owner ?? '')]
    .map(([owner, own]) => ({ owner, ...sumFor(own) }))
    .toSorted((a, b) => (a.owner === '' ? 1 : b.owner === '' ? -1 : compareText(a.owner, b.owner)))
  return { lines, all: sumFor(dues) }
}

/** The key of a due without an id of the list. */
export const keyOfDue = ({
  contract,
  reference,
  document,
  month,
  concept,
}: Pick<Due, 'contract' | 'reference' | 'document' | 'month' | 'concept'>): string =>
  [contract ?? reference ?? document ?? '', month, ...(concept === null ? [] : [concept])].join('/')
