import { compareText } from '../../../std/compare-text.ts'
import type { KeyHolder, SharedKey } from '../../pull/shared-key.ts'
import { compareSlots, type Slot, sameSlot } from '../../slot.ts'
import type { NamedSlot } from '../say.ts'

/** Orders holders by date, cycle and invoice id. A shared key is filed with the later one. */
const compareHolders = (a: KeyHolder, b: KeyHolder): number =>
  compareSlots(a.slot, b.slot) || compareText(a.invoiceId, b.invoiceId)

/** The holder in this slot that has an earlier one, and the earliest. Null when the shared key is filed elsewhere. */
export const laterHere = (
  holders: readonly KeyHolder[],
  slot: Slot,
): { readonly first: KeyHolder; readonly here: KeyHolder } | null => {
  const [first, ...later] = [...holders].sort(compareHolders)
  const here = later.find((holder) => sameSlot(holder.slot, slot))
  return first === undefined || here === undefined ? null : { first, here }
}

export const distinctHolders = (holders: readonly KeyHolder[]): readonly KeyHolder[] => {
  const byInvoice = new Map<string, KeyHolder>()
  for (const holder of [...holders].sort(compareHolders))
    if (!byInvoice.has(holder.invoiceId)) byInvoice.set(holder.invoiceId, holder)
  return [...byInvoice.values()]
}

export const keysOf = (shared: readonly SharedKey[], kind: SharedKey['kind']): readonly SharedKey[] =>
  shared.filter((key) => key.kind === kind)

export const slotOf = ({ slot }: Pick<KeyHolder, 'slot'>): NamedSlot => ({ date: slot.date, cycle: slot.cycle })
