import type { Moment } from '../../../src/core/past-run.ts'
import type { Policy } from '../../../src/core/policy.ts'
import { csvSheet } from '../../../src/print/csv.ts'
import { type Report, tablesIn } from '../../../src/print/report.ts'
import { workbookOf } from '../../../src/print/xlsx.ts'
import type { JobContext } from '../run/context.ts'
import { csvFile, type FileFormat, workbookFile, writeFolder } from './published-files.ts'

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
  { name, csv, format, ...of }: ReportFolder,
  pageOf: (manifest: string) => string,
): Promise<readonly string[]> => {
  const { language, merchant } = job.settings
  const tables = tablesIn('csv', report)
  const named = Object.entries(csv).filter(([table]) => tables.some((one) => one.name === table))
  const files = await Promise.all(
    named.map(([table, file]) => {
      const { heads, rows } = csvSheet(report, table, language)
      return csvFile({ file, heads }, () => [rows], job, format !== 'xlsx')
    }),
  )
  const workbook = workbookFile(`${name}.xlsx`, workbookOf(report, language), format !== 'csv')
  const folder = { ...of, page: `${name}.html`, files: [...files, workbook], merchant: report.merchant ?? merchant }
  return writeFolder(job, folder, pageOf)
}
