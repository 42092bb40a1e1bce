import { nameOf, type SlotKey, type Statement, type StatementRow } from '../story.ts'
import { businessDaysAfter } from './business-days.ts'
import { latestOf, type Model, type SlotMemory } from './model.ts'
import { isEcho, isFinal } from './money.ts'
import type { Reading } from './reading.ts'
import { paidBy } from './recoveries.ts'
import { bySlot, compareText, dayOf } from './words.ts'

/** One row of the merchant's bank, once, however many files have it. */
export interface Entry extends StatementRow {
  readonly account: string
  /** Its number among the imports. */
  readonly place: number
}

export interface Tie {
  readonly payouts: readonly Payout[]
  readonly entries: readonly Entry[]
}

/** The days of an imported file, and its balances if it has them. */
export interface TakenStatement {
  readonly account: string
  readonly from: string
  readonly to: string
  readonly opening: number | null
  readonly closing: number | null
}

/** The expected contents of the merchant's database about the bank. */
export interface Bank {
  readonly entries: Entry[]
  readonly statements: TakenStatement[]
  readonly ties: Tie[]
  /** Ties that a person or the bank undid: not tied by exact sums again. */
  readonly refused: Tie[]
  /** Those of them that the bank undid by reversing a credit: a person may tie them once more. */
  readonly fallen: Tie[]
  /**
   * Neighbours and others both add up to a sum, and the contract leaves open which take precedence. Nothing after it
   * can be compared.
   */
  isUndecided: boolean
  /** The program's ids of the operator's credits, by the number of their import. */
  readonly names: Map<number, string>
}

/** The payout of a settlement, and the days on which it may arrive. */
export interface Payout {
  readonly slot: SlotKey
  readonly sum: number
  readonly from: string
  readonly to: string
}

export const emptyBank = (): Bank => ({
  entries: [],
  statements: [],
  ties: [],
  refused: [],
  fallen: [],
  isUndecided: false,
  names: new Map(),
})

/** Adds the new rows of a statement: of equal rows, as many as in the fullest file. */
export const takeStatement = ({ entries, statements }: Bank, { account, rows, opening }: Statement): void => {
  const days = rows.map(({ on }) => on).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) return
  const textOf = ({ on, value, text }: StatementRow): string => JSON.stringify([on, value, text])
  const present = entries.filter((entry) => entry.account === account).map(textOf)
  for (const row of rows) {
    const at = present.indexOf(textOf(row))
    if (at < 0) entries.push({ ...row, account, place: entries.length })
    else present.splice(at, 1)
  }
  const closing = opening === undefined ? null : opening + rows.reduce((sum, { value }) => sum + value, 0)
  statements.push({ account, from, to, opening: opening ?? null, closing })
}

/** Every payout, in order of settlement. */
export const payoutsOf = (model: Model): readonly Payout[] => {
  const { slots, policy } = model
  return [...slots.values()]
    .sort((one, other) => bySlot(one.slot, other.slot))
    .flatMap((memory) => {
      const settlement = latestOf(memory)?.settlement ?? null
      if (settlement === null || !isFinal(settlement, policy) || isEcho(memory.slot, settlement, policy)) return []
      if (settlement.payout <= 0) return []
      const base = paidOutOn(memory, model)
      const to = businessDaysAfter(base, policy.bankDays)
      return [{ slot: memory.slot, sum: settlement.payout, from: memory.slot.date, to }]
    })
}

/** The day of the first final reading (section 7); its own day when it is older than the database and final at once. */
const paidOutOn = ({ slot, readings }: SlotMemory, { slots, policy }: Model): string => {
  const isFinalIn = ({ settlement }: Reading): boolean =>
    isFinal(settlement, policy) && !isEcho(slot, settlement, policy)
  const first = readings.findIndex(isFinalIn)
  const moments = [...slots.values()].flatMap((memory) => memory.readings.map(({ at }) => at))
  if (first === 0 && slot.date < dayOf(Math.min(...moments))) return slot.date
  return dayOf(readings[first]?.at ?? 0)
}

export const isOfOperator = ({ text }: StatementRow, { policy: { bankText } }: Model): boolean =>
  bankText !== undefined && text.toLowerCase().includes(bankText.toLowerCase())

/** Credits of the operator by day, then by import. */
const creditsOf = (model: Model): readonly Entry[] =>
  model.bank.entries
    .filter((entry) => entry.value > 0 && isOfOperator(entry, model))
    .sort((one, other) => compareText(one.on, other.on) || one.place - other.place)

/**
 * Reversed credits: each debit of the operator reverses the latest credit of its sum and account, within `bankDays`
 * business days.
 */
export const reversalsOf = (model: Model): readonly { readonly credit: Entry; readonly debit: Entry }[] => {
  const credits = creditsOf(model)
  const debits = model.bank.entries
    .filter((entry) => entry.value < 0 && isOfOperator(entry, model))
    .sort((one, other) => compareText(one.on, other.on) || one.place - other.place)
  const reversals: { readonly credit: Entry; readonly debit: Entry }[] = []
  for (const debit of debits) {
    const credit = credits.findLast(
      (one) =>
        one.account === debit.account &&
        one.value === -debit.value &&
        one.on <= debit.on &&
        !reversals.some((reversal) => reversal.credit === one),
    )
    if (credit !== undefined && debit.on <= businessDaysAfter(credit.on, model.policy.bankDays))
      reversals.push({ credit, debit })
  }
  return reversals
}

