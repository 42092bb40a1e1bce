import type { Json } from '../../src/domain/cell.ts'
import type { Both } from '../../src/std/both.ts'

/** What one look of the doctor found. */
export interface Diagnosis {
  /** What was looked at: `database`, `key`. */
  readonly check: string
  /** Null for what all merchants share. */
  readonly merchant: string | null
  readonly state: 'ok' | 'warning' | 'failed'
  /** One line for a person. No secret stands in it. */
  readonly message: Both<string>
  /** What to paste or to do; null where nothing is to be done. */
  readonly fix: Both<string> | null
  /** The exit status of SPEC section 2 that a command would end with for the same reason; 0 unless failed. */
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

/** What `doctor --json` says beside what every document says. */
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

/** The worst that was found. */
export const healthOf = (findings: readonly Diagnosis[]): Diagnosis['state'] => {
  if (findings.some(({ state }) => state === 'failed')) return 'failed'
  return findings.some(({ state }) => state === 'warning') ? 'warning' : 'ok'
}
