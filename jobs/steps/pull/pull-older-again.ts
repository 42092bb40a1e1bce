import { nameOf, type Slot, uniqueSlots } from '../../../src/core/slot.ts'
import type { CuadreError } from '../../../src/std/errors.ts'
import type { JobContext } from '../run/context.ts'
import type { CurrentRun } from '../run/record-run.ts'
import { type PullContext, pullSlots } from './pull-slots.ts'

/**
 * An invoice in two lists of this run, one of them just read, may have moved between the two readings. So the older list
 * is read again before reporting.
 */
export const pullOlderAgain = async (
  job: JobContext,
  pulls: PullContext,
  run: CurrentRun,
  justRead: readonly Slot[],
): Promise<CuadreError | null> => {
  const names = new Set(justRead.map(nameOf))
  await pulls.store.keys.update()
  const shared = (await pulls.store.keys.shared()).filter(
    ({ kind, holders }) => kind === 'invoice' && holders.some(({ slot }) => names.has(nameOf(slot))),
  )
  const readNow = shared.map(({ holders }) => holders.filter(({ readInRun }) => readInRun === run.ordinal))
  if (!readNow.some((holders) => holders.length > 1)) return null
  const order = new Map((await pulls.store.slots.states()).map(({ slot, pull }) => [nameOf(slot), pull?.number ?? 0]))
  const older = readNow.flatMap((holders) =>
    holders
      .map(({ slot }) => slot)
      .sort((a, b) => (order.get(nameOf(a)) ?? 0) - (order.get(nameOf(b)) ?? 0))
      .slice(0, -1),
  )
  return pullSlots(job, { ...pulls, nonEmptyBefore: [] }, uniqueSlots(older))
}
