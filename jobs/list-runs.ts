import { isOpen } from '../src/domain/findings/discrepancy.ts'
import type { AsOf, PastRun, SlotOfRun, WholeRun } from '../src/domain/past-run.ts'
import { compareSlots, nameOf } from '../src/domain/slot.ts'
import { type QueryContext, readDatabase } from '../src/pipeline/query/read-database.ts'
import type { RunFilter } from '../src/storage/runs/past-runs.ts'
import type { Store } from '../src/storage/store.ts'

/** Returns the merchant's runs, newest first. Only reads. */
export const listRuns = async (context: QueryContext, filter: RunFilter): Promise<readonly PastRun[]> =>
  (await readDatabase(context, (store) => store.runs.list(filter))) ?? []

/** Returns the runs whose id begins with this name: none, one, or several when it is too short. */
export const readRun = async (context: QueryContext, name: string): Promise<readonly WholeRun[]> =>
  (await readDatabase(context, async (store) => {
    const runs: WholeRun[] = []
    for (const run of await store.runs.find(name)) runs.push(await withRestated(context, store, run))
    return runs
  })) ?? []

/**
 * Adds the closed slots that differ from their closing, including those that the night did not read, since the night
 * reported them.
 */
const withRestated = async (context: QueryContext, store: Store, run: WholeRun): Promise<WholeRun> => {
  const asOf = endOf(run)
  if (run.scope !== 'due' || asOf === null || (await store.periods.everClosedThrough()) === null) return run
  const read = new Set(run.slots.map(({ slot }) => nameOf(slot)))
  const restated = (await readDatabase({ ...context, asOf }, restatedSlots)) ?? []
  const slots = [...run.slots, ...restated.filter(({ slot }) => !read.has(nameOf(slot)))]
  return { ...run, slots: slots.toSorted((a, b) => compareSlots(a.slot, b.slot)) }
}

/** The moment at which the run ended; null while it is running. */
const endOf = ({ end, lastNumber }: WholeRun): AsOf | null => {
  if (end === null) return null
  return lastNumber === null ? { kind: 'time', at: end.at } : { kind: 'number', number: lastNumber }
}

const restatedSlots = async (store: Store): Promise<readonly SlotOfRun[]> => {
  const open = (await store.periods.restatements()).filter((one) => isOpen(one) && one.severity === 'error')
  const names = new Set(open.map(({ slot }) => nameOf(slot)))
  return (await store.slots.states())
    .filter(({ slot }) => names.has(nameOf(slot)))
    .map(({ slot, assessment }) => ({
      slot,
      at: null,
      verdict: assessment?.verdict ?? null,
      reason: null,
      pages: 0,
      invoices: 0,
    }))
}
