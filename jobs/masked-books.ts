import type { Finding } from '../src/domain/discrepancy.ts'
import type { HeldInvoice } from '../src/domain/held.ts'
import type { Step } from '../src/domain/life.ts'
import { HIDDEN, maskedDiscrepancy, maskedHeld, quotesTheMerchant } from '../src/domain/mask.ts'
import type { Pull } from '../src/domain/pull.ts'
import { type Slot, sameSlot } from '../src/domain/slot.ts'
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
  discrepancies: async (slot) => maskedFindings(store, slot, await store.discrepancies(slot)),
  everyDiscrepancy: async () => maskedOneByOne(store, await store.everyDiscrepancy()),
  restatements: async () => maskedOneByOne(store, await store.restatements()),
  lives: async (slot) => {
    const lives = await store.lives(slot)
    const steps = [...lives.values()].flat()
    const seen = new Set(steps.flatMap(({ sighting }) => sighting?.finding ?? []))
    const shown = new Map(zipped([...seen], await maskedFindings(store, slot, [...seen])))
    return new Map([...lives].map(([id, life]) => [id, life.map((step) => maskedStep(step, shown))]))
  },
})

/** Each as it is shown. Whom it is about is looked up only where its texts may name them too. */
const maskedFindings = async <F extends Told>(store: Store, slot: Slot, found: readonly F[]): Promise<readonly F[]> => {
  if (!found.some(quotesTheMerchant)) return found.map((one) => maskedDiscrepancy(one, []))
  const states = await store.slots({ from: slot.date, to: slot.date })
  const pull = states.find((state) => sameSlot(state.slot, slot))?.pull ?? null
  const shown: F[] = []
  for (const one of found) shown.push(maskedDiscrepancy(one, await peopleOf(store, pull, one)))
  return shown
}

/** Of several slots. */
const maskedOneByOne = async <F extends Told & { readonly slot: Slot }>(
  store: Store,
  found: readonly F[],
): Promise<readonly F[]> => {
  const shown: F[] = []
  for (const one of found) shown.push(...(await maskedFindings(store, one.slot, [one])))
  return shown
}

type Told = Pick<Finding, 'subject' | 'figures'>

const peopleOf = async (store: Store, pull: Pull | null, told: Told): Promise<readonly HeldInvoice[]> =>
  pull === null || !quotesTheMerchant(told) ? [] : store.heldNamed(pull.slot, pull, invoicesOf(told))

/** A reference is shared by the two invoices it is told of; any other text of the merchant is one invoice's own. */
const invoicesOf = ({ subject, figures }: Told): readonly string[] =>
  subject.startsWith('reference:')
    ? [figures.stated, figures.recomputed].filter((id) => typeof id === 'string')
    : [subject.slice('invoice:'.length, subject.lastIndexOf('.'))]

const zipped = <T>(keys: readonly T[], values: readonly T[]): readonly (readonly [T, T])[] =>
  keys.map((key, at) => [key, values[at] ?? key])

/** Who did something is a name too; that somebody did, and why, is shown. */
const maskedStep = (step: Step, shown: ReadonlyMap<Finding, Finding>): Step => {
  const { by, act, sighting } = step
  const finding = sighting?.finding ?? null
  return {
    ...step,
    by: by === null ? null : HIDDEN,
    act: act === null ? null : { ...act, by: HIDDEN },
    sighting:
      sighting === null || finding === null ? sighting : { ...sighting, finding: shown.get(finding) ?? finding },
  }
}
