import { closingOf } from '../../domain/assessment/slot-report.ts'
import type { Instant } from '../../domain/calendar/calendar.ts'
import type { SlotDate } from '../../domain/slot.ts'
import type { Store } from '../../storage/store.ts'
import { maskStore } from '../mask/mask-store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import { judgedAtMoment } from '../query/judged-at-moment.ts'
import type { QueryContext } from '../query/read-database.ts'
import type { LedgerDay } from './ledger-day.ts'
import { slotsOfDay } from './slots-of-day.ts'

/** A database for some of the days, and its policy. */
interface DaySource {
  readonly store: Store
  readonly context: QueryContext
  /** The moment at which a slot that was never read counts as due or not. */
  readonly judgedAt: Instant
}

interface LedgerDaysQuery {
  readonly dates: readonly SlotDate[]
  readonly masked: boolean
}

/**
 * Opens the databases of the days, runs the work with the days, and disposes of the databases. Days that were closed at
 * the moment of the store are shown as of their closing, as their files are.
 */
export const inLedgerDays = async <T>(
  context: QueryContext,
  store: Store,
  { dates, masked }: LedgerDaysQuery,
  work: (days: readonly LedgerDay[]) => Promise<T>,
): Promise<T> => {
  const closings = await store.periods.closings()
  const open: DaySource = { store, context, judgedAt: await judgedAtMoment(store, context.now()) }
  const closedAt = (date: SlotDate): number | null => closingOf(closings, date)?.number ?? null
  const numbers = [...new Set(dates.flatMap((date) => closedAt(date) ?? []))]
  return inDatabaseAsOfEach(context, numbers, new Map(), (closed) =>
    work(
      dates.map((date) => {
        const closing = closedAt(date)
        return { ...dayOf(closed.get(closing ?? NOT_CLOSED) ?? open, date, masked), closing }
      }),
    ),
  )
}

/** Not a valid number of the event sequence, which starts at 1. */
const NOT_CLOSED = 0

/** Opens the database as of each of these numbers, in nested calls. */
const inDatabaseAsOfEach = async <T>(
  context: QueryContext,
  [number, ...later]: readonly number[],
  opened: ReadonlyMap<number, DaySource>,
  work: (opened: ReadonlyMap<number, DaySource>) => Promise<T>,
): Promise<T> => {
  if (number === undefined) return work(opened)
  return inDatabaseAsOf(context, { kind: 'number', number }, async ({ store, context: then, moment }) => {
    const source = { store, context: then, judgedAt: await judgedAtMoment(store, moment.at) }
    return inDatabaseAsOfEach(context, later, new Map([...opened, [number, source]]), work)
  })
}

const dayOf = ({ store, context, judgedAt }: DaySource, date: SlotDate, masked: boolean): LedgerDay => {
  const shown = masked ? maskStore(store) : store
  return { store: shown, context, slots: () => slotsOfDay(context, shown, date, [], judgedAt) }
}
