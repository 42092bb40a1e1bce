import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { policyDocument } from '../reports/documents/assumptions.ts'
import { DISCREPANCY_LEDGER } from '../reports/ledgers/discrepancy-row.ts'
import { INVOICE_LEDGER } from '../reports/ledgers/invoice-ledger.ts'
import type { LedgerFile } from '../reports/ledgers/ledger.ts'
import { type ParquetLedger, parquetColumns, parquetSchemaDocument } from '../reports/ledgers/parquet-columns.ts'
import { SETTLEMENT_LEDGER } from '../reports/ledgers/settlement-ledger.ts'
import { type Days, isWithin, type Zone } from '../src/core/calendar/calendar.ts'
import type { CsvProfile, Row } from '../src/core/cell.ts'
import type { Invoice } from '../src/core/invoice.ts'
import { END_OF_TIME, type Moment } from '../src/core/past-run.ts'
import { addDays, daysBetween, type Slot, type SlotDate } from '../src/core/slot.ts'
import { localTime } from '../src/input/zone.ts'
import { csvPieces } from '../src/print/csv/csv.ts'
import { type FileToWrite, type WrittenFile, writeTogether } from '../src/print/files/together.ts'
import { jsonText } from '../src/print/json.ts'
import { parquetPieces } from '../src/print/parquet/parquet.ts'
import { workbookPieces } from '../src/print/xlsx/xlsx.ts'
import { CuadreError } from '../src/std/errors.ts'
import { removeLeftovers } from '../src/std/files/leftover-files.ts'
import type { Store } from '../src/store/store.ts'
import { refuseFolderOfOther } from './steps/database/refuse-folder-of-other.ts'
import { nothingPulled, rangeInWords } from './steps/query/nothing-pulled.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { type DatabaseFacts, databaseFacts } from './steps/report/database-facts.ts'
import {
  atOnce,
  discrepanciesOf,
  eachDay,
  inLedgerDays,
  invoicesOf,
  type LedgerDay,
  settlementsOf,
} from './steps/report/ledger-days.ts'
import { ledgerWorkbook } from './steps/report/ledger-workbook.ts'
import type { SlotOfDay } from './steps/report/slots-of-day.ts'
import type { JobContext, QueryContext } from './steps/run/context.ts'
import { rangeAccountFacts } from './steps/statement/account-as-of.ts'

const ROWS: Readonly<Record<ParquetLedger, (day: LedgerDay) => AsyncIterable<readonly Row[]>>> = {
  settlements: atOnce(settlementsOf),
  invoices: invoicesOf,
  discrepancies: discrepanciesOf,
}

/** The ledgers for a data warehouse: a folder for each, with a folder for each day and merchant, and the schema. */
const parquetFiles = async (
  { zone }: Pick<JobContext, 'zone'>,
  merchant: string,
  days: readonly LedgerDay[],
): Promise<readonly FileToWrite[]> => {
  const files: FileToWrite[] = []
  for (const day of days) {
    const date = (await day.slots())[0]?.report.slot.date
    if (date === undefined) continue
    const place = `date=${date}/merchant=${encodeURIComponent(merchant)}`
    for (const ledger of ['settlements', 'invoices', 'discrepancies'] as const)
      files.push({
        name: `${ledger}/${place}/${ledger}.parquet`,
        pieces: parquetPieces(parquetColumns(ledger, zone), ROWS[ledger](day)),
      })
  }
  return [...files, { name: 'schema.json', pieces: [{ text: `${jsonText(parquetSchemaDocument())}\n`, rows: 0 }] }]
}

/**
 * The days with only those slots that hold an invoice paid in the range, and of their invoices only these. Settlements and discrepancies
 * stay whole, since they are about all invoices of a slot.
 */
const daysPaid = async (days: readonly LedgerDay[], range: Days): Promise<readonly LedgerDay[]> => {
  const paid: LedgerDay[] = []
  for (const day of days) {
    const isIncluded = paidWithin(range, day.context.zone)
    const holding = new Set<string>()
    for (const slot of await day.slots())
      if (await holdsPayment(day, slot, isIncluded)) holding.add(slot.report.slot.cycle)
    const slots = async () => (await day.slots()).filter(({ report }) => holding.has(report.slot.cycle))
    if (holding.size > 0) paid.push({ ...day, slots, isIncluded })
  }
  return paid
}

/**
 * Whether an invoice was paid in the range: by its date in the policy's zone, or as written when it has no offset. An invoice without a
 * payment date was not.
 */
const paidWithin =
  (days: Days, zone: Zone) =>
  ({ paymentDate }: Invoice): boolean => {
    const date = paymentDate === null ? '' : localTime(paymentDate, zone).slice(0, DATE)
    return isWithin(date, days)
  }
const DATE = 'YYYY-MM-DD'.length

const holdsPayment = async (
  { store }: LedgerDay,
  { pull }: SlotOfDay,
  isIncluded: (invoice: Invoice) => boolean,
): Promise<boolean> => {
  if (pull === null) return false
  for await (const page of store.invoices.asOf(pull.slot, pull, null))
    if (page.some(({ current }) => current !== null && isIncluded(current))) return true
  return false
}

export interface ExportRequest {
  readonly days: Days
  /** The kind of days: settlement dates, or payment dates of invoices. */
  readonly by: 'settlement' | 'payment'
  readonly format:
    | { readonly kind: 'csv'; readonly profile: CsvProfile }
    | { readonly kind: 'xlsx' }
    | { readonly kind: 'parquet' }
  /** Whether document numbers and names are hidden, for copies that others will read. */
  readonly masked: boolean
}

