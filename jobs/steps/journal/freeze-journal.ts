import { EVER } from '../../../src/core/calendar/calendar.ts'
import { journalOf } from '../../../src/core/journal.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import { MissingAccounts, withAccounts } from '../../../src/journal/accounts.ts'
import type { BookedEntry } from '../../../src/store/journal/journal.ts'
import type { Store } from '../../../src/store/store.ts'
import type { QueryContext } from '../run/context.ts'
import { draftJournal, firstOpenDay } from './draft-journal.ts'

/**
 * How a closing through a day freezes the journal; null without one. Throws where an account is missing: what is frozen has the accounts of
 * its closing for ever.
 */
export const freezeOf = async (store: Store, context: QueryContext, through: SlotDate) => {
  const journal = journalOf(context.settings.journal)
  if (journal === null) return null
  await draftJournal(store, context, journal.basis)
  const [open, from] = [await firstOpenDay(store), journal.from ?? EVER.from]
  const missing = new MissingAccounts()
  for await (const page of store.journal.entries({ from, to: through }, open))
    for (const entry of page) if (entry.closing === null) missing.add(entry, journal)
  missing.refuse()
  return { open, from, through, asFrozen: (entry: BookedEntry) => withAccounts(entry, journal) }
}
