import { type Slot, type SlotDate, uniqueSlots } from '../../../src/core/slot.ts'
import { partsOfRulebook } from '../../../src/rules/assessment/assess.ts'
import { closingOf } from '../../../src/rules/assessment/slot-report.ts'
import { restated } from '../../../src/rules/checks/restated.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { tieOutBank } from '../bank/bank-in-database.ts'
import type { JobContext } from '../run/context.ts'
import type { CurrentRun } from '../run/record-run.ts'
import { assessSlots } from './assess-slots.ts'
import { assessmentContext } from './assessment-context.ts'
import { merchantFacts } from './merchant-facts.ts'
import { slotsOfBank, slotsOfFees, slotsOfRents, slotsTouched, slotsWithDispositions } from './slots-touched.ts'

/**
 * Assesses every slot that was pulled since its last check, every slot that another version of cuadre judged, every
 * slot of these dates that was judged by another policy, and the slots that share something with them. Totals go over
 * all slots, so none may keep the findings of another version: the first job of a version assesses them all, once. A
 * slot with only new dispositions is assessed alone, since a disposition changes no figure. Returns the slots whose
 * reports may have changed.
 */
export const assessRead = async (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  dates: ReadonlySet<SlotDate>,
): Promise<readonly Slot[]> => {
  const { policy } = job.settings
  const rules = { policy, zone: job.zone }
  await store.keys.update()
  await tieOutBank(store, await store.slots.states(), rules, job.now())
  const { version } = partsOfRulebook(run.rulebook)
  const isStale = ({ slot, pull, assessment }: SlotState): boolean =>
    pull !== null &&
    (assessment?.pullId !== pull.id ||
      partsOfRulebook(assessment.rulebook).version !== version ||
      (dates.has(slot.date) && assessment.rulebook !== run.rulebook))
  const facts = await merchantFacts(store, { ...rules, signal: job.signal, isStale }, job)
  const { states, filed } = facts
  const read = uniqueSlots([...states.filter(isStale).map(({ slot }) => slot), ...(await restatedAndOpenAgain(store))])
  const affected = read.length === 0 && filed.size === 0 ? [] : await slotsTouched(store, read, facts, policy)
  const touched = uniqueSlots([
    ...affected,
    ...(await slotsOfBank(store, facts)),
    ...(await slotsOfFees(store, facts)),
    ...(await slotsOfRents(store, facts)),
    ...slotsWithDispositions(states),
  ])
  await assessSlots(store, assessmentContext(job, run.rulebook), facts, touched)
  job.progress({ kind: 'checked', slots: touched.length })
  return touched
}

/** Slots that were compared with a closing that has since been undone are compared with their own past again. */
const restatedAndOpenAgain = async (store: Store): Promise<readonly Slot[]> => {
  const closings = await store.periods.closings()
  return (await store.findings.slotsWith([restated.code])).filter(({ date }) => closingOf(closings, date) === null)
}
