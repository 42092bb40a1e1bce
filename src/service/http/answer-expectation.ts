import type { Absence } from '../wire/absence.ts'

/** What is made of an answer: it must be JSON, it may be whatever it is, or its status is trouble already. */
export type Expectation = 'json' | 'whatever' | 'trouble'

/** What is made of the answers to a request. A 200 must be JSON. */
export interface AnswerExpectation {
  /** Of a status beside 200. */
  readonly status: (status: number) => Expectation
  /** Which answers mean that what was asked for does not exist; null where none does. */
  readonly absence: Absence | null
}

/** Only a 200 will do. */
export const ONLY_OK: AnswerExpectation = { status: () => 'trouble', absence: null }
