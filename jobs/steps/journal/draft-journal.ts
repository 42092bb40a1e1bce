import { EVER } from '../../../src/core/calendar/calendar.ts'
import type { EntryFacts, JournalSettings } from '../../../src/core/journal.ts'
import { addDays, nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import { bookedEntries, bookedFrom, type SettlementFacts } from '../../../src/journal/book.ts'
import { basisOf } from '../../../src/journal/entry.ts'
import { followPayment, SlotLedger } from '../../../src/journal/payments.ts'
import { closedThrough } from '../../../src/rules/assessment/slot-report.ts'
import type { Store } from '../../../src/store/store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import { everyPayment } from '../query/payments-in-transit.ts'
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
  for await (const page of everyPayment(store, context)) {
    context.signal.throwIfAborted()
    await take(page.flatMap((payment) => followPayment(payment, ledger, say)))
  }
  const moves = new Map(ledger.moves().map((one) => [nameOf(one.slot), one]))
  const all = [...facts.settlements].map(([name, one]) => ({ ...one, ...moves.get(name) }))
  await take(bookedEntries(all, facts.credits, await store.operatorInvoices.inForce(), { policy, basis, say }))
  return { ...facts, all }
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
