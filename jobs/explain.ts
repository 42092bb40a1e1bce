import { policyDocument } from '../reports/assumptions.ts'
import { type Explanation, explanation, standing } from '../reports/explanation.ts'
import { type LookedAtInvoice, lookedAt, type NamedInvoice, namedInvoices } from '../reports/invoices-to-look-at.ts'
import { neighboursOf, otherLabelsOf } from '../src/domain/causes/neighbours.ts'
import type { Policy } from '../src/domain/policy.ts'
import type { Pull } from '../src/domain/pull.ts'
import { nameOf, type Slot, sameSlot } from '../src/domain/slot.ts'
import { slotReport } from '../src/domain/slot-report.ts'
import { Tally, type Totals } from '../src/domain/tally.ts'
import { jsonText } from '../src/publish/json.ts'
import type { SlotState, Store } from '../src/store/store.ts'
import { NeverPulledFault } from './never-pulled.ts'
import { readingBooks, type TellingContext } from './reading-books.ts'

/** As many invoices as fit on a screen. */
const MOST_INVOICES = 12

/** Tells everything the books know of one slot. It reads, and changes nothing. */
export const explainSlot = async (context: TellingContext, slot: Slot): Promise<Explanation> => {
  const told = await readingBooks(context, (store) => explainFrom(store, context, slot))
  if (told === null) {
    throw new NeverPulledFault(nameOf(slot), `cuadre run --date ${slot.date} --cycle ${slot.cycle}`)
  }
  return told
}

const explainFrom = async (store: Store, context: TellingContext, slot: Slot): Promise<Explanation | null> => {
  const { policy } = context.settings
  const states = await store.slots()
  const state = states.find((one) => sameSlot(one.slot, slot))
  if (state === undefined) return null
  const { pull, incomplete } = state
  const discrepancies = pull === null ? [] : await store.discrepancies(slot)
  const read = pull && { pull, totals: await totalsOf(store, context, state, pull) }
  const report = slotReport(store.merchant, { slot, read, incomplete, discrepancies, due: true }, policy)
  const named = namedInvoices(standing(report))
  const invoices = await lookAt(store, nearFirst(states, slot, policy), named.slice(0, MOST_INVOICES))
  const isChecked = pull === null || (await wasChecked(store, context, state, pull))
  const pulls = await store.pullsOf(slot)
  return explanation(
    { report, isChecked, invoices, moreInvoices: Math.max(0, named.length - MOST_INVOICES), pulls },
    policy,
  )
}

/** As the last check summed the list; folded here when it was pulled again since. */
const totalsOf = async (
  store: Store,
  { settings, signal }: TellingContext,
  { assessment }: SlotState,
  pull: Pull,
): Promise<Totals> => {
  if (assessment?.pullId === pull.id) return assessment.totals
  const tally = new Tally(settings.policy)
  for await (const page of store.held(pull.slot, pull, null)) {
    signal.throwIfAborted()
    for (const held of page) tally.add(held)
  }
  return tally.totals()
}

/** What is said of the slot was found in its latest pull, by the settings now in force. */
const wasChecked = async (
  store: Store,
  { settings, version }: TellingContext,
  { assessment }: SlotState,
  pull: Pull,
): Promise<boolean> => {
  const last = await store.lastPolicy()
  return (
    last !== null &&
    last.policy === jsonText(policyDocument(settings.policy)) &&
    assessment?.pullId === pull.id &&
    assessment.rulebook === `${last.number} ${version}`
  )
}

/** The slot itself first, then those in whose lists a cause may have found an invoice, then all others. */
const nearFirst = (states: readonly SlotState[], slot: Slot, policy: Policy): readonly Pull[] => {
  const pulls = states.flatMap(({ pull }) => pull ?? [])
  const slots = pulls.map((pull) => pull.slot)
  const order = [slot, ...neighboursOf(slot, slots), ...otherLabelsOf(slot, slots, policy), ...slots]
  const byName = new Map(pulls.map((pull) => [nameOf(pull.slot), pull]))
  return [...new Set(order.flatMap((one) => byName.get(nameOf(one)) ?? []))]
}

/** What the books say of each, in the first of the slots that holds it. */
const lookAt = async (
  store: Store,
  pulls: readonly Pull[],
  named: readonly NamedInvoice[],
): Promise<readonly LookedAtInvoice[]> => {
  const found: LookedAtInvoice[] = []
  for (const invoice of named) found.push(...(await firstPlaceOf(store, pulls, invoice)))
  return found
}

const firstPlaceOf = async (
  store: Store,
  pulls: readonly Pull[],
  named: NamedInvoice,
): Promise<readonly LookedAtInvoice[]> => {
  for (const pull of pulls) {
    const [held] = await store.heldNamed(pull.slot, pull, [named.id])
    const invoice = held?.current ?? held?.previous ?? null
    if (invoice !== null) return [lookedAt(named, pull.slot, invoice, held?.current === null)]
  }
  return []
}
