import { exitStatusOf } from '../../std/exit-statuses.ts'
import { isAtLeast, isOpen, type Severity } from '../findings/discrepancy.ts'
import type { SlotReport } from './slot-report.ts'

/** The result of a job in one word. `--fail-on` does not change it. */
export type Outcome = 'agrees' | 'differs' | 'incomplete' | 'failed' | 'nothing-due'
export type FailOn = Severity | 'never'
export const FAIL_ON_LEVELS: readonly FailOn[] = ['error', 'warning', 'info', 'never']

/** Exit statuses of SPEC section 2 that the database itself decides. */
const AGREES = exitStatusOf('agreed')
export const DIFFERS = exitStatusOf('discrepancies')
export const INCOMPLETE = exitStatusOf('incomplete')

const isDue = ({ verdict }: SlotReport): boolean => verdict !== 'not-due'
/** Whether a slot is due or was asked for, but was not read whole. Such a slot is never reported as agreeing. */
const isNotReadWhole = ({ verdict }: SlotReport): boolean => verdict === 'incomplete' || verdict === 'not-pulled'
const hasOpen = ({ discrepancies }: SlotReport, floor: Severity): boolean =>
  discrepancies.some((discrepancy) => isOpen(discrepancy) && isAtLeast(discrepancy.severity, floor))

/** Incomplete takes precedence over differs, and differs over agrees. */
export const outcomeOf = (slots: readonly SlotReport[]): Outcome => {
  if (slots.some(isNotReadWhole)) return 'incomplete'
  if (slots.some((slot) => hasOpen(slot, 'error'))) return 'differs'
  return slots.some(isDue) ? 'agrees' : 'nothing-due'
}

/** The exit status when nothing went wrong: 5 before 3 before 0. */
export const exitCodeOf = (slots: readonly SlotReport[], failOn: FailOn): number => {
  if (slots.some(isNotReadWhole)) return INCOMPLETE
  return failOn !== 'never' && slots.some((slot) => hasOpen(slot, failOn)) ? DIFFERS : AGREES
}
