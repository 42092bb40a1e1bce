import type { RegisteredDecision } from '../../../reports/statements/statement.ts'
import { type Days, isWithin } from '../../domain/calendar/calendar.ts'
import { compareAmounts } from '../../domain/findings/discrepancy.ts'
import { ZERO } from '../../domain/money.ts'
import type { Slot } from '../../domain/slot.ts'
import { groupBy } from '../../std/group-by.ts'
import type { Store } from '../../storage/store.ts'

/** What people decided about cases of settlements of some days, oldest first; notes are none. */
export const decisionsOfDays = async (store: Store, days: Days): Promise<readonly RegisteredDecision[]> => {
  const decisions: RegisteredDecision[] = []
  for (const { slot } of (await store.slots.states()).filter(({ slot: { date } }) => isWithin(date, days)))
    if (await store.findings.hasAny(slot)) decisions.push(...(await decisionsOfSlot(store, slot)))
  return decisions.toSorted((a, b) => a.act.number - b.act.number)
}

/** A decision on a case is an act on each of its findings, all at one moment: one row, with the pesos of the case as they were then. */
const decisionsOfSlot = async (store: Store, slot: Slot): Promise<readonly RegisteredDecision[]> => {
  const known = new Map((await store.findings.ofSlot(slot)).map((one) => [one.id, one]))
  const decided: RegisteredDecision[] = []
  for (const [id, steps] of await store.findings.timelines(slot)) {
    let amount: RegisteredDecision['amount'] = null
    for (const { act, sighting } of steps) {
      amount = sighting?.finding?.amount ?? amount
      if (act !== null && act.kind !== 'note') decided.push({ slot, case: known.get(id)?.case ?? id, amount, act })
    }
  }
  return [...groupBy(decided, ({ case: of, act }) => `${of} ${act.kind} ${act.at} ${act.by}`).values()].map((acts) => {
    // Of a settled case one act has the sum.
    const one = acts.find(({ act }) => act.kind === 'settle' && act.recovery.sum > ZERO) ?? acts[0]
    const ofCase = known.get(one.case)?.caseAmount ?? null
    const largest = acts.map(({ amount }) => amount).toSorted((a, b) => compareAmounts(b, a))[0] ?? null
    return { ...one, amount: acts.some(({ amount }) => amount === ofCase) ? ofCase : largest }
  })
}
