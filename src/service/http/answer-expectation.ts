import type { Absence } from '../wire/absence.ts'

/** The treatment of an answer: it must be JSON, its body does not matter, or its status is an error. */
export type Expectation = 'json' | 'whatever' | 'trouble'

/** How to treat the answers to a request. A 200 must be JSON. */
export interface AnswerExpectation {
  /** For every other status than 200. */
  readonly status: (status: number) => Expectation
  /** The answers that mean that the resource does not exist; null when none does. */
  readonly absence: Absence | null
  /** Whether these bytes were read before, so that they need not be parsed. */
  readonly isKnown: (body: Uint8Array) => boolean
}

/** Accepts only a 200. */
export const ONLY_OK: AnswerExpectation = { status: () => 'trouble', absence: null, isKnown: () => false }
