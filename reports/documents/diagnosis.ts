import type { Json } from '../../src/domain/cell.ts'
import type { Both } from '../../src/std/both.ts'

/** One finding of `doctor`. */
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

export type DoctorCheck = Omit<Diagnosis, 'check' | 'merchant'>

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
export const exitCodeOfFindings = (findings: readonly Diagnosis[]): number =>
  findings.find(({ state }) => state === 'failed')?.exitCode ?? 0

/** The members that `doctor --json` adds to those of every document. */
export const diagnosisDocument = (findings: readonly Diagnosis[]): { readonly [name: string]: Json } => ({
  health: healthOf(findings),
  checks: findings.map(({ check, merchant, state, message, fix }) => ({
    check,
    merchant,
    state,
    message: message.en,
    fix: fix?.en ?? null,
  })),
})

/** The worst state among the findings. */
export const healthOf = (findings: readonly Diagnosis[]): Diagnosis['state'] => {
  if (findings.some(({ state }) => state === 'failed')) return 'failed'
  return findings.some(({ state }) => state === 'warning') ? 'warning' : 'ok'
}
