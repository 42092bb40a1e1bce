import type { BankEntry, BankStatement } from '../../domain/bank/bank-statement.ts'
import { type Centavos, inSpanish, inWords, minus, plus, ZERO } from '../../domain/money.ts'
import { compareText } from '../../std/compare-text.ts'
import { type BankFileFault, faultAt, noEntries, type RowPlaces } from '../bank-file-fault.ts'
import { inOrderOfDays } from '../values/in-order-of-days.ts'

/** An entry with the balance in its row; null when the row has none. */
export interface BalancedEntry {
  readonly entry: BankEntry
  readonly balance: Centavos | null
}

/**
 * A statement from rows that may each have a balance. Banks write the newest row first, or last, in order of day or
 * not, or the days in one order and the entries of a day in the other. The first of these orders in which each balance
 * follows from the previous one is taken as that of the events.
 */
export const balancedStatement = (
  account: string | null,
  rows: readonly BalancedEntry[],
  places: RowPlaces,
): BankStatement => {
  if (rows.every(({ balance }) => balance === null)) return statementOf(account, inOrder(rows), null)
  const orders = ordersOf(rows)
  const order = orders.find((one) => breakIn(one) === null)
  if (order !== undefined) return statementOf(account, byDay(order), openingOf(order))
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

const balancesPart = (found: Break | null, places: RowPlaces): BankFileFault => {
  if (found === null) throw new Error('a first mismatch was expected, but the balances agree')
  const { position, shown, reached } = found
  return faultAt(places, position, {
    en: `its balance is ${inWords(shown)}, and the entries come to ${inWords(reached)}`,
    es: `su saldo es ${inSpanish(shown)}, y los movimientos suman ${inSpanish(reached)}`,
  })
}

const statementOf = (
  account: string | null,
  rows: readonly BalancedEntry[],
  opening: Centavos | null,
): BankStatement => {
  const entries = rows.map(({ entry }) => entry)
  const [first, last] = [entries[0], entries.at(-1)]
  if (first === undefined || last === undefined) throw noEntries()
  const closing = opening === null ? null : entries.reduce((sum, { value }) => plus(sum, value), opening)
  return { account, number: null, from: first.bookedOn, to: last.bookedOn, opening, closing, entries }
}
