import { discrepancyRows } from '../../../reports/ledgers/discrepancy-row.ts'
import { INVOICE_LEDGER } from '../../../reports/ledgers/invoice-ledger.ts'
import { settlementRows } from '../../../reports/ledgers/settlement-ledger.ts'
import type { Instant } from '../../../src/core/calendar/calendar.ts'
import type { Row } from '../../../src/core/cell.ts'
import { counts, type Invoice, worthOf } from '../../../src/core/invoice.ts'
import { type Centavos, plus, ZERO } from '../../../src/core/money.ts'
import type { InvoiceInPull } from '../../../src/core/pull/invoice-in-pull.ts'
import type { Pull } from '../../../src/core/pull/pull.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import { localTime } from '../../../src/input/zone.ts'
import { closingOf } from '../../../src/rules/assessment/slot-report.ts'
import type { Store } from '../../../src/store/store.ts'
import { maskStore } from '../mask/mask-store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import { judgedAtMoment } from '../query/judged-at-moment.ts'
import type { JobContext, QueryContext } from '../run/context.ts'
import { type SlotOfDay, slotsOfDay } from './slots-of-day.ts'

/** The settings and zone that rows depend on. */
interface LedgerRules {
  readonly settings: Pick<JobContext['settings'], 'policy'>
  readonly zone: JobContext['zone']
}

/** Makes the ledger rows of one slot, page by page, from its list as read back. */
export const rowsOfSlot = ({ settings: { policy }, zone }: LedgerRules, merchant: string, pull: Pull) => {
  const list = {
    merchant,
    slot: pull.slot,
    settlementStatus: pull.settlement?.status ?? null,
    policy,
    localTime: (text: string) => localTime(text, zone),
  }
  let counted = ZERO
  return {
    of: (page: readonly InvoiceInPull[]): Row[] => {
      const listed = page.flatMap(({ current }) => current ?? [])
      for (const invoice of listed) if (counts(invoice, policy)) counted = plus(counted, worthOf(invoice, policy))
      return listed.map((invoice) => INVOICE_LEDGER.row(invoice, list))
    },
    /** The counted sum of the rows made so far, in centavos. */
    counted: (): Centavos => counted,
  }
}

/** SPEC, section 3: the counted sum of the ledger is the collected sum of the totals. Throws when it is not. */
export const requireCollected = ({ slot }: Pull, counted: Centavos, collected: Centavos): void => {
  if (counted !== collected) throw new Error(`the ledger of ${slot.date} does not add up to its tally`)
}

/** A day of the ledgers, with its database and policy. */
export interface LedgerDay {
  readonly store: Store
  readonly context: Pick<JobContext, 'settings' | 'zone'>
  /** Its slots in order. They may be read from the database at each call, so that no more than one day is held in memory. */
  readonly slots: () => Promise<readonly SlotOfDay[]>
  /** The closing that the day is shown as of; null or absent when it is shown as the database is read. */
  readonly closing?: number | null
  /** Selects the invoices that are shown; absent for all. */
  readonly isIncluded?: (invoice: Invoice) => boolean
}

/** The rows of `settlement-ledger.csv` of that day. */
export const settlementsOf = async (day: LedgerDay): Promise<readonly Row[]> =>
  settlementRows(await reportsOf(day), day.context.zone)

/** The rows of `discrepancies.csv`, in batches. */
export async function* discrepanciesOf(day: LedgerDay): AsyncGenerator<readonly Row[]> {
  const { settings, zone } = day.context
  yield* discrepancyRows(await reportsOf(day), { zone, language: settings.language })
}

const reportsOf = async ({ slots }: LedgerDay) => (await slots()).map(({ report }) => report)

/** The rows of `invoice-ledger.csv` and of the workbook's sheet of invoices, a page at a time. */
export async function* invoicesOf(day: LedgerDay): AsyncGenerator<readonly Row[]> {
  for (const slot of await day.slots()) yield* invoicesOfSlot(day, slot)
}

/** The invoice rows of one slot. They are read back from the database, and their sum is asserted against its totals at the end. */
async function* invoicesOfSlot(
  { store, context, isIncluded }: Omit<LedgerDay, 'slots'>,
  { report, pull }: SlotOfDay,
): AsyncGenerator<readonly Row[]> {
  if (pull === null) return
  const slot = rowsOfSlot(context, store.merchant.name, pull)
  for await (const page of store.invoices.asOf(pull.slot, pull, null)) {
    const listed = page.flatMap(({ current }) => current ?? [])
    const rows = slot.of(page)
    yield isIncluded === undefined ? rows : rows.filter((_, at) => listed.slice(at, at + 1).some(isIncluded))
  }
  requireCollected(pull, slot.counted(), report.totals?.collected ?? ZERO)
}

/** The rows of several days, one day after the other. */
export async function* eachDay<B>(
  days: readonly LedgerDay[],
  rowsOf: (day: LedgerDay) => AsyncIterable<B>,
): AsyncGenerator<B> {
  for (const day of days) yield* rowsOf(day)
}

/** Turns rows that fit in memory into one batch. */
export const atOnce = (rowsOf: (day: LedgerDay) => Promise<readonly Row[]>) =>
  async function* (day: LedgerDay): AsyncGenerator<readonly Row[]> {
    yield await rowsOf(day)
  }

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

/** The days as the store knows them, whatever of them was closed. */
export const daysAsKnown = async (
  context: QueryContext,
  store: Store,
  { dates, masked }: LedgerDaysQuery,
): Promise<readonly LedgerDay[]> => {
  const source = { store, context, judgedAt: await judgedAtMoment(store, context.now()) }
  return dates.map((date) => dayOf(source, date, masked))
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
