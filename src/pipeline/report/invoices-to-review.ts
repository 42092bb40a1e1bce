import { type InvoiceToReview, invoicesToReview, type NamedInvoice } from '../../../reports/pages/invoices-to-review.ts'
import { neighboursOf, otherLabelsOf } from '../../domain/causes/neighbours.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import { nameOf, type Slot } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/slot-states.ts'
import type { Store } from '../../storage/store.ts'

/** Returns the pulls in which to look for an invoice of a slot, the most likely ones first. */
export type PullsNear = (slot: Slot) => Iterable<Pull>

/** The slot itself, then slots in whose lists a cause may have found an invoice, then all others. Most are never read. */
export const pullsNear = (states: readonly SlotState[], policy: Policy): PullsNear => {
  const pulls = states.flatMap(({ pull }) => pull ?? [])
  const slots = pulls.map((pull) => pull.slot)
  const byName = new Map(pulls.map((pull) => [nameOf(pull.slot), pull]))
  function* inOrder(slot: Slot): Generator<Slot> {
    yield slot
    yield* neighboursOf(slot, slots)
    yield* otherLabelsOf(slot, slots, policy)
    yield* slots
  }
  return function* (slot) {
    const given = new Set<Pull>()
    for (const one of inOrder(slot)) {
      const pull = byName.get(nameOf(one))
      if (pull === undefined || given.has(pull)) continue
      given.add(pull)
      yield pull
    }
  }
}

/** The facts about each invoice from the first of these pulls that holds it. Invoices in none of them are left out. */
export const readInvoicesToReview = async (
  store: Store,
  near: PullsNear,
  slot: Slot,
  named: readonly NamedInvoice[],
): Promise<readonly InvoiceToReview[]> => {
  const found: InvoiceToReview[] = []
  for (const invoice of named) found.push(...(await firstPlaceOf(store, near(slot), invoice)))
  return found
}

const firstPlaceOf = async (
  store: Store,
  pulls: Iterable<Pull>,
  named: NamedInvoice,
): Promise<readonly InvoiceToReview[]> => {
  for (const pull of pulls) {
    const [inPull] = await store.invoices.withIds(pull.slot, pull, [named.id])
    const invoice = inPull?.current ?? inPull?.previous ?? null
    if (invoice !== null) return [invoicesToReview(named, pull.slot, invoice, inPull?.current === null)]
  }
  return []
}
