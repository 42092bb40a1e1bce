import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import {
  byCodeAndSubject,
  type Discrepancy,
  differenceOf,
  SEVERITIES,
  type Severity,
} from '../../src/domain/findings/discrepancy.ts'
import { type Centavos, plus, ZERO } from '../../src/domain/money.ts'
import { compareSlots } from '../../src/domain/slot.ts'
import { ACTIONS, type Action, actionFor } from './action.ts'

/** All discrepancies of a day with one code and severity that ask for the same. */
export interface ToDoLine {
  readonly code: string
  readonly severity: Severity
  readonly number: number
  /** The sum of their differences, where they are pesos. */
  readonly difference: Centavos | null
  /** The first of them. */
  readonly shown: readonly Discrepancy[]
}

export interface ToDo {
  readonly action: Action
  readonly number: number
  /** Gravest first. */
  readonly lines: readonly ToDoLine[]
}

/** A slot may have ten thousand of one code; its file has them all. */
const MOST = 8

/** The discrepancies of a day by what is to be done about them: new, open and accepted ones, and what the latest pull resolved. */
export const toDoList = (reports: readonly SlotReport[]): readonly ToDo[] => {
  const all = reports
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .flatMap(({ discrepancies }) => discrepancies.toSorted(byCodeAndSubject))
  const byAction = grouped(all, actionFor)
  return ACTIONS.flatMap((action) => {
    const found = byAction.get(action) ?? []
    return found.length === 0 ? [] : [{ action, number: found.length, lines: linesOf(found) }]
  })
}

const linesOf = (found: readonly Discrepancy[]): readonly ToDoLine[] =>
  [...grouped(found, ({ code, severity }) => `${code} ${severity}`).values()].flatMap(lineOf).sort(graver)

const lineOf = (alike: readonly Discrepancy[]): readonly ToDoLine[] => {
  const [first] = alike
  if (first === undefined) return []
  const { code, severity } = first
  return [{ code, severity, number: alike.length, difference: inAll(alike), shown: alike.slice(0, MOST) }]
}

const inAll = (alike: readonly Discrepancy[]): Centavos | null =>
  alike.reduce<Centavos | null>((sum, { figures }) => {
    const difference = figures.unit === 'COP' ? differenceOf(figures) : null
    return typeof difference === 'bigint' ? plus(sum ?? ZERO, difference) : sum
  }, null)

const graver = (a: ToDoLine, b: ToDoLine): number => SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity)

const grouped = <T, K>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> => {
  const groups = new Map<K, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [one])
    else known.push(one)
  }
  return groups
}
