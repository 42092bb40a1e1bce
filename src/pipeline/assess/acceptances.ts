import type { Acceptance } from '../../../reports/pages/day-facts.ts'
import { toDoList } from '../../../reports/pages/to-do-list.ts'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import { nameOf } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'

/** Why a person accepted what stands as accepted; a copy for others leaves out what people wrote. Most days have none. */
export const acceptancesOf = async (
  store: Store,
  reports: readonly SlotReport[],
  masked: boolean,
): Promise<Readonly<Record<string, Acceptance>>> => {
  if (masked) return {}
  const shown = toDoList(reports).filter(({ action }) => action === 'accepted')
  const accepted = shown.flatMap(({ lines }) => lines.flatMap((line) => line.shown))
  const acceptances: Record<string, Acceptance> = {}
  for (const slot of new Map(accepted.map((one) => [nameOf(one.slot), one.slot])).values()) {
    const lives = await store.findings.timelines(slot)
    for (const { id } of accepted) {
      const act = lives.get(id)?.findLast((step) => step.act?.kind === 'accept')?.act
      if (act?.kind === 'accept') acceptances[id] = { by: act.by, reason: act.reason, until: act.until?.date ?? null }
    }
  }
  return acceptances
}
