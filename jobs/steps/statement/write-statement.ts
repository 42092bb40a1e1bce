import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DECISION_LEDGER, decisionRows } from '../../../reports/ledgers/decision-rows.ts'
import { STATEMENT_LEDGER, statementRows } from '../../../reports/ledgers/statement-rows.ts'
import { BANK_PAGE } from '../../../reports/pages/bank-page.tsx'
import { hasChangedSinceClosing, type StatementOfClosedDays } from '../../../reports/statements/since-closing.ts'
import { sinceClosingPage, sinceClosingReport } from '../../../reports/statements/since-closing-page.tsx'
import type { Statement } from '../../../reports/statements/statement.ts'
import { type StatementWays, statementPage } from '../../../reports/statements/statement-page.tsx'
import { statementWorkbook } from '../../../reports/workbook/statement-workbook.ts'
import { type Days, isOneMonth, monthOf } from '../../../src/core/calendar/calendar.ts'
import { addDays, type SlotDate } from '../../../src/core/slot.ts'
import { MANIFEST } from '../../../src/print/files/manifest.ts'
import { workbookOf } from '../../../src/print/xlsx.ts'
import { writingTo } from '../../../src/std/files/writing-to.ts'
import { csvFile, type FileFormat, workbookFile, writeFolder } from '../report/published-files.ts'
import { INDEX_PAGE } from '../report/write-index.ts'
import type { JobContext } from '../run/context.ts'

/**
 * Writes `<out>/statement/<from>_<to>/`, in both formats when none is named; returns the paths. The files of closed
 * days are those of the closing, and later changes are in `since-closing/`: what was signed does not change.
 */
export const writeStatement = async (
  job: JobContext,
  statement: Statement,
  format: FileFormat | null,
): Promise<readonly string[]> => {
  const { account, closed, decisions, merchant, policy, zone } = statement
  const isCsv = format !== 'xlsx'
  const decided = () => [decisionRows(decisions, { merchant, clock: (at) => zone.clockAt(at) })]
  const files = [
    await csvFile(STATEMENT_LEDGER, () => [statementRows(account, merchant)], job, isCsv),
    workbookFile(WORKBOOK, statementWorkbook(statement), format !== 'csv'),
    await csvFile(DECISION_LEDGER, decided, job, isCsv && closed !== null),
  ]
  const asOf = closed === null ? null : statement.moment
  const folder = { ...WRITTEN, folder: folderOf(job, statement), files, merchant, policy, asOf }
  const paths = await writeFolder(job, folder, (manifest) => statementPage(statement, manifest, waysOf(job, statement)))
  if (hasChangedSinceClosing(statement)) return [...paths, ...(await writeSinceClosing(job, statement, format))]
  await removeSinceClosing(job, statement)
  return paths
}

/** Only pages that are there become links. */
const waysOf = (job: JobContext, statement: Statement): StatementWays => {
  const { out } = job.settings
  const { from, to } = statement.days
  const of = (day: SlotDate): Days | null => {
    const days = monthOf(day)
    return isOneMonth(statement.days) && existsSync(join(folderOf(job, { days }), PAGE)) ? days : null
  }
  return {
    hasIndex: existsSync(join(out, INDEX_PAGE)),
    hasBank: existsSync(join(out, BANK_PAGE)),
    previous: of(addDays(from, -1)),
    next: of(addDays(to, 1)),
  }
}

const writeSinceClosing = (
  job: JobContext,
  statement: StatementOfClosedDays,
  format: FileFormat | null,
): Promise<readonly string[]> => {
  const folder = sinceClosingFolder(job, statement)
  const workbook = workbookOf(sinceClosingReport(statement), statement.language)
  const files = [workbookFile(WORKBOOK, workbook, format !== 'csv')]
  const { merchant } = statement
  const { policy } = statement.closed.now
  return writeFolder(job, { ...WRITTEN, folder, files, merchant, policy, asOf: null }, (manifest) =>
    sinceClosingPage(statement, manifest),
  )
}

/**
 * Removes `since-closing/` when nothing differs from the closing any more, or the closing was undone. Foreign files
 * stay.
 */
const removeSinceClosing = async (job: JobContext, statement: Statement): Promise<void> => {
  const folder = sinceClosingFolder(job, statement)
  if (!existsSync(folder)) return
  for (const name of [PAGE, WORKBOOK, MANIFEST])
    await writingTo(join(folder, name), () => rm(join(folder, name), { force: true }))
  await rmdir(folder).catch(() => undefined)
}

const sinceClosingFolder = (job: JobContext, statement: Statement): string =>
  join(folderOf(job, statement), 'since-closing')

const PAGE = 'statement.html'
const WORKBOOK = 'statement.xlsx'
const WRITTEN = { page: PAGE, job: 'statement' } as const

const folderOf = ({ settings }: JobContext, { days }: Pick<Statement, 'days'>): string =>
  join(settings.out, 'statement', `${days.from}_${days.to}`)
