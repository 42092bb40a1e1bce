import { type InvoiceToReview, invoicesToReview, type NamedInvoice } from '../../../reports/pages/invoices-to-review.ts'
import { neighboursOf, otherLabelsOf } from '../../domain/causes/neighbours.ts'
import type { Policy } from '../../domain/policy.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import { nameOf, type Slot } from '../../domain/slot.ts'
import type { SlotState } from '../../storage/pulls/pulls.ts'
import type { Store } from '../../storage/store.ts'

/** The slot itself first, then those in whose lists a cause may have found an invoice, then all others. */
export const nearFirst = (states: readonly SlotState[], slot: Slot, policy: Policy): readonly Pull[] => {
  const pulls = states.flatMap(({ pull }) => pull ?? [])
  const slots = pulls.map((pull) => pull.slot)
  const order = [slot, ...neighboursOf(slot, slots), ...otherLabelsOf(slot, slots, policy), ...slots]
  const byName = new Map(pulls.map((pull) => [nameOf(pull.slot), pull]))
  return [...new Set(order.flatMap((one) => byName.get(nameOf(one)) ?? []))]
}

/** What the database says of each, in the first of the slots that holds it; one that none holds is left out. */
export const readInvoicesToReview = async (
  store: Store,
  pulls: readonly Pull[],
  named: readonly NamedInvoice[],
): Promise<readonly InvoiceToReview[]> => {
  const found: InvoiceToReview[] = []
  for (const invoice of named) found.push(...(await firstPlaceOf(store, pulls, invoice)))
  return found
}

const firstPlaceOf = async (
  store: Store,
  pulls: readonly Pull[],
  named: NamedInvoice,
): Promise<readonly InvoiceToReview[]> => {
  for (const pull of pulls) {
    const [held] = await store.invoices.withIds(pull.slot, pull, [named.id])
    const invoice = held?.current ?? held?.previous ?? null
    if (invoice !== null) return [invoicesToReview(named, pull.slot, invoice, held?.current === null)]
  }
  return []
}
