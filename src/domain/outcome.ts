import { isAtLeast, isOpen, type Severity } from './discrepancy.ts'
import type { SlotReport } from './slot-report.ts'

/** In one word, how a job went; `--fail-on` has no say in it. */
export type Outcome = 'agrees' | 'differs' | 'incomplete' | 'failed' | 'nothing-due'
export type FailOn = Severity | 'never'

/** Exit statuses of SPEC section 2 that the books themselves decide. */
export const AGREES = 0
export const DIFFERS = 3
export const INCOMPLETE = 5

const isRead = ({ verdict }: SlotReport): boolean => verdict !== 'not-due' && verdict !== 'not-pulled'
const hasOpen = ({ discrepancies }: SlotReport, floor: Severity): boolean =>
  discrepancies.some((discrepancy) => isOpen(discrepancy) && isAtLeast(discrepancy.severity, floor))

/** What was asked for and could not be read is never reported as agreeing: incomplete wins over differs. */
export const outcomeOf = (slots: readonly SlotReport[]): Outcome => {
  if (slots.some(({ verdict }) => verdict === 'incomplete')) return 'incomplete'
  if (slots.some((slot) => hasOpen(slot, 'error'))) return 'differs'
  return slots.some(isRead) ? 'agrees' : 'nothing-due'
}

/** The exit status when nothing went wrong: 5 before 3 before 0. */
export const exitCodeOf = (slots: readonly SlotReport[], failOn: FailOn): number => {
  if (slots.some(({ verdict }) => verdict === 'incomplete')) return INCOMPLETE
  return failOn !== 'never' && slots.some((slot) => hasOpen(slot, failOn)) ? DIFFERS : AGREES
}
