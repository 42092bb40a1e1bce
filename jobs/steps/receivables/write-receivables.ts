import { join } from 'node:path'
import type { ReceivablesReport } from '../../../reports/documents/receivables.ts'
import { duesTable, listTable, receivablesReport, withoutDueTable } from '../../../reports/receivables.ts'
import type { Row } from '../../../src/core/cell.ts'
import { cellIn } from '../../../src/print/cell-text.ts'
import { csvSheet } from '../../../src/print/csv.ts'
import { digestOf, type FileToPublish, publishFolder } from '../../../src/print/files/publish.ts'
import { reportPage } from '../../../src/print/html.tsx'
import { linesOf, type ReportTable } from '../../../src/print/report.ts'
import type { Workbook } from '../../../src/print/xlsx/workbook.ts'
import { workbookPieces } from '../../../src/print/xlsx/xlsx.ts'
import { sheetOf, workbookOf } from '../../../src/print/xlsx.ts'
import type { DueStanding } from '../../../src/receivables/standing.ts'
import { closedThrough } from '../../../src/rules/assessment/slot-report.ts'
import type { Store } from '../../../src/store/store.ts'
import { csvFile } from '../report/published-files.ts'
import type { JobContext } from '../run/context.ts'
import { type CurrentRun, provenanceOf } from '../run/record-run.ts'
import { receivablesInDatabase } from './receivables-in-database.ts'
import { endOf, monthsOf, receivablesByMonth } from './receivables-of-month.ts'

/** Writes `<out>/receivables/<month>/` of each month that has dues and is not closed. Returns the paths. */
export const writeReceivables = async (job: JobContext, store: Store, run: CurrentRun): Promise<readonly string[]> => {
  if (run.asOf !== null || job.masked || !(await store.receivables.isKnown())) return []
  const states = await store.slots.states()
  const all = await receivablesInDatabase(store, states, job)
  if (all === null) return []
  const through = closedThrough(await store.periods.closings())
  const months = monthsOf(all).filter((month) => through === null || endOf(month) > through)
  const paths: string[] = []
  const reportOf = await receivablesByMonth(store, states, job, all)
  for (const month of months) paths.push(...(await writeMonth(job, store, run, reportOf(month))))
  return paths
}

/** A month may have many more dues than a page or a screen: files have all of them, and are written row by row. */
const writeMonth = async (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  facts: ReceivablesReport,
): Promise<readonly string[]> => {
  const { settings, signal } = job
  const { language, xlsx } = settings
  const csv = <T>(name: string, rows: readonly T[], tableOf: TableOf<T>): Promise<FileToPublish> => {
    const sheet = (some: readonly T[]) => csvSheet({ ...report, sections: [tableOf(some)] }, null, language)
    const batches = () => inBatches(rows, (some) => sheet(some).rows)
    return csvFile({ file: `${name}.csv`, heads: sheet([]).heads }, batches, job)
  }
  const report = receivablesReport(facts, { home: '../../index.html', most: MOST_ON_PAGE })
  const page = reportPage(report, language)
  const dues = (some: readonly DueStanding[]) => duesTable(some, facts)
  const texts = [
    await csv('receivables', facts.dues, dues),
    await csv('payments-without-due', facts.withoutDue, withoutDueTable),
    await csv('aging', facts.list, (list) => listTable({ ...facts, list })),
  ]
  const workbook = (): Workbook => {
    const { cover, tables } = workbookOf(report, language)
    const rows = inBatches(facts.dues, (some) =>
      linesOf(dues(some)).map(({ cells }) => cells.map((cell) => cellIn(cell, language))),
    )
    return { cover, tables: [...tables, { ...sheetOf(dues([]), language), batches: rows }] }
  }
  const madeFrom = digestOf([page, ...texts.map((one) => one.madeFrom)])
  const files = [
    ...texts,
    { name: 'receivables.xlsx', madeFrom, pieces: xlsx ? () => workbookPieces(workbook()) : null },
    { name: 'receivables.html', madeFrom, pieces: () => [{ text: page, rows: 0 }] },
  ]
  const folder = join(settings.out, 'receivables', facts.month)
  const provenance = provenanceOf(job, { merchant: store.merchant.name, run, asOf: null })
  return (await publishFolder(folder, files, provenance, { signal })).paths
}
const MOST_ON_PAGE = 1_000

type TableOf<T> = (rows: readonly T[]) => ReportTable

/** Some hundred of them at once. */
function* inBatches<T>(all: readonly T[], rowsOf: (some: readonly T[]) => readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < all.length; at += 500) yield rowsOf(all.slice(at, at + 500))
}
