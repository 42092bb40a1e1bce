import { namedInvoices } from '../reports/invoices-to-look-at.ts'
import type { Discrepancy } from '../src/domain/discrepancy.ts'
import { maskedDiscrepancy, maskedHeld, quotesTheMerchant } from '../src/domain/mask.ts'
import type { Pull } from '../src/domain/pull.ts'
import { sameSlot } from '../src/domain/slot.ts'
import type { Store } from '../src/store/store.ts'

/**
 * The books as they are shown to others: whatever is made from what this gives, file, page or workbook, holds no document number and
 * no name of a customer. Checks are never run over it: what they find is kept, and must be found in the books as they are.
 */
export const maskedBooks = (store: Store): Store => ({
  ...store,
  held: async function* (...asked) {
    for await (const page of store.held(...asked)) yield page.map(maskedHeld)
  },
  heldNamed: async (...asked) => (await store.heldNamed(...asked)).map(maskedHeld),
  discrepancies: async (slot) => {
    const found = await store.discrepancies(slot)
    if (!found.some(quotesTheMerchant)) return found.map((one) => maskedDiscrepancy(one, []))
    const states = await store.slots({ from: slot.date, to: slot.date })
    const pull = states.find((state) => sameSlot(state.slot, slot))?.pull ?? null
    const shown: Discrepancy[] = []
    for (const one of found) shown.push(maskedDiscrepancy(one, await peopleOf(store, pull, one)))
    return shown
  },
})

/** The invoices a discrepancy is about, with the customers they name; looked up only where its texts may name them too. */
const peopleOf = async (store: Store, pull: Pull | null, discrepancy: Discrepancy) => {
  if (pull === null || !quotesTheMerchant(discrepancy)) return []
  const ids = namedInvoices([discrepancy]).map(({ id }) => id)
  return store.heldNamed(pull.slot, pull, ids)
}
