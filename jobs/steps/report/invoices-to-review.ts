import { type InvoiceToReview, invoicesToReview, type NamedInvoice } from '../../../reports/pages/invoices-to-review.ts'
import type { Policy } from '../../../src/core/policy.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import { nameOf, type Slot } from '../../../src/core/slot.ts'
import { neighboursOf, otherLabelsOf } from '../../../src/rules/causes/neighbours.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'

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
  const found = new Map<string, InvoiceToReview>()
  const namedById = new Map(named.map((one) => [one.id, one]))
  for (const pull of near(slot)) {
    if (namedById.size === 0) break
    for (const { current, previous } of await store.invoices.withIds(pull.slot, pull, [...namedById.keys()])) {
      const invoice = current ?? previous
      const one = invoice === null ? undefined : namedById.get(invoice.id)
      if (invoice === null || one === undefined) continue
      found.set(one.id, invoicesToReview(one, pull.slot, invoice, current === null))
      namedById.delete(one.id)
    }
  }
  return named.flatMap(({ id }) => found.get(id) ?? [])
}
