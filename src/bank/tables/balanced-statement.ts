import type { BankEntry, BankStatement } from '../../core/bank/bank-statement.ts'
import { type Centavos, inSpanish, inWords, minus, plus, sumOf, ZERO } from '../../core/money.ts'
import type { SlotDate } from '../../core/slot.ts'
import { compareText } from '../../std/compare-text.ts'
import { type BankFileFault, faultAt, noEntries, type RowPlaces } from '../bank-file-fault.ts'
import { inOrderOfDays } from '../values/bank-day.ts'
import { type BalancedEntry, chainOfDays } from './chain-of-days.ts'
import type { ShownBalanceKind } from './table-amounts.ts'

/** A balance in a row of its own: before the first entry of its day, or after the last one. */
export interface ShownBalance {
  readonly kind: ShownBalanceKind
  /** Null: before the first entry of all, or after the last. */
  readonly day: SlotDate | null
  readonly balance: Centavos
  readonly position: number
}

/**
 * A statement from rows that may each have a balance. Banks write the newest row first, or last, in order of day or
 * not, the days in one order and the entries of a day in the other, or the entries of a day in none. The first order in which
 * each balance follows from the previous one is taken as that of the events.
 */
export const balancedStatement = (
  account: string | null,
  rows: readonly BalancedEntry[],
  shown: readonly ShownBalance[],
  places: RowPlaces,
): BankStatement => {
  const hasBalances = rows.some(({ balance }) => balance !== null)
  const order = hasBalances ? orderOf(rows, places) : inOrder(rows)
  const entries = byDay(order).map(({ entry }) => entry)
  const opening = hasBalances ? openingOf(order) : openingBefore(entries, shown)
  if (opening !== null) requireBalances(opening, entries, shown, places)
  return statementOf(account, entries, opening, shown)
}

const orderOf = (rows: readonly BalancedEntry[], places: RowPlaces): readonly BalancedEntry[] => {
  const orders = ordersOf(rows)
  const order = orders.find((one) => breakIn(one) === null) ?? chainOfDays(rows)
  if (order !== null) return order
  const furthest = orders.map(breakIn).reduce((a, b) => ((b?.index ?? 0) > (a?.index ?? 0) ? b : a), null)
  throw balancesPart(furthest, places)
}

const inOrder = (rows: readonly BalancedEntry[]): readonly BalancedEntry[] =>
  inOrderOfDays(rows.map(({ entry }) => entry)).map((entry) => ({ entry, balance: null }))

/** Entries of one day keep their order. */
const byDay = (rows: readonly BalancedEntry[]): readonly BalancedEntry[] =>
  rows.toSorted((a, b) => compareText(a.entry.bookedOn, b.entry.bookedOn))

/** An order of the file against its days comes last where its days are in order: two sums that cancel out would fit both ways. */
const ordersOf = (rows: readonly BalancedEntry[]): readonly (readonly BalancedEntry[])[] => {
  const ofFile = [rows, rows.toReversed()]
  const ofDays = ofFile.map(byDay)
  const inOrder = ofFile.filter(isByDay)
  return inOrder.length > 0 ? [...inOrder, ...ofDays, ...ofFile] : [...ofFile, ...ofDays]
}

const isByDay = (rows: readonly BalancedEntry[]): boolean =>
  rows.every(({ entry }, index) => index === 0 || entry.bookedOn >= (rows[index - 1]?.entry.bookedOn ?? ''))

/** The balance before the first entry, computed from the first balance shown. */
const openingOf = (rows: readonly BalancedEntry[]): Centavos => {
  const first = rows.findIndex(({ balance }) => balance !== null)
  const until = rows.slice(0, first + 1).reduce((sum, { entry }) => plus(sum, entry.value), ZERO)
  return minus(rows[first]?.balance ?? ZERO, until)
}

interface Break {
  readonly index: number
  readonly position: number
  readonly shown: Centavos
  readonly reached: Centavos
}

/** The first row whose balance does not follow. */
const breakIn = (rows: readonly BalancedEntry[]): Break | null => {
  let reached = openingOf(rows)
  for (const [index, { entry, balance }] of rows.entries()) {
    reached = plus(reached, entry.value)
    if (balance !== null && balance !== reached) return { index, position: entry.position, shown: balance, reached }
  }
  return null
}

/** The balance before the first entry, computed from one in a row of its own; null when there is none. */
const openingBefore = (entries: readonly BankEntry[], shown: readonly ShownBalance[]): Centavos | null => {
  const [first] = shown
  return first === undefined ? null : minus(first.balance, sumUntil(entries, first))
}

/** The sum of the entries that come before a balance. */
const sumUntil = (entries: readonly BankEntry[], { kind, day }: ShownBalance): Centavos => {
  const isBefore = ({ bookedOn }: BankEntry): boolean => {
    if (kind === 'opening') return day !== null && bookedOn < day
    return day === null || bookedOn <= day
  }
  return sumOf(entries.filter(isBefore).map(({ value }) => value))
}

const requireBalances = (
  opening: Centavos,
  entries: readonly BankEntry[],
  shown: readonly ShownBalance[],
  places: RowPlaces,
): void => {
  for (const one of shown) {
    const reached = plus(opening, sumUntil(entries, one))
    if (reached !== one.balance)
      throw balancesPart({ index: 0, position: one.position, shown: one.balance, reached }, places)
  }
}

const balancesPart = (found: Break | null, places: RowPlaces): BankFileFault => {
  if (found === null) throw new Error('a first mismatch was expected, but the balances agree')
  const { position, shown, reached } = found
  return faultAt(places, position, {
    en: `its balance is ${inWords(shown)}, and the entries come to ${inWords(reached)}`,
    es: `su saldo es ${inSpanish(shown)}, y los movimientos suman ${inSpanish(reached)}`,
  })
}

/** Its days are those of its entries and of the balances in rows of their own. */
const statementOf = (
  account: string | null,
  entries: readonly BankEntry[],
  opening: Centavos | null,
  shown: readonly ShownBalance[],
): BankStatement => {
  const days = [...entries.map(({ bookedOn }) => bookedOn), ...shown.flatMap(({ day }) => day ?? [])].sort(compareText)
  const [from, to] = [days[0], days.at(-1)]
  if (from === undefined || to === undefined) throw noEntries()
  const closing = opening === null ? null : plus(opening, sumOf(entries.map(({ value }) => value)))
  return { account, number: null, from, to, opening, closing, entries }
}
