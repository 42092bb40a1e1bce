import { EVER } from '../../../src/core/calendar/calendar.ts'
import type { EntryFacts, JournalSettings } from '../../../src/core/journal.ts'
import type { Due } from '../../../src/core/receivables.ts'
import { addDays, nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import { bookedEntries, bookedFrom, type SettlementFacts } from '../../../src/journal/book.ts'
import { basisOf, type DuesOf, withDues } from '../../../src/journal/entry.ts'
import { followPayment, SlotLedger } from '../../../src/journal/payments.ts'
import { closedThrough } from '../../../src/rules/assessment/slot-report.ts'
import type { Store } from '../../../src/store/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import { everyPayment } from '../query/payments-in-transit.ts'
import { receivablesInDatabase } from '../receivables/receivables-in-database.ts'
import type { QueryContext } from '../run/context.ts'
import { type JournalFacts, journalFacts } from './journal-facts.ts'

/** The facts with what payments moved. */
export interface BookedFacts extends JournalFacts {
  readonly all: readonly SettlementFacts[]
}

/** Books everything that the database knows, page by page: the entries as they would be booked now. */
export const bookAll = async (
  store: Store,
  context: QueryContext,
  basis: JournalSettings['basis'],
  take: (entries: readonly EntryFacts[]) => Promise<void>,
): Promise<BookedFacts> => {
  const { policy, language } = context.settings
  const facts = await journalFacts(store, context, basis)
  const goneFrom = (slot: Slot, day: SlotDate): SlotDate | null => {
    const one = facts.settlements.get(nameOf(slot))
    return one === undefined ? day : bookedFrom(one, basis, day)
  }
  const ledger = new SlotLedger(goneFrom)
  const say = (text: { readonly en: string; readonly es: string }): string => text[language]
  const duesOf = await duesByPayment(store, context)
  const add = (entries: readonly EntryFacts[]) => take(entries.map((entry) => withDues(entry, duesOf, say)))
  for await (const page of everyPayment(store, context)) {
    context.signal.throwIfAborted()
    await add(page.flatMap((payment) => followPayment(payment, ledger, say)))
  }
  const moves = new Map(ledger.moves().map((one) => [nameOf(one.slot), one]))
  const all = [...facts.settlements].map(([name, one]) => ({ ...one, ...moves.get(name) }))
  await add(bookedEntries(all, facts.credits, await store.operatorInvoices.inForce(), { policy, basis, say }))
  return { ...facts, all }
}

/** The dues that each payment pays, as the merchant's lists say. */
const duesByPayment = async (store: Store, context: QueryContext): Promise<DuesOf> => {
  if (!(await store.receivables.isKnown())) return () => []
  const known = await receivablesInDatabase(store, await store.slots.states(), context)
  const dues = new Map<string, Due[]>()
  for (const { due, uses } of known?.dues ?? [])
    for (const { payment } of uses) {
      const own = dues.get(payment)
      if (own === undefined) dues.set(payment, [due])
      else if (!own.includes(due)) own.push(due)
    }
  return (invoice) => dues.get(invoice) ?? []
}

/** The first day that no closing in force covers. */
export const firstOpenDay = async (store: Store): Promise<SlotDate> => {
  const through = closedThrough(await store.periods.closings())
  return through === null ? EVER.from : addDays(through, 1)
}

/**
 * Makes the draft of the journal in the store. Where days were closed before any entry was frozen, it also holds the entries as they were at
 * the last closing: they stay as they were.
 */
export const draftJournal = async (
  store: Store,
  context: QueryContext,
  basis: JournalSettings['basis'],
): Promise<BookedFacts> => {
  await store.journal.clearDrafts()
  const closing = (await store.journal.hasFrozen()) ? undefined : (await store.periods.closings()).at(-1)
  const add = (draft: 'fresh' | 'before') => (entries: readonly EntryFacts[]) =>
    store.journal.addToDraft(
      draft,
      entries.map((entry) => ({ entry, basis: basisOf(entry) })),
    )
  if (closing !== undefined)
    await inDatabaseAsOf(context, { kind: 'number', number: closing.number }, (then) =>
      bookAll(then.store, then.context, basis, (entries) =>
        add('before')(entries.filter(({ day }) => day <= closing.through)),
      ),
    )
  return bookAll(store, context, basis, add('fresh'))
}