/** A payout tied to a reversed credit has not arrived, unless a person ties it again afterwards. */
const undoReversed = (model: Model): void => {
  const { ties, refused, fallen } = model.bank
  const reversed = reversalsOf(model).map(({ credit }) => credit)
  for (const tie of ties.filter(({ entries }) => entries.some((entry) => reversed.includes(entry)))) {
    if (fallen.some((one) => isSameTie(one, tie))) continue
    ties.splice(ties.indexOf(tie), 1)
    refused.push(tie)
    fallen.push(tie)
  }
}

/** Payouts and credits without a tie. */
export const openSides = (
  model: Model,
): { readonly payouts: readonly Payout[]; readonly credits: readonly Entry[] } => {
  const { ties } = model.bank
  const tied = new Set(ties.flatMap(({ payouts }) => payouts.map(({ slot }) => nameOf(slot))))
  const gone = [...ties.flatMap(({ entries }) => entries), ...reversalsOf(model).map(({ credit }) => credit)]
  const used = new Set(gone.map(({ place }) => place))
  return {
    payouts: payoutsOf(model).filter(({ slot }) => !tied.has(nameOf(slot))),
    credits: creditsOf(model).filter(({ place }) => !used.has(place) && paidBy(model, { kind: 'entry', place }) === 0),
  }
}

/** Credits that paid a claim: they explain it, and pay no payout. What they did not pay of it is left. */
export const payingCredits = (model: Model): readonly { readonly credit: Entry; readonly left: number }[] =>
  creditsOf(model).flatMap((credit) => {
    const paid = paidBy(model, { kind: 'entry', place: credit.place })
    const isReversed = reversalsOf(model).some((one) => one.credit === credit)
    return paid === 0 || isReversed ? [] : [{ credit, left: credit.value - paid }]
  })

/** Payouts and credits of the same sum, each credit on a day on which each payout may arrive. */
export interface Answer extends Tie {
  /** One and one, or several neighbours. Null: depends on the order of the credits of a day. */
  readonly isPlain: boolean | null
}

/**
 * Tries every set: of payouts for one credit, of credits of one account for one payout. A payout that cannot arrive on
 * the day of the credit stands between no neighbours.
 */
export const answersOf = (
  payouts: readonly Payout[],
  credits: readonly Entry[],
  { refused }: Bank,
): readonly Answer[] => {
  const meets = ({ from, to }: Payout, { on }: Entry): boolean => from <= on && on <= to
  const joined = credits.flatMap((credit) => {
    const near = payouts.filter((payout) => meets(payout, credit))
    return setsOf(near, credit.value, ({ sum }) => sum).map(
      (set): Answer => ({ payouts: set, entries: [credit], isPlain: isRun(set, near) }),
    )
  })
  const accounts = [...new Set(credits.map(({ account }) => account))]
  const split = payouts.flatMap((payout) =>
    accounts.flatMap((account) => {
      const own = credits.filter((credit) => credit.account === account)
      const near = own.filter((credit) => meets(payout, credit))
      return setsOf(near, payout.sum, ({ value }) => value)
        .filter((set) => set.length > 1)
        .map((set): Answer => ({ payouts: [payout], entries: set, isPlain: areNeighbours(set, own) }))
    }),
  )
  return [...joined, ...split].filter((answer) => !refused.some((tie) => isSameTie(tie, answer)))
}

export const isSameTie = (one: Tie, other: Tie): boolean => tieName(one) === tieName(other)

const tieName = ({ payouts, entries }: Tie): string =>
  JSON.stringify([payouts.map(({ slot }) => nameOf(slot)).sort(), entries.map(({ place }) => place).sort()])

/** Each set with this sum; all items are positive. */
const setsOf = <T>(all: readonly T[], sum: number, sizeOf: (one: T) => number): readonly (readonly T[])[] => {
  if (sum === 0) return [[]]
  const [first, ...rest] = all
  if (first === undefined || sum < 0) return []
  const withFirst = setsOf(rest, sum - sizeOf(first), sizeOf).map((set) => [first, ...set])
  return [...withFirst, ...setsOf(rest, sum, sizeOf)]
}

const isRun = <T>(set: readonly T[], all: readonly T[]): boolean => {
  const places = set.map((one) => all.indexOf(one))
  return Math.max(...places) - Math.min(...places) === set.length - 1
}

const areNeighbours = (set: readonly Entry[], all: readonly Entry[]): boolean | null => {
  const days = set.map(({ on }) => on).sort()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const others = all.filter((entry) => !set.includes(entry) && entry.on >= first && entry.on <= last)
  if (others.some(({ on }) => on > first && on < last)) return false
  return others.length === 0 ? true : null
}

export const shares = (one: Tie, other: Tie): boolean =>
  one.payouts.some(({ slot }) => other.payouts.some((payout) => nameOf(payout.slot) === nameOf(slot))) ||
  one.entries.some(({ place }) => other.entries.some((entry) => entry.place === place))

/**
 * Ties the answers that share nothing with another one, and repeats with the rest. Several payouts are tied only as
 * neighbours.
 */
export const tieOut = (model: Model): void => {
  undoReversed(model)
  for (;;) {
    const { payouts, credits } = openSides(model)
    const answers = answersOf(payouts, credits, model.bank)
    const others = answers.map((answer) => answers.filter((other) => other !== answer && shares(answer, other)))
    const sure = answers.filter(
      (answer, at) => others[at]?.length === 0 && (answer.isPlain || answer.payouts.length === 1),
    )
    const isPlainAlone = answers.some(
      ({ isPlain }, at) =>
        isPlain !== false && others[at]?.length && others[at].every((other) => other.isPlain !== true),
    )
    if (isPlainAlone) model.bank.isUndecided = true
    if (sure.length === 0) return
    model.bank.ties.push(...sure.map(({ payouts: tied, entries }) => ({ payouts: tied, entries })))
  }
}
