import type { Waiver } from '../../../reports/pages/day-facts.ts'
import { toDoList } from '../../../reports/pages/to-do-list.ts'
import type { SlotReport } from '../../domain/assessment/slot-report.ts'
import { nameOf } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'

/** Why a person accepted what stands as accepted; a copy for others leaves out what people wrote. Most days have none. */
export const waiversOf = async (
  store: Store,
  reports: readonly SlotReport[],
  masked: boolean,
): Promise<Readonly<Record<string, Waiver>>> => {
  if (masked) return {}
  const shown = toDoList(reports).filter(({ action }) => action === 'waived')
  const waived = shown.flatMap(({ lines }) => lines.flatMap((line) => line.shown))
  const waivers: Record<string, Waiver> = {}
  for (const slot of new Map(waived.map((one) => [nameOf(one.slot), one.slot])).values()) {
    const lives = await store.findings.timelines(slot)
    for (const { id } of waived) {
      const act = lives.get(id)?.findLast((step) => step.act?.kind === 'waive')?.act
      if (act?.kind === 'waive') waivers[id] = { by: act.by, reason: act.reason, until: act.until?.date ?? null }
    }
  }
  return waivers
}
