import { byCase, discrepancyRows } from '../../../reports/ledgers/discrepancy-row.ts'
import { settlementRows } from '../../../reports/ledgers/settlement-ledger.ts'
import { discrepancyColumns } from '../../../reports/workbook/discrepancy-columns.ts'
import { settlementSheetRows } from '../../../reports/workbook/settlement-sheet.ts'
import type { Row } from '../../domain/cell.ts'
import type { Invoice } from '../../domain/invoice.ts'
import { ZERO } from '../../domain/money.ts'
import type { Store } from '../../storage/store.ts'
import type { JobContext } from '../run/context.ts'
import { requireCollected, rowsOfSlot } from './ledger-rows.ts'
import type { SlotOfDay } from './slots-of-day.ts'

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

/** The rows of the workbook's sheet of settlements. */
export const settlementSheetOf = async (day: LedgerDay): Promise<readonly Row[]> =>
  settlementSheetRows(await reportsOf(day), day.context.zone)

/** The rows of `discrepancies.csv`, in batches. */
export async function* discrepanciesOf(day: LedgerDay): AsyncGenerator<readonly Row[]> {
  yield* discrepancyRows(await reportsOf(day), readerOf(day))
}

/** The rows of the workbook's sheet of discrepancies, in batches. */
export async function* discrepancySheetOf(day: LedgerDay): AsyncGenerator<readonly Row[]> {
  const reader = readerOf(day)
  yield* discrepancyRows(await reportsOf(day), reader, discrepancyColumns(reader.language), byCase)
}

const readerOf = ({ context: { settings, zone } }: LedgerDay) => ({ zone, language: settings.language })

const reportsOf = async ({ slots }: LedgerDay) => (await slots()).map(({ report }) => report)

/** The rows of `invoice-ledger.csv` and of the workbook's sheet of invoices, a page at a time. */
export async function* invoicesOf(day: LedgerDay): AsyncGenerator<readonly Row[]> {
  for (const slot of await day.slots()) yield* invoicesOfSlot(day, slot)
}

/** The invoice rows of one slot. They are read back from the database, and their sum is asserted against its totals at the end. */
export async function* invoicesOfSlot(
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
