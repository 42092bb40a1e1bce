import type { DecisionNote } from '../../../reports/pages/day-facts.ts'
import { problemList } from '../../../reports/pages/problem-list.ts'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import type { Zone } from '../../domain/calendar/calendar.ts'
import { ticketOf } from '../../domain/findings/act.ts'
import { decisionOf } from '../../domain/findings/disposition.ts'
import { uniqueSlots } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'

/**
 * The reasons of acceptances and claims that a page lists; most days have none. A copy for others leaves out what
 * people wrote.
 */
export const decisionNotes = async (
  store: Store,
  reports: readonly SlotReport[],
  zone: Zone,
  masked: boolean,
): Promise<Readonly<Record<string, DecisionNote>>> => {
  if (masked) return {}
  const decided = problemList(reports, zone)
    .filter(({ state }) => state === 'accepted' || state === 'claimed' || state === 'paid')
    .flatMap(({ problems }) => problems.map(({ first }) => first))
  const notes: Record<string, DecisionNote> = {}
  for (const slot of uniqueSlots(decided.map((one) => one.slot))) {
    const timelines = await store.findings.timelines(slot)
    for (const { id } of decided) {
      const act = decisionOf(timelines.get(id) ?? [])
      if (act !== null)
        notes[id] = { by: act.by, reason: act.reason, ticket: ticketOf(act), until: act.until?.date ?? null }
    }
  }
  return notes
}
