import type { Both } from '../../std/both.ts'
import { inEnglish } from '../rules/in-english.ts'
import type { Say } from '../rules/say.ts'
import type { GapName } from './cause.ts'
import type { Evidence } from './evidence.ts'

/** A way in which a cause fits: the gaps that it closes to the centavo, and the data of its sentence. */
export interface Fit<D extends object> {
  readonly closes: readonly GapName[]
  readonly data: D
  /** Ids of invoices to look at: the first few, in order. */
  readonly invoices: readonly string[]
  /** The number of single invoices or slots that would each close the gap alone. */
  readonly candidates: number
}

/** A way in which a cause fits, with its code and sentence. */
export interface CauseFit extends Fit<object> {
  readonly code: string
  readonly detail: string
}

/** The texts of a cause. */
interface Words<Message> {
  readonly title: Both<string>
  /** What would have happened, as worded in the manual. */
  readonly when: string
  readonly message: Both<Message>
}

interface Definition<C extends string, D extends object> extends Words<(data: D, say: Say) => string> {
  readonly code: C
  /** The ways in which it fits the evidence, mostly none or one. */
  readonly check: (evidence: Evidence) => readonly Fit<D>[]
}

/** A cause as the registry lists it. */
export interface CauseRecord<C extends string = string> extends Words<(data: object, say: Say) => string> {
  readonly code: C
  readonly check: (evidence: Evidence) => readonly CauseFit[]
}

/** Makes a cause from its parts. Stored data is validated before it is passed to the sentences, as with checks. */
export const defineCause = <const C extends string, D extends object>({
  code,
  title,
  when,
  check,
  message,
}: Definition<C, D>): CauseRecord<C> => ({
  code,
  title,
  when,
  message: message as Both<(data: object, say: Say) => string>,
  check: (evidence) => check(evidence).map((fit) => ({ code, detail: message.en(fit.data, inEnglish), ...fit })),
})

export const DOES_NOT_FIT: readonly never[] = []
