import { type BankEvent, type ChangesOfPull, type History, historyEntries } from '../reports/documents/history.ts'
import type { Moment } from '../src/core/past-run.ts'
import type { InvoiceChange } from '../src/core/pull/invoice-in-pull.ts'
import type { PastPull } from '../src/core/pull/pull.ts'
import type { Slot } from '../src/core/slot.ts'
import { closingsOf } from '../src/rules/assessment/slot-report.ts'
import type { Store } from '../src/store/store.ts'
import { hideDocuments } from './steps/mask/mask-store.ts'
import { slotNeverPulled } from './steps/query/nothing-pulled.ts'
import { readDatabase } from './steps/query/read-database.ts'
import type { QueryContext } from './steps/run/context.ts'

/** The most changes of a pull that are listed; the rest is counted. */
const CHANGES_MAX = 1000

/** Returns the history of a slot, pull by pull. Only reads. */
export const readHistory = async (context: QueryContext, slot: Slot): Promise<History> => {
  const history = await readDatabase(context, (store, then, asOf) =>
    historyFrom(hideDocuments(store), then, slot, asOf),
  )
  if (history === null) {
    throw slotNeverPulled(context, slot, context.asOf ?? null)
  }
  return history
}

const historyFrom = async (
  store: Store,
  context: QueryContext,
  slot: Slot,
  asOf: Moment | null,
): Promise<History | null> => {
  const pulls = await store.pulls.history(slot)
  if (pulls.length === 0) return null
  const entries = historyEntries({
    pulls,
    changes: await changesByPull(store, context, slot, pulls),
    timelines: await store.findings.timelines(slot),
    closings: closingsOf(await store.periods.pastClosings(), slot.date),
    bank: await bankEvents(store),
  })
  return { merchant: store.merchant.name, slot, asOf, entries }
}

/** The files that were imported or voided, and the ties that were made or undone. */
const bankEvents = async (store: Store): Promise<readonly BankEvent[]> => {
  const files = await store.bank.files()
  const ties = await store.bank.ties()
  return [
    ...files.map(({ number, by, name }): BankEvent => ({ kind: 'import', number, by, text: name })),
    ...files.flatMap(({ voided }): BankEvent | readonly [] =>
      voided === null ? [] : { kind: 'void', number: voided.number, by: voided.by, text: voided.reason },
    ),
    ...ties.map(({ number, by, reason }): BankEvent => ({ kind: 'tie', number, by, text: reason })),
    ...ties.flatMap(({ undone }): BankEvent | readonly [] =>
      undone === null ? [] : { kind: 'untie', number: undone.number, by: undone.by, text: undone.reason },
    ),
  ].sort((a, b) => a.number - b.number)
}

const changesByPull = async (
  store: Store,
  { settings, signal }: QueryContext,
  slot: Slot,
  pulls: readonly PastPull[],
): Promise<ReadonlyMap<number, ChangesOfPull>> => {
  const whole = pulls.filter(({ incomplete }) => incomplete === null)
  const [first, last] = [whole[0], whole.at(-1)]
  const byPull = new Map<number, { moved: number; changes: InvoiceChange[]; moreChanges: number }>()
  if (first === undefined || last === undefined) return byPull
  for await (const page of store.invoices.changes({ slot, first: first.id, last: last.id }, settings.policy)) {
    signal.throwIfAborted()
    for (const change of page) {
      const ofPull = byPull.get(change.pull) ?? { moved: 0, changes: [], moreChanges: 0 }
      if (change.kind === 'moved') ofPull.moved += 1
      if (ofPull.changes.length < CHANGES_MAX) ofPull.changes.push(change)
      else ofPull.moreChanges += 1
      byPull.set(change.pull, ofPull)
    }
  }
  return byPull
}
