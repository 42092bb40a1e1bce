import { join } from 'node:path'
import { feesPage } from '../../../reports/fees/fees-page.tsx'
import { type FeesReport, feesByMonth } from '../../../reports/fees/fees-report.ts'
import { FEES_METHOD_LEDGER, feesMethodRows } from '../../../reports/ledgers/fees-method-rows.ts'
import { FEES_MONTH_LEDGER, feesMonthRows } from '../../../reports/ledgers/fees-month-rows.ts'
import { FEES_SETTLEMENT_LEDGER, feesSettlementRows } from '../../../reports/ledgers/fees-settlement-rows.ts'
import { FEES_WITHHOLDING_LEDGER, feesWithholdingRows } from '../../../reports/ledgers/fees-withholding-rows.ts'
import type { LedgerFile } from '../../../reports/ledgers/ledger.ts'
import { feesWorkbook } from '../../../reports/workbook/fees-workbook.ts'
import type { Row } from '../../../src/core/cell.ts'
import { csvPieces } from '../../../src/print/csv/csv.ts'
import { digestOf, type FileToPublish, publishFolder, publishText } from '../../../src/print/files/publish.ts'
import { workbookPieces } from '../../../src/print/xlsx/xlsx.ts'
import type { Piece } from '../../../src/std/files/whole-file.ts'
import type { JobContext } from '../run/context.ts'
import { provenanceOf } from '../run/record-run.ts'

/** The formats of the files next to the page. */
export type FeesFormat = 'csv' | 'xlsx'

/** Writes `<out>/fees/<from>_<to>/`, in both formats when none is named; returns the paths. */
export const writeFees = async (
  { settings, version, now, newRunId, signal, start }: JobContext,
  report: FeesReport,
  format: FeesFormat | null,
): Promise<readonly string[]> => {
  const { merchant, days, policy, closed, moment } = report
  const folder = join(settings.out, 'fees', `${days.from}_${days.to}`)
  const tables = csvTables(report)
  const csv = await Promise.all(tables.map((table) => csvFile(table, settings.csvProfile, format !== 'xlsx')))
  const files = [...csv, workbookFile(report, format !== 'csv')]
  const run = { id: newRunId(), job: 'fees', at: now() }
  const asOf = closed === null ? null : moment
  const provenance = provenanceOf({ settings: { ...settings, policy }, version }, { merchant, run, asOf })
  const { paths } = await publishFolder(folder, files, provenance, { signal })
  return [await publishText(folder, 'fees.html', feesPage(report, start), signal), ...paths]
}

interface CsvTable {
  readonly ledger: LedgerFile
  readonly rows: readonly Row[]
}

const csvTables = (report: FeesReport): readonly CsvTable[] => {
  const { merchant, entries } = report
  const months = feesByMonth(report)
  const ofMonths = (rowsOf: typeof feesMonthRows): readonly Row[] =>
    months.flatMap((summary) => rowsOf(summary, { merchant, month: summary.key }))
  const withheld = ofMonths(feesWithholdingRows)
  return [
    { ledger: FEES_MONTH_LEDGER, rows: ofMonths(feesMonthRows) },
    { ledger: FEES_METHOD_LEDGER, rows: ofMonths(feesMethodRows) },
    { ledger: FEES_SETTLEMENT_LEDGER, rows: feesSettlementRows(entries, merchant) },
    ...(withheld.length === 0 ? [] : [{ ledger: FEES_WITHHOLDING_LEDGER, rows: withheld }]),
  ]
}

const csvFile = async (
  { ledger: { file, heads }, rows }: CsvTable,
  profile: JobContext['settings']['csvProfile'],
  isWanted: boolean,
): Promise<FileToPublish> => {
  const pieces: Piece[] = []
  for await (const piece of csvPieces(heads, [rows], profile)) pieces.push(piece)
  return {
    name: file,
    madeFrom: digestOf(pieces.map(({ text }) => String(text))),
    pieces: isWanted ? () => pieces : null,
  }
}

const workbookFile = (report: FeesReport, isWanted: boolean): FileToPublish => {
  const workbook = feesWorkbook(report)
  const { cover, tables } = workbook
  const shown = [cover, cover.notes([]), tables]
  const madeFrom = digestOf([JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? `${value}` : value))])
  return { name: 'fees.xlsx', madeFrom, pieces: isWanted ? () => workbookPieces(workbook) : null }
}
