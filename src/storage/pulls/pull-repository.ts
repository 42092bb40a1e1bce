import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Departure, IncompleteAttempt, PastPull, Pull, Quarantined, Repeat } from '../../domain/pull/pull.ts'
import type { Slot } from '../../domain/slot.ts'
import type { Books } from '../connection/books.ts'
import { withStoreErrors } from '../connection/with-store-errors.ts'
import { beginPull, recordIncomplete } from './begin-pull.ts'
import type { OpenPull, PullBegin } from './open-pull.ts'
import { pastPulls } from './past-pulls.ts'
import { departuresOf, firstPullAt, pullTimes, quarantineOf, repeatsOf } from './pulls.ts'
import { ofSlot } from './slots.ts'

/** Everything read of a slot at one moment, and the attempts that could not be read whole. */
export interface PullRepository {
  /** Begins a pull that nobody sees until it is committed. What an earlier crash left open was undone when the database was opened. */
  begin(begin: PullBegin): Promise<OpenPull>
  /** Records that a slot could not be read whole. */
  recordIncomplete(attempt: IncompleteAttempt & { readonly runId: string }): Promise<void>
  /** The time of the first whole pull of the database; null before it. */
  firstTime(): Promise<Instant | null>
  /** The start of each whole pull of the slot, by its id. */
  times(slot: Slot): Promise<ReadonlyMap<number, Instant>>
  /** Every whole pull of a slot and every attempt at one, oldest first, with what each changed. */
  history(slot: Slot): Promise<readonly PastPull[]>
  /** Records of the pull's list that could not be read: the first some hundred, and all of invoices that the slot held before. */
  quarantine(pull: Pick<Pull, 'id'>): Promise<readonly Quarantined[]>
  /** The invoices that the pull's list holds more than once. */
  repeats(pull: Pull): Promise<readonly Repeat[]>
  /** What became of the invoices that have left the slot and are not back, as of that pull. */
  departures(slot: Slot, pull: Pull): Promise<readonly Departure[]>
}

export const createPullRepository = (books: Books): PullRepository =>
  withStoreErrors<PullRepository>(books.path, {
    begin: (begin) => openPull(books, begin),
    recordIncomplete: (attempt) => recordIncomplete(books, attempt),
    firstTime: () => firstPullAt(books),
    times: (slot) => ofSlot<ReadonlyMap<number, Instant>>(books, slot, new Map(), (number) => pullTimes(books, number)),
    history: (slot) => ofSlot(books, slot, [], (number) => pastPulls(books, number)),
    quarantine: (pull) => quarantineOf(books, pull.id),
    repeats: (pull) => repeatsOf(books, pull.id),
    departures: (slot, pull) => ofSlot(books, slot, [], (number) => departuresOf(books, number, pull.id)),
  })

const openPull = (books: Books, begin: PullBegin): OpenPull => {
  const pull = beginPull(books, begin)
  return withStoreErrors<OpenPull>(books.path, {
    page: (page) => pull.page(page),
    endList: () => pull.endList(),
    departures: (read) => pull.departures(read),
    settlement: (settlement, before, after) => pull.settlement(settlement, before, after),
    commit: () => pull.commit(),
    abandon: () => pull.abandon(),
  })
}
