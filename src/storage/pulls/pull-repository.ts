import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Departure, IncompleteAttempt, PastPull, Pull, QuarantinedRecord, Repeat } from '../../domain/pull/pull.ts'
import type { Slot } from '../../domain/slot.ts'
import type { MerchantDatabase } from '../connection/merchant-database.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { beginPull, recordIncomplete } from './begin-pull.ts'
import type { OpenPull, PullStart } from './open-pull.ts'
import { pastPulls } from './past-pulls.ts'
import { departuresOf, firstPullAt, pullTimes, quarantineOf, repeatsOf } from './pulls.ts'
import { ofSlot } from './slots.ts'

/** Everything read of a slot at one moment, and the attempts that could not be read whole. */
export interface PullRepository {
  /**
   * Begins a pull, which is invisible until it is committed. Pulls that an earlier crash left open were undone when the
   * database was opened.
   */
  begin(start: PullStart): Promise<OpenPull>
  /** Records that a slot could not be read whole. */
  recordIncomplete(attempt: IncompleteAttempt & { readonly runId: string }): Promise<void>
  /** The time of the first whole pull of the database; null before it. */
  firstTime(): Promise<Instant | null>
  /** The start of each whole pull of the slot, by its id. */
  times(slot: Slot): Promise<ReadonlyMap<number, Instant>>
  /** Every whole pull of a slot and every attempt at one, oldest first, with its changes. */
  history(slot: Slot): Promise<readonly PastPull[]>
  /** Unreadable records of the pull's list: the first few hundred, and all of invoices that the slot held before. */
  quarantine(pull: Pick<Pull, 'id'>): Promise<readonly QuarantinedRecord[]>
  /** The invoices that the pull's list holds more than once. */
  repeats(pull: Pull): Promise<readonly Repeat[]>
  /** The fate of invoices that have left the slot and have not returned, as of that pull. */
  departures(slot: Slot, pull: Pull): Promise<readonly Departure[]>
}

export const createPullRepository = (database: MerchantDatabase): PullRepository =>
  withStoreErrors<PullRepository>(database.path, {
    begin: (start) => openPull(database, start),
    recordIncomplete: (attempt) => recordIncomplete(database, attempt),
    firstTime: () => firstPullAt(database),
    times: (slot) =>
      ofSlot<ReadonlyMap<number, Instant>>(database, slot, new Map(), (number) => pullTimes(database, number)),
    history: (slot) => ofSlot(database, slot, [], (number) => pastPulls(database, number)),
    quarantine: (pull) => quarantineOf(database, pull.id),
    repeats: (pull) => repeatsOf(database, pull.id),
    departures: (slot, pull) => ofSlot(database, slot, [], (number) => departuresOf(database, number, pull.id)),
  })

const openPull = (database: MerchantDatabase, start: PullStart): OpenPull => {
  const pull = beginPull(database, start)
  return withStoreErrors<OpenPull>(database.path, {
    known: (position, request) => pull.known(position, request),
    page: (page) => pull.page(page),
    endList: () => pull.endList(),
    departures: (read) => pull.departures(read),
    settlement: (settlement, before, after) => pull.settlement(settlement, before, after),
    commit: () => pull.commit(),
    abandon: () => pull.abandon(),
  })
}
