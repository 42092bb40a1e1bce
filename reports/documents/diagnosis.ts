import type { Json } from '../../src/core/cell.ts'
import type { Both } from '../../src/std/both.ts'

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

/** The members that `doctor --json` adds to those of every document. */
export const diagnosisDocument = (diagnoses: readonly Diagnosis[]): { readonly [name: string]: Json } => ({
  health: healthOf(diagnoses),
  checks: diagnoses.map(({ check, merchant, state, message, fix }) => ({
    check,
    merchant,
    state,
    message: message.en,
    fix: fix?.en ?? null,
  })),
})

/** The worst state among the diagnoses. */
export const healthOf = (diagnoses: readonly Diagnosis[]): Diagnosis['state'] => {
  if (diagnoses.some(({ state }) => state === 'failed')) return 'failed'
  return diagnoses.some(({ state }) => state === 'warning') ? 'warning' : 'ok'
}
