import type { ListDifference, Restatement } from '../../domain/assessment/restatement.ts'
import type { Closing, PastClosing } from '../../domain/findings/act.ts'
import type { Finding } from '../../domain/findings/discrepancy.ts'
import type { Pull } from '../../domain/pull/pull.ts'
import type { Slot, SlotDate } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { ofSlot, pagesOfSlot } from '../pulls/slots.ts'
import { closingsInForce, everClosedThrough, pastClosings, writeClosing, writeUndo } from './closings.ts'
import { everyRestatement, knownAt, listDifferences, openedSinceClosing } from './restatements.ts'

/** The closed periods, and what was found different since. */
export interface PeriodRepository {
  /** The closings in force, oldest first; each reaches further than those before it. */
  closings(): Promise<readonly Closing[]>
  /** Every closing, oldest first, including those that were undone. */
  pastClosings(): Promise<readonly PastClosing[]>
  /** The last day that any closing reached, even one that was undone; null when there was none. */
  everClosedThrough(): Promise<SlotDate | null>
  close(closing: Omit<Closing, 'number'>): Promise<Closing>
  /** Undoes a closing, and returns the number of the undoing. */
  undo(closing: Closing, undo: Pick<Closing, 'by' | 'at' | 'reason'>): Promise<number>
  /** The last whole pull of a slot up to a number of the event sequence, and the findings about the slot by then. */
  stateAt(slot: Slot, number: number): Promise<PeriodState>
  /** The invoices that differ between two pulls of the slot; both are ids of pulls. */
  listDifferences(slot: Slot, before: number, now: number): AsyncIterable<readonly ListDifference[]>
  /** Everything that later pulls found different from closed periods, each time, in order of slot and subject. */
  restatements(): Promise<readonly Restatement[]>
  /** The slots of closed days with an error that is open now and was not at their closing, in order. */
  openedSinceClosing(): Promise<readonly Slot[]>
}

export interface PeriodState {
  readonly pull: Pull | null
  readonly findings: readonly Finding[]
}

export const createPeriodRepository = (database: MerchantDatabase): PeriodRepository =>
  withStoreErrors<PeriodRepository>(database.path, {
    closings: () => closingsInForce(database),
    pastClosings: () => pastClosings(database),
    everClosedThrough: () => everClosedThrough(database),
    close: (closing) => writeClosing(database, closing),
    undo: (closing, undo) => writeUndo(database, closing, undo),
    stateAt: (slot, number) =>
      ofSlot<PeriodState>(database, slot, { pull: null, findings: [] }, (id) => knownAt(database, id, number)),
    listDifferences: (slot, before, now) =>
      pagesOfSlot(database, slot, (number) => listDifferences(database, number, before, now)),
    restatements: () => everyRestatement(database),
    openedSinceClosing: () => openedSinceClosing(database),
  })
