import { join } from 'node:path'
import type { Moment } from '../../../src/core/past-run.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { csvPieces } from '../../../src/print/csv/csv.ts'
import { csvSheet } from '../../../src/print/csv.ts'
import { MANIFEST } from '../../../src/print/files/manifest.ts'
import { digestOf, type FileToPublish, publishFolder, publishText } from '../../../src/print/files/publish.ts'
import { type Report, tablesIn } from '../../../src/print/report.ts'
import type { Workbook } from '../../../src/print/xlsx/workbook.ts'
import { workbookPieces } from '../../../src/print/xlsx/xlsx.ts'
import { workbookOf } from '../../../src/print/xlsx.ts'
import { type Piece, sha256Of } from '../../../src/std/files/whole-file.ts'
import type { JobContext } from '../run/context.ts'
import { provenanceOf } from '../run/record-run.ts'

/** The format of the files next to a page. */
export type FileFormat = 'csv' | 'xlsx'

/** The files of a report, which begin with its name, in a folder. */
interface ReportFolder {
  readonly folder: string
  readonly name: string
  /** The CSV files, by the tables of the report; of a table that the report has not there is none. */
  readonly csv: Readonly<Record<string, string>>
  /** Both when none is named. */
  readonly format: FileFormat | null
  readonly job: string
  readonly policy: Policy
  /** The closing that the files are of. */
  readonly asOf: Moment | null
}

/** Writes a report as CSV files, a workbook and their manifest, and the page; returns the paths. */
export const writeReport = async (
  job: JobContext,
  report: Report,
  { folder, name, csv, format, ...of }: ReportFolder,
  /** The page shows the digest of the manifest, so the manifest cannot list the page. */
  pageOf: (manifest: string) => string,
): Promise<readonly string[]> => {
  const { settings, version, now, newRunId, signal } = job
  const tables = tablesIn('csv', report)
  const named = Object.entries(csv).filter(([table]) => tables.some((one) => one.name === table))
  const files = await Promise.all(named.map((one) => csvFile(job, report, one, format !== 'xlsx')))
  const workbook = workbookFile(`${name}.xlsx`, workbookOf(report, settings.language), format !== 'csv')
  const run = { id: newRunId(), job: of.job, at: now() }
  const provenance = provenanceOf(
    { settings: { ...settings, policy: of.policy }, version },
    { merchant: report.merchant ?? settings.merchant, run, asOf: of.asOf },
  )
  const { paths } = await publishFolder(folder, [...files, workbook], provenance, { signal })
  const manifest = await sha256Of(join(folder, MANIFEST))
  return [await publishText(folder, `${name}.html`, pageOf(manifest ?? ''), signal), ...paths]
}

const csvFile = async (
  { settings: { csvProfile, language } }: JobContext,
  report: Report,
  [table, name]: readonly [string, string],
  isWanted: boolean,
): Promise<FileToPublish> => {
  const { heads, rows } = csvSheet(report, table, language)
  const pieces: Piece[] = []
  for await (const piece of csvPieces(heads, [rows], csvProfile)) pieces.push(piece)
  return { name, madeFrom: digestOf(pieces.map(({ text }) => String(text))), pieces: isWanted ? () => pieces : null }
}

const workbookFile = (name: string, workbook: Workbook, isWanted: boolean): FileToPublish => {
  const { cover, tables } = workbook
  const shown = [cover, cover.notes([]), tables]
  const madeFrom = digestOf([JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? `${value}` : value))])
  return { name, madeFrom, pieces: isWanted ? () => workbookPieces(workbook) : null }
}
