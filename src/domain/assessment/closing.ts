import type { Closing, PastClosing } from '../findings/act.ts'
import type { SlotDate } from '../slot.ts'
import type { Verdict } from './verdict.ts'

/** The closing of a date: the first one in force that reached it. Null for an open date. */
export const closingOf = (closings: readonly Closing[], date: SlotDate): Closing | null =>
  closings.find(({ through }) => through >= date) ?? null

/** The closings that closed a date, in their order: those that reached it while no other closing did. */
export const closingsOf = (closings: readonly PastClosing[], date: SlotDate): readonly PastClosing[] => {
  const reaching = closings.filter(({ through }) => through >= date)
  const isInForceAt = ({ undone }: PastClosing, number: number): boolean => undone === null || undone.number > number
  return reaching.filter(({ number }) => !reaching.some((other) => other.number < number && isInForceAt(other, number)))
}

/** The last closed day; null when no day is closed. Each closing reaches further than those before it. */
export const closedThrough = (closings: readonly Closing[]): SlotDate | null => closings.at(-1)?.through ?? null

const UNFINISHED: readonly Verdict[] = ['not-pulled', 'incomplete', 'failed', 'discrepant', 'exceptions', 'provisional']

/**
 * Whether a verdict prevents the closing of its day, since something is still to come or to be decided. A person may
 * close it by force, with a reason.
 */
export const forbidsClosing = (verdict: Verdict): boolean => UNFINISHED.includes(verdict)
