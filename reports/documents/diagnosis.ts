import { type DocumentOf, list, shape, text, wordOf } from '../../src/print/shape.ts'
import type { Both } from '../../src/std/both.ts'
import type { AnswerDocument } from './answer-document.ts'

/** The result of one check of `doctor`, with the name of the check. */
export interface Diagnosis {
  /** The subject of the check: `database`, `key`. */
  readonly check: string
  /** Null when it concerns all merchants. */
  readonly merchant: string | null
  readonly state: 'ok' | 'warning' | 'failed'
  /** One line for a person, without secrets. */
  readonly message: Both<string>
  /** A command to paste or a thing to do; null when there is nothing to do. */
  readonly fix: Both<string> | null
  /** The exit status (SPEC, section 2) of a command that fails for the same reason; 0 unless failed. */
  readonly exitCode: number
}

/** The result of one check. */
export type DoctorCheck = Omit<Diagnosis, 'check' | 'merchant'>

export type NamedCheck = readonly [name: string, check: DoctorCheck]

export const ok = (message: Both<string>): DoctorCheck => ({ state: 'ok', message, fix: null, exitCode: 0 })
export const warning = (message: Both<string>, fix: Both<string>): DoctorCheck => ({
  state: 'warning',
  message,
  fix,
  exitCode: 0,
})
export const failedCheck = (exitCode: number, message: Both<string>, fix: Both<string>): DoctorCheck => ({
  state: 'failed',
  message,
  fix,
  exitCode,
})

/** 0, or the status of the first failure. */
export const exitCodeOfDiagnoses = (diagnoses: readonly Diagnosis[]): number =>
  diagnoses.find(({ state }) => state === 'failed')?.exitCode ?? 0

/** The worst state among the diagnoses. */
export const healthOf = (diagnoses: readonly Diagnosis[]): Diagnosis['state'] => {
  if (diagnoses.some(({ state }) => state === 'failed')) return 'failed'
  return diagnoses.some(({ state }) => state === 'warning') ? 'warning' : 'ok'
}

interface Diagnosed {
  readonly diagnoses: readonly Diagnosis[]
}
const STATES = ['ok', 'warning', 'failed'] as const

/** What `doctor` found. */
export const DIAGNOSES = shape<Diagnosed>()({
  health: wordOf(STATES)(({ diagnoses }) => healthOf(diagnoses)),
  checks: list(
    shape<Diagnosis>()({
      check: text,
      merchant: text.orNull.as('Null when it concerns all merchants.'),
      state: wordOf(STATES),
      message: text(({ message }) => message.en),
      fix: text.orNull(({ fix }) => fix?.en ?? null, 'A command to paste or a thing to do.'),
    }),
  )(({ diagnoses }) => diagnoses),
})
export type DiagnosisDocument = DocumentOf<typeof DIAGNOSES>
export type DoctorDocument = AnswerDocument<'doctor'> & DiagnosisDocument

/** What `init` wrote, and what `doctor` found then. */
export const INIT = shape<
  Diagnosed & {
    readonly written: readonly string[]
    readonly kept: string | null
    readonly next: readonly Both<string>[]
  }
>()({
  written: list(text),
  kept: text.orNull.as('An existing file that was not changed.'),
  next: list(text)(({ next }) => next.map(({ en }) => en), 'What to do next, in this order.'),
  ...DIAGNOSES.members,
})
export type InitDocument = AnswerDocument<'init'> & DocumentOf<typeof INIT>
