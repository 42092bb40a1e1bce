import type { Absence } from '../wire/absence.ts'

/** What to do with an answer: it must be JSON, its body does not matter, or its status is an error. */
export type Expectation = 'json' | 'whatever' | 'trouble'

/** What to do with the answers to a request. A 200 must be JSON. */
export interface AnswerExpectation {
  /** For every other status than 200. */
  readonly status: (status: number) => Expectation
  /** Which answers mean that what was asked for does not exist; null where none does. */
  readonly absence: Absence | null
}

/** Accepts only a 200. */
export const ONLY_OK: AnswerExpectation = { status: () => 'trouble', absence: null }
