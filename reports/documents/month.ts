import type { Days } from '../../src/core/calendar/calendar.ts'
import type { Centavos } from '../../src/core/money.ts'
import type { Moment } from '../../src/core/past-run.ts'
import { cop, type DocumentOf, dateText, list, number, shape, text, wordOf } from '../../src/print/shape.ts'
import { type AnswerDocument, MOMENT } from './answer-document.ts'

/** The steps of a month-end, in their order (SPEC, section 13). */
// biome-ignore format: one line
export const MONTH_STEPS = ['read', 'swept', 'bank', 'open', 'claims', 'fees', 'receivables', 'statement', 'closed', 'journal', 'pack'] as const
export type MonthStepName = (typeof MONTH_STEPS)[number]

/** `blocked`: something else comes first. `not-used`: the merchant does without. */
export const STEP_STATES = ['done', 'to-do', 'blocked', 'not-used'] as const
export type StepState = (typeof STEP_STATES)[number]

/** What the database holds of a step: so many of all, and pesos in centavos. Null where it has no such figure. */
export interface StepFacts {
  readonly done: number | null
  readonly of: number | null
  readonly sum: Centavos | null
}

export interface MonthStep {
  readonly step: MonthStepName
  readonly state: StepState
  readonly facts: StepFacts
  /** The command to type; null unless it is to do. */
  readonly next: string | null
}

export interface MonthReport {
  readonly merchant: string
  readonly days: Days
  readonly asOf: Moment | null
  readonly steps: readonly MonthStep[]
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
  from: dateText(({ days }) => days.from),
  to: dateText(({ days }) => days.to),
  asOf: MOMENT.orNull,
  steps: list(STEP),
})
export type MonthDocument = AnswerDocument<'month'> & DocumentOf<typeof MONTH>
