import type { Zone } from '../../src/core/calendar/calendar.ts'
import { isOpen, settledDays } from '../../src/core/findings/discrepancy.ts'
import { type Centavos, sumOf, ZERO } from '../../src/core/money.ts'
import { groupCases } from '../../src/rules/assessment/case.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import { ACTIONS, type Action, actionFor } from './action.ts'

/** Bands of the age of a settlement, in days since its date: < 1, 1–6, 7–30, ≥ 31. */
export const AGE_BANDS = ['today', 'week', 'month', 'older'] as const
export type OpenAge = (typeof AGE_BANDS)[number]

/**
 * Cases of open errors and warnings in pesos, by the age of their settlement and by who has to answer: rows and columns add up.
 */
export interface PesosByAge {
  /** The actions that occur. */
  readonly actions: readonly Action[]
  readonly bands: readonly AgeRow[]
  readonly total: Omit<AgeRow, 'age'>
}

export interface AgeRow {
  readonly age: OpenAge
  /** In the order of `actions`. */
  readonly sums: readonly Centavos[]
  readonly total: Centavos
  readonly number: number
}

interface Mark {
  readonly age: OpenAge
  readonly action: Action
  readonly amount: Centavos
}

export const pesosByAge = (reports: readonly CountedReport[], zone: Zone): PesosByAge => {
  const marks = reports.flatMap(({ discrepancies }) =>
    groupCases(discrepancies)
      .filter(({ state, first }) => isOpen({ state }) && first.severity !== 'info')
      .map(({ first, amount }) => ({
        age: ageOf(settledDays(first, zone)),
        action: actionFor(first),
        amount: amount ?? ZERO,
      })),
  )
  const actions = ACTIONS.filter((action) => marks.some((mark) => mark.action === action))
  const rowOf = (of: readonly Mark[]) => ({
    sums: actions.map((action) => pesosOf(of.filter((mark) => mark.action === action))),
    total: pesosOf(of),
    number: of.length,
  })
  return {
    actions,
    bands: AGE_BANDS.map((age) => ({ age, ...rowOf(marks.filter((mark) => mark.age === age)) })),
    total: rowOf(marks),
  }
}

const ageOf = (days: number): OpenAge => {
  if (days < 1) return 'today'
  if (days < 7) return 'week'
  return days < 31 ? 'month' : 'older'
}

const pesosOf = (marks: readonly Mark[]): Centavos => sumOf(marks.map(({ amount }) => amount))
