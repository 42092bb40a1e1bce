import { minus, plus, ZERO } from '../../core/money.ts'
import { type ColumnContents, sumIn } from './column-contents.ts'
import type { ColumnRole } from './column-roles.ts'
import { isCounted, isDebitWord } from './table-amounts.ts'

export type Roles = readonly (ColumnRole | null)[]

/** The columns of sums, counted from 0. */
export type GuessedAmount =
  | { readonly value: number; readonly balance: number | null }
  | { readonly debit: number; readonly credit: number; readonly balance: number | null }

/** By names: debit and credit, or the best column for a value. Without names: what the balances confirm. Null when no column can be it. */
export const guessAmount = (contents: ColumnContents, roles: Roles, date: number): GuessedAmount | null => {
  const sums = contents.columns.filter((column) => column !== date && contents.hasSums(column))
  const first = (role: ColumnRole): number | undefined => contents.columns.find((column) => roles[column] === role)
  const balance = sums.find((column) => roles[column] === 'balance') ?? null
  const [debit, credit] = [first('debit'), first('credit')]
  if (debit !== undefined && credit !== undefined && [debit, credit].some((column) => sums.includes(column)))
    return { debit, credit, balance }
  if (roles.every((role) => role === null)) return amountWithoutNames(contents, sums)
  const value = bestValue(contents, roles, sums)
  return value === null ? null : { value, balance }
}

const NO_VALUES: readonly (ColumnRole | null)[] = [
  ...(['balance', 'account', 'other', 'reference', 'date', 'valueDate'] as const),
  ...(['currency', 'status', 'sign'] as const),
]

/** A column whose sums are all alike is the value only by its name, and only where no other can be it. */
const bestValue = (contents: ColumnContents, roles: Roles, sums: readonly number[]): number | null => {
  const isNamed = (column: number): boolean => roles[column] === 'value'
  const canBe = (column: number): boolean =>
    contents.isVaried(column) || (isNamed(column) && contents.sumsIn(column).some((sum) => sum !== 0n))
  const scored = sums
    .filter((column) => !NO_VALUES.includes(roles[column] ?? null) && canBe(column))
    .map((column) => ({ column, score: scoreOf(contents, column) + (isNamed(column) ? 4 : 0) }))
  return scored.toSorted((a, b) => b.score - a.score)[0]?.column ?? null
}

const PART = /cheque|efectivo|iva|impuesto|base|comision|gmf|retencion|descuento|canje|propina|fee|tax/

const scoreOf = (contents: ColumnContents, column: number): number => {
  const name = contents.nameOf(column)
  const looks = contents.wordsIn(column).some((word) => /[-+(]|[.,]\d{1,2}\b|\$/.test(word)) ? 1 : 0
  const isWhole = /total|neto|net/.test(name) ? 1 : 0
  return looks + isWhole - (PART.test(name) ? 3 : 0) + (contents.isVaried(column) ? 8 : 0)
}

/** One sum is the value. Of several, those whose balances follow; else the one that looks most like a sum of money. */
const amountWithoutNames = (contents: ColumnContents, sums: readonly number[]): GuessedAmount | null => {
  if (contents.rows === 1) return amountOfOneRow(sums)
  const varied = sums.filter(contents.isVaried).toSorted((a, b) => scoreOf(contents, b) - scoreOf(contents, a))
  for (const balance of varied) {
    const value = varied.find((column) => column !== balance && balancesFollow(contents, column, null, balance))
    if (value !== undefined) return { value, balance }
    const sides = varied.flatMap((debit) => varied.map((credit) => ({ debit, credit, balance })))
    const found = sides.find(
      ({ debit, credit }) => debit !== credit && balancesFollow(contents, credit, debit, balance),
    )
    if (found !== undefined) return found
  }
  const [value] = varied
  return value === undefined ? null : { value, balance: null }
}

/** With two sums the last is the balance; three are debit, credit and balance. */
const amountOfOneRow = ([first, second, third, ...others]: readonly number[]): GuessedAmount | null => {
  if (first === undefined || others.length > 0) return null
  if (second !== undefined && third !== undefined) return { debit: first, credit: second, balance: third }
  return { value: first, balance: second ?? null }
}

/** Whether each balance follows from that of the row before, or of the row after. */
const balancesFollow = (contents: ColumnContents, credit: number, debit: number | null, balance: number): boolean => {
  const [credits, debits, balances] = [credit, debit, balance].map((column) =>
    column === null ? [] : contents.cellsIn(column).map((cell) => sumIn(cell)),
  )
  const steps = (credits ?? []).map((sum, row) => minus(sum ?? ZERO, debits?.[row] ?? ZERO))
  const follows = (from: number): boolean =>
    steps.every((step, row) => {
      const before = balances?.[row + from]
      return row + from < 0 || row + from >= steps.length || (before != null && plus(before, step) === balances?.[row])
    })
  return follows(-1) || follows(1)
}

/**
 * A column of words for debit and credit: each of its words is one, and some are debits; where its name says so, most are enough. Null
 * where the sums have signs.
 */
export const guessSign = (contents: ColumnContents, roles: Roles, value: number): number | null => {
  const sums = contents.sumsIn(value)
  const share = (column: number): number =>
    contents.wordsIn(column).filter((word) => isDebitWord(word) !== null).length / contents.rows
  const isSigned = (column: number): boolean =>
    sums.some((sum) => sum < 0n) &&
    contents
      .wordsIn(column)
      .every((word, row) => isDebitWord(word) !== true || (sumIn(contents.cellsIn(value)[row] ?? '') ?? ZERO) <= 0n)
  const isSides = (column: number): boolean =>
    share(column) === 1 && contents.wordsIn(column).some((word) => isDebitWord(word) === true)
  const others = contents.columns.filter((column) => column !== value && !isSigned(column))
  const named = others.filter((column) => roles[column] === 'sign')
  const partly = sums.some((sum) => sum < 0n) ? [] : named.filter((column) => share(column) >= 0.5)
  return [...named.filter((column) => share(column) === 1), ...others.filter(isSides), ...partly][0] ?? null
}

/** A column of words for what became of a row: each of its words is one or, where its name says so, some are. */
export const guessStatus = (contents: ColumnContents, roles: Roles): number | null => {
  const count = (column: number): number => contents.wordsIn(column).filter((word) => isCounted(word) !== null).length
  const named = contents.columns.find((column) => roles[column] === 'status' && count(column) > 0)
  return named ?? contents.columns.find((column) => count(column) === contents.rows) ?? null
}