export interface ExportResult {
  readonly files: readonly WrittenFile[]
  /** Slots of these days that are due but were never read. The files have only their verdict. */
  readonly notPulled: readonly Slot[]
  /**
   * Whether the settings changed since the last check. The files then follow the older settings, as the daily files do.
   */
  readonly policyChanged: boolean
  /** The past moment that was asked for; null for the present. */
  readonly asOf: Moment | null
}

/** Writes the ledgers of a range of days from one snapshot of the database, also while a run writes to it. Changes no data. */
export const exportLedgers = async (context: QueryContext, request: ExportRequest): Promise<ExportResult> => {
  const exported = await exportFromSnapshot(context, request)
  if (exported === null) throw neverPulled(request.days)
  return exported
}

/** Null when nothing was ever read. */
const exportFromSnapshot = async (context: QueryContext, request: ExportRequest): Promise<ExportResult | null> => {
  const { asOf = null } = context
  try {
    // Read as of a fixed moment, so that a concurrent run is not seen in part.
    return await readDatabase({ ...context, asOf: asOf ?? END_OF_TIME }, async (store, then, moment) => {
      await refuseFolderOfOther(then.settings.out, store.merchant)
      const dates = await datesOf(store, request)
      const wanted = { dates, masked: request.masked }
      return inLedgerDays(then, store, wanted, async (days) => {
        const exportedDays = request.by === 'settlement' ? days : await daysPaid(days, request.days)
        const files = await filesOf(store, then, request, exportedDays)
        await removeLeftoversOfExports(then)
        const written = await writeTogether(exportFolder(then, request), files, context.signal)
        return {
          files: written,
          notPulled: await notPulledOf(exportedDays),
          policyChanged: asOf === null && !samePolicies(context, then),
          asOf: asOf === null ? null : moment,
        }
      })
    })
  } catch (error) {
    if (asOf === null && error instanceof CuadreError && error.code === 'AS_OF_TOO_EARLY') return null
    throw error
  }
}

const samePolicies = (a: QueryContext, b: QueryContext): boolean =>
  isDeepStrictEqual(policyDocument(a.settings.policy), policyDocument(b.settings.policy))

const datesOf = async (store: Store, { days, by }: ExportRequest): Promise<readonly SlotDate[]> => {
  const { from, to } = days
  const latest = by === 'settlement' ? to : addDays(to, SETTLED_WITHIN)
  const states = await store.slots.states({ from, to: latest })
  if (!states.some(({ pull, incomplete }) => pull !== null || incomplete !== null))
    throw neverPulled({ from, to: latest })
  if (by === 'settlement') return daysBetween(from, to)
  return [...new Set((await store.slots.paidBetween(from, to)).map(({ date }) => date))]
}

/** A payment is settled within this many days. Without any slot of these days the database cannot know a payment. */
const SETTLED_WITHIN = 7

const neverPulled = ({ from, to }: Days): CuadreError => {
  const flags = from === to ? `--date ${from}` : `--from ${from} --to ${to}`
  return nothingPulled(rangeInWords({ from, to }), `cuadre run ${flags}`)
}

/** `<out>/export/<from>_<to>`; an export by payment date has another folder. */
const exportFolder = ({ settings: { out } }: QueryContext, { days: { from, to }, by }: ExportRequest): string =>
  join(out, 'export', `${from}_${to}${by === 'payment' ? '_payment' : ''}`)

/** An export that was killed may have left files in the folder of another range. */
const removeLeftoversOfExports = async ({ settings: { out } }: QueryContext): Promise<void> => {
  const exports = join(out, 'export')
  const folders = await readdir(exports, { withFileTypes: true }).catch(() => [])
  for (const folder of folders) if (folder.isDirectory()) await removeLeftovers(join(exports, folder.name))
}

const filesOf = async (
  store: Store,
  context: QueryContext,
  { days: range, by, format }: ExportRequest,
  days: readonly LedgerDay[],
): Promise<readonly FileToWrite[]> => {
  if (format.kind === 'parquet') return parquetFiles(context, store.merchant.name, days)
  if (format.kind === 'xlsx') {
    const facts = chargebackFacts(store, context, days)
    const account = by === 'settlement' ? await rangeAccountFacts(store, context, range) : null
    const workbook = await ledgerWorkbook(context, store, { days: range, by, account }, days, facts)
    return [{ name: 'ledger.xlsx', pieces: workbookPieces(workbook) }]
  }
  const { profile } = format
  const ledger = (
    { file, heads }: LedgerFile,
    rows: (day: LedgerDay) => AsyncIterable<readonly Row[]>,
  ): FileToWrite => ({ name: file, pieces: csvPieces(heads, eachDay(days, rows), profile) })
  return [
    ledger(SETTLEMENT_LEDGER, atOnce(settlementsOf)),
    ledger(INVOICE_LEDGER, invoicesOf),
    ledger(DISCREPANCY_LEDGER, discrepanciesOf),
  ]
}

/** As of the closing of the last day where it is closed, as the account of these days is. */
const chargebackFacts = (store: Store, context: QueryContext, days: readonly LedgerDay[]): DatabaseFacts => {
  const last = days.at(-1) ?? { store, context }
  return databaseFacts(last.store, last.context.settings.policy)
}

const notPulledOf = async (days: readonly LedgerDay[]): Promise<readonly Slot[]> => {
  const found: Slot[] = []
  for (const day of days) {
    for (const { report } of await day.slots()) if (report.verdict === 'not-pulled') found.push(report.slot)
  }
  return found
}
