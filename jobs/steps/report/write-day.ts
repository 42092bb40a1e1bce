import { join } from 'node:path'
import { DISCREPANCY_LEDGER, discrepancyRows } from '../../../reports/ledgers/discrepancy-row.ts'
import { INVOICE_LEDGER } from '../../../reports/ledgers/invoice-ledger.ts'
import type { LedgerFile } from '../../../reports/ledgers/ledger.ts'
import { RESTATEMENT_LEDGER, restatementRows } from '../../../reports/ledgers/restatements.ts'
import { SETTLEMENT_LEDGER, settlementRows } from '../../../reports/ledgers/settlement-ledger.ts'
import { type Neighbours, NO_NEIGHBOURS } from '../../../reports/pages/day-facts.ts'
import { ledgerSheets } from '../../../reports/workbook/ledger-sheets.ts'
import type { Row } from '../../../src/core/cell.ts'
import type { SlotDate } from '../../../src/core/slot.ts'
import { csvPieces } from '../../../src/print/csv/csv.ts'
import { digestOf, digestOfPieces, type FileToPublish, publishFolder } from '../../../src/print/files/publish.ts'
import { workbookPieces } from '../../../src/print/xlsx/xlsx.ts'
import type { Store } from '../../../src/store/store.ts'
import type { JobContext } from '../run/context.ts'
import { type CurrentRun, provenanceOf } from '../run/record-run.ts'
import { type DatabaseFacts, databaseFacts } from './database-facts.ts'
import { dayPageFile } from './day-page-file.ts'
import { invoicesOf } from './ledger-days.ts'
import { ledgerWorkbook } from './ledger-workbook.ts'
import { neighboursIn } from './neighbours-in.ts'
import type { SlotOfDay } from './slots-of-day.ts'

export interface WriteOptions {
  /** See `publishFolder`. */
  readonly isOutdated?: boolean
  /** The days before and after a day, when the same job writes several. */
  readonly neighboursOf?: (date: SlotDate) => Promise<Neighbours>
  /** Facts that other days of the same job need as well. */
  readonly facts?: DatabaseFacts
}

/** Writes the files of one day that changed, and returns the paths of all of them. */
export const writeDay = async (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  date: SlotDate,
  slots: readonly SlotOfDay[],
  {
    isOutdated = false,
    neighboursOf = neighboursIn(job.settings.out, []),
    facts = databaseFacts(store, job.settings.policy),
  }: WriteOptions = {},
): Promise<readonly string[]> => {
  const { settings, zone, signal, masked = false } = job
  const reports = slots.map(({ report }) => report)
  const restated = restatementRows(await facts.restatements(), date, store.merchant.name, zone)
  const ledgerFiles = [
    await ledgerFile(SETTLEMENT_LEDGER, () => [settlementRows(reports, zone)], job),
    invoiceLedger(job, store, slots),
    await ledgerFile(DISCREPANCY_LEDGER, () => discrepancyRows(reports, { zone, language: settings.language }), job),
    ...(restated.length === 0 ? [] : [await ledgerFile(RESTATEMENT_LEDGER, () => [restated], job)]),
  ]
  const neighbours = masked ? NO_NEIGHBOURS : await neighboursOf(date)
  const page = await dayPageFile(job, store, date, slots, ledgerFiles, { neighbours, facts })
  const files = [...ledgerFiles, page, await dayWorkbook(job, store, date, slots, facts)]
  const provenance = provenanceOf(job, { merchant: store.merchant.name, run, asOf: run.asOf })
  const { paths } = await publishFolder(join(settings.out, date), files, provenance, { signal, isOutdated })
  return paths
}

/** A file that is made twice, once for its digest and once for writing, so that its rows are never all in memory. */
const ledgerFile = async (
  { file, heads }: LedgerFile,
  batches: () => Iterable<readonly Row[]>,
  { settings }: JobContext,
): Promise<FileToPublish> => {
  const pieces = () => csvPieces(heads, batches(), settings.csvProfile)
  return { name: file, madeFrom: await digestOfPieces(pieces()), pieces }
}

/** The invoice ledger's digest comes from the pulls it shows, so that an unchanged ledger of a million rows is not read. */
const invoiceLedger = (job: JobContext, store: Store, slots: readonly SlotOfDay[]): FileToPublish => ({
  name: INVOICE_LEDGER.file,
  madeFrom: digestOf([job.settings.csvProfile, ...invoicesMadeFrom(job, store, slots)]),
  pieces: () =>
    csvPieces(
      INVOICE_LEDGER.heads,
      invoicesOf({ store, context: job, slots: async () => slots }),
      job.settings.csvProfile,
    ),
})

const invoicesMadeFrom = (job: JobContext, store: Store, slots: readonly SlotOfDay[]): readonly string[] => {
  const { policy } = job.settings
  const shown = slots.flatMap(({ pull }) =>
    pull === null
      ? []
      : [pull.slot.cycle, pull.contentId, pull.contentAt, pull.list.kept, pull.settlement?.status].join(' '),
  )
  return [store.merchant.name, policy.timeZone, policy.chargebacks, ...INVOICE_LEDGER.heads, ...shown]
}

/** The workbook's digest comes from its small sheets and from the pulls behind its invoices. */
const dayWorkbook = async (
  job: JobContext,
  store: Store,
  date: SlotDate,
  slots: readonly SlotOfDay[],
  facts: DatabaseFacts,
): Promise<FileToPublish> => {
  const day = { store, context: job, slots: async () => slots }
  const range = { days: { from: date, to: date }, by: 'settlement', account: null } as const
  const workbook = await ledgerWorkbook(job, store, range, [day], facts)
  const { cover, smallSheets } = workbook
  const sheets = ledgerSheets(job.settings.language)
  const shown = [cover, cover.notes([]), sheets, smallSheets]
  return {
    name: 'ledger.xlsx',
    madeFrom: digestOf(workbookMadeFrom(job, store, slots, shown)),
    pieces: job.settings.xlsx ? () => workbookPieces(workbook) : null,
  }
}

function* workbookMadeFrom(
  job: JobContext,
  store: Store,
  slots: readonly SlotOfDay[],
  shown: readonly unknown[],
): Generator<string> {
  yield JSON.stringify(shown, textOfMoney)
  const reports = slots.map(({ report }) => report)
  for (const rows of discrepancyRows(reports, { zone: job.zone, language: job.settings.language }))
    yield JSON.stringify(rows, textOfMoney)
  yield* invoicesMadeFrom(job, store, slots)
}

/** JSON has no bigint. */
const textOfMoney = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}` : value)
