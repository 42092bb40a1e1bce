import { isAboutMoney } from '../account/settlement-money.ts'
import type { Closing, PastClosing } from '../findings/act.ts'
import { isOpen } from '../findings/discrepancy.ts'
import type { SlotDate } from '../slot.ts'
import type { SlotReport } from './slot-report.ts'
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

/** Something of the settlement is still to come or to be decided. */
export const isUnfinished = (verdict: Verdict): boolean => UNFINISHED.includes(verdict)

/**
 * Whether a settlement prevents the closing of its day, since something is still to come or to be decided. A person may
 * close it by force, with a reason.
 */
export const forbidsClosing = (report: Pick<SlotReport, 'verdict' | 'money' | 'arrival' | 'discrepancies'>): boolean =>
  isUnfinished(report.verdict) && !isPaidInAdvance(report)

/** The bank shows the payout of its list, and only its settlement is still to come. */
const isPaidInAdvance = ({ verdict, money, arrival, discrepancies }: Parameters<typeof forbidsClosing>[0]): boolean =>
  verdict !== 'incomplete' &&
  arrival?.isConfirmed === true &&
  money.notCompared === 'no-settlement' &&
  discrepancies.every((one) => one.severity !== 'error' || !isOpen(one) || isAboutMoney(one, money))
