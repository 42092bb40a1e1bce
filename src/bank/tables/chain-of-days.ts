import type { BankEntry } from '../../core/bank/bank-statement.ts'
import { type Centavos, minus } from '../../core/money.ts'
import { compareText } from '../../std/compare-text.ts'
import { groupBy } from '../../std/group-by.ts'

/** An entry with the balance in its row; null when the row has none. */
export interface BalancedEntry {
  readonly entry: BankEntry
  readonly balance: Centavos | null
}

/** An entry as a step from the balance before it to the balance after it. */
interface Step {
  readonly row: BalancedEntry
  readonly from: Centavos
  readonly to: Centavos
}

/**
 * The entries in order of day, those of a day in an order in which each balance follows from the one before: a path over
 * all steps, which is found in one pass (Hierholzer). Null where there is none, or where a row has no balance. Where several paths fit,
 * each has the same entries and the same balances at its ends.
 */
export const chainOfDays = (rows: readonly BalancedEntry[]): readonly BalancedEntry[] | null => {
  const steps = rows.flatMap((row) =>
    row.balance === null ? [] : { row, from: minus(row.balance, row.entry.value), to: row.balance },
  )
  if (steps.length < rows.length) return null
  const days = [...groupBy(steps, ({ row }) => row.entry.bookedOn)].sort(([a], [b]) => compareText(a, b))
  let balance = openingOf(days.map(([, ofDay]) => ofDay))
  const chain: BalancedEntry[] = []
  for (const [, ofDay] of days) {
    const path = balance === null ? null : pathOver(ofDay, balance)
    if (path === null) return null
    chain.push(...path.map(({ row }) => row))
    balance = path.at(-1)?.to ?? balance
  }
  return chain
}

/** The balance at which the first day that ends elsewhere begins; without such a day, the first one that all days reach. */
const openingOf = (days: readonly (readonly Step[])[]): Centavos | null => {
  const begin = days.map(beginOf).find((one) => one !== null)
  if (begin !== undefined) return begin
  const reached = days.map((steps) => new Set(steps.map(({ from }) => from)))
  const [first = []] = days
  return first.find(({ from }) => reached.every((balances) => balances.has(from)))?.from ?? null
}

/** The balance that is left once more often than it is reached. */
const beginOf = (steps: readonly Step[]): Centavos | null => {
  const left = new Map<Centavos, number>()
  for (const { from, to } of steps) {
    left.set(from, (left.get(from) ?? 0) + 1)
    left.set(to, (left.get(to) ?? 0) - 1)
  }
  return [...left].find(([, times]) => times > 0)?.[0] ?? null
}

/** A path over all steps; null where there is none. */
const pathOver = (steps: readonly Step[], begin: Centavos): readonly Step[] | null => {
  const leaving = new Map(
    [...groupBy(steps.toReversed(), ({ from }) => from)].map(([from, group]) => [from, [...group]]),
  )
  const [open, path]: [Step[], Step[]] = [[], []]
  let at = begin
  for (;;) {
    const next = leaving.get(at)?.pop()
    if (next !== undefined) {
      open.push(next)
      at = next.to
      continue
    }
    const done = open.pop()
    if (done === undefined) break
    path.push(done)
    at = done.from
  }
  path.reverse()
  const isChain = path.every(({ from }, index) => from === (index === 0 ? begin : path[index - 1]?.to))
  return isChain && path.length === steps.length ? path : null
}
