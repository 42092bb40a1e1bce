import type { Closing } from '../findings/act.ts'
import type { SlotDate } from '../slot.ts'
import type { Verdict } from './verdict.ts'

/** The closing that holds for a date: the first, of those that stand, that reached it. Null for a date that is open. */
export const closingOf = (closings: readonly Closing[], date: SlotDate): Closing | null =>
  closings.find(({ through }) => through >= date) ?? null

/** The last day of the closed books; null when none are closed. Each closing reaches further than those before it. */
export const closedThrough = (closings: readonly Closing[]): SlotDate | null => closings.at(-1)?.through ?? null

const UNFINISHED: readonly Verdict[] = ['not-pulled', 'incomplete', 'failed', 'discrepant', 'exceptions', 'provisional']

/** A slot of which something is still to come, or to be decided, forbids closing its day; a person may do so all the same, and says why. */
export const forbidsClosing = (verdict: Verdict): boolean => UNFINISHED.includes(verdict)
