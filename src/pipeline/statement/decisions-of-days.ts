import type { RegisteredDecision } from '../../../reports/statements/statement.ts'
import { type Days, isWithin } from '../../domain/calendar/month.ts'
import type { Store } from '../../storage/store.ts'

/** What people decided about settlements of some days, oldest first; notes are none. */
export const decisionsOfDays = async (store: Store, days: Days): Promise<readonly RegisteredDecision[]> => {
  const decisions: RegisteredDecision[] = []
  for (const { slot } of (await store.slots.states()).filter(({ slot: { date } }) => isWithin(date, days))) {
    if (!(await store.findings.hasAny(slot))) continue
    for (const [discrepancy, steps] of await store.findings.timelines(slot)) {
      let amount: RegisteredDecision['amount'] = null
      for (const { act, sighting } of steps) {
        amount = sighting?.finding?.amount ?? amount
        if (act !== null && act.kind !== 'note') decisions.push({ slot, discrepancy, amount, act })
      }
    }
  }
  return decisions.toSorted((a, b) => a.act.number - b.act.number)
}
