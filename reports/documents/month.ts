import type { Days } from '../../src/core/calendar/calendar.ts'
import type { Moment } from '../../src/core/past-run.ts'
import { cop, type DocumentOf, list, number, shape, text, wordOf } from '../../src/print/shape.ts'
import { MONTH_STEPS, type MonthStep, STEP_STATES, type StepFacts } from '../../src/rules/account/month-end.ts'
import type { CaseLine } from '../../src/rules/account/to-do.ts'
import type { CountedReport } from '../../src/rules/assessment/slot-report.ts'
import { type AnswerDocument, MOMENT, OF_DAYS } from './answer-document.ts'

export interface MonthReport {
  readonly merchant: string
  readonly days: Days
  readonly asOf: Moment | null
  readonly steps: readonly MonthStep[]
  /** The open differences, in the order in which they are to do. */
  readonly toDo: readonly CaseLine<CountedReport['discrepancies'][number]>[]
}

const STEP = shape<MonthStep>()({
  step: wordOf(MONTH_STEPS),
  state: wordOf(STEP_STATES),
  facts: shape<StepFacts>()({
    done: number.orNull,
    of: number.orNull,
    sum: cop.orNull,
  }).as('So many of all, and the pesos of the step; null where it has no such figure.'),
  next: text.orNull.as('The command to type.'),
})

export const MONTH = shape<MonthReport>()({
  merchant: text,
  ...OF_DAYS,
  asOf: MOMENT.orNull,
  steps: list(STEP),
})
export type MonthDocument = AnswerDocument<'month'> & DocumentOf<typeof MONTH>
