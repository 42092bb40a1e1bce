import { isOpen } from '../../../src/core/findings/discrepancy.ts'
import { compareSlots, nameOf, type Slot, uniqueSlots } from '../../../src/core/slot.ts'
import type { Store } from '../../../src/store/store.ts'
import type { CurrentRun } from '../run/record-run.ts'
import type { Timetable } from '../schedule/timetable.ts'

/**
 * The slots that an ordinary night reports, in order: those of its days, closed ones that have changed, those opened
 * again since a closing, and those that it could not read whole.
 */
export const slotsOfNight = async (
  store: Store,
  run: CurrentRun,
  { slots, due }: Timetable,
): Promise<readonly Slot[]> =>
  uniqueSlots([
    ...slots,
    ...(await restatedSlots(store, run)),
    ...(await store.periods.openedSinceClosing()),
    ...(await incompleteSlots(store, due)),
  ]).toSorted(compareSlots)

/**
 * Closed settlements that have changed since. Errors are reported every night until a person accepts them; the settling
 * of something open is reported once, by the run that read it.
 */
const restatedSlots = async (store: Store, run: CurrentRun): Promise<readonly Slot[]> => {
  const readNow = new Set(
    (await store.slots.states()).filter(({ pull }) => pull?.runId === run.id).map(({ slot }) => nameOf(slot)),
  )
  return (await store.periods.restatements())
    .filter((one) => isOpen(one) && (one.severity === 'error' || readNow.has(nameOf(one.slot))))
    .map(({ slot }) => slot)
}

/** The slots among these whose last attempt could not be read whole. */
const incompleteSlots = async (store: Store, due: readonly Slot[]): Promise<readonly Slot[]> => {
  const names = new Set(due.map(nameOf))
  return (await store.slots.states())
    .filter(({ slot, incomplete }) => incomplete !== null && names.has(nameOf(slot)))
    .map(({ slot }) => slot)
}
