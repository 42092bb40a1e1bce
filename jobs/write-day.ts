import { join } from 'node:path'
import { assumptionsDocument, policyDocument } from '../reports/assumptions.ts'
import { DISCREPANCY_COLUMNS, discrepancyRows } from '../reports/discrepancies.ts'
import { INVOICE_COLUMNS } from '../reports/invoice-ledger.ts'
import { SETTLEMENT_COLUMNS, settlementRows } from '../reports/settlement-ledger.ts'
import type { Row } from '../src/domain/cell.ts'
import { ZERO } from '../src/domain/money.ts'
import type { Pull } from '../src/domain/pull.ts'
import type { SlotDate } from '../src/domain/slot.ts'
import type { SlotReport } from '../src/domain/slot-report.ts'
import { csvHead, csvOf, csvPieces } from '../src/publish/csv.ts'
import { digestOf, type FileToPublish, publishFolder } from '../src/publish/publish.ts'
import type { Piece } from '../src/publish/whole-file.ts'
import type { Store } from '../src/store/store.ts'
import type { JobContext } from './context.ts'
import { dayPageFile } from './day-page-file.ts'
import { type LedgerRows, rowsOfSlot } from './ledger-rows.ts'
import type { NotedRun } from './noted-run.ts'

/** One slot of a day: what is said of it, and the pull whose list the ledger shows. */
export interface SlotOfDay {
  readonly report: SlotReport
  readonly pull: Pull | null
}

/** Writes the files of one day, those that changed; gives the paths of all of them. */
export const writeDay = async (
  job: JobContext,
  store: Store,
  run: NotedRun,
  date: SlotDate,
  slots: readonly SlotOfDay[],
  ledgers: LedgerRows,
): Promise<readonly string[]> => {
  const { settings, zone, version, signal, masked = false } = job
  const reports = slots.map(({ report }) => report)
  const ledgerFiles = [
    await ledgerFile('settlement-ledger.csv', SETTLEMENT_COLUMNS, settlementRows(reports, zone), job),
    invoiceLedger(job, store, ledgers, slots),
    await ledgerFile('discrepancies.csv', DISCREPANCY_COLUMNS, discrepancyRows(reports, zone), job),
  ]
  const files = [...ledgerFiles, await dayPageFile(job, store, date, slots, ledgerFiles)]
  const named = { id: run.id, job: run.job, at: new Date(run.at).toISOString() }
  const policy = policyDocument(settings.policy)
  const assumptions = assumptionsDocument(settings.policy, settings)
  const versions = { cuadre: version, node: process.versions.node }
  const provenance = { run: named, policy, assumptions, versions, masked, asOf: run.asOf }
  const { paths } = await publishFolder(join(settings.out, date), files, provenance, signal)
  return paths
}

/** A file small enough to be made before it is known whether it must be written: it is told from its own text. */
const ledgerFile = async (
  name: string,
  columns: readonly string[],
  rows: readonly Row[],
  { settings }: JobContext,
): Promise<FileToPublish> => {
  const pieces: Piece[] = []
  for await (const piece of csvPieces(columns, [rows], settings.csvProfile)) pieces.push(piece)
  return { name, madeFrom: digestOf(pieces.map(({ text }) => String(text))), pieces: () => pieces }
}

/** The ledger of invoices is told from the contents of the pulls it shows: a million rows need not be read to leave it alone. */
const invoiceLedger = (
  job: JobContext,
  store: Store,
  ledgers: LedgerRows,
  slots: readonly SlotOfDay[],
): FileToPublish => {
  const { csvProfile, policy } = job.settings
  const shown = slots.flatMap(({ pull }) =>
    pull === null
      ? []
      : [pull.slot.cycle, pull.contentId, pull.contentAt, pull.list.kept, pull.settlement?.status].join(' '),
  )
  return {
    name: 'invoice-ledger.csv',
    madeFrom: digestOf([csvProfile, store.merchant, policy.timeZone, policy.chargebacks, ...INVOICE_COLUMNS, ...shown]),
    pieces: () => invoicePieces(job, store, ledgers, slots),
  }
}

async function* invoicePieces(
  job: JobContext,
  store: Store,
  ledgers: LedgerRows,
  slots: readonly SlotOfDay[],
): AsyncGenerator<Piece> {
  yield csvHead(INVOICE_COLUMNS, job.settings.csvProfile)
  for (const { report, pull } of slots) {
    if (pull === null) continue
    const kept = ledgers.take(pull)
    if (kept === null) yield* readAgain(job, store, report, pull)
    else yield* kept
  }
}

async function* readAgain(job: JobContext, store: Store, report: SlotReport, pull: Pull): AsyncGenerator<Piece> {
  const encode = csvOf(job.settings.csvProfile)
  const rows = rowsOfSlot(job, store.merchant, pull)
  for await (const page of store.held(pull.slot, pull, null)) yield* encode(rows.of(page))
  rows.mustComeTo(report.totals?.collected ?? ZERO)
}
