import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DECISION_LEDGER, decisionRows } from '../../../reports/ledgers/decision-rows.ts'
import { STATEMENT_LEDGER, statementRows } from '../../../reports/ledgers/statement-rows.ts'
import { BANK_PAGE } from '../../../reports/pages/bank-page.tsx'
import { hasChangedSinceClosing, type StatementOfClosedDays } from '../../../reports/statements/since-closing.ts'
import { sinceClosingPage, sinceClosingReport } from '../../../reports/statements/since-closing-page.tsx'
import type { AccountAsOf, Statement } from '../../../reports/statements/statement.ts'
import { type StatementWays, statementPage } from '../../../reports/statements/statement-page.tsx'
import { statementWorkbook } from '../../../reports/workbook/statement-workbook.ts'
import { type Days, isOneMonth, monthOf } from '../../../src/core/calendar/calendar.ts'
import type { Row } from '../../../src/core/cell.ts'
import { addDays, type SlotDate } from '../../../src/core/slot.ts'
import { csvPieces } from '../../../src/print/csv/csv.ts'
import { MANIFEST } from '../../../src/print/files/manifest.ts'
import { digestOf, type FileToPublish, publishFolder, publishText } from '../../../src/print/files/publish.ts'
import type { Workbook } from '../../../src/print/xlsx/workbook.ts'
import { workbookPieces } from '../../../src/print/xlsx/xlsx.ts'
import { workbookOf } from '../../../src/print/xlsx.ts'
import { type Piece, sha256Of } from '../../../src/std/files/whole-file.ts'
import { writingTo } from '../../../src/std/files/writing-to.ts'
import { INDEX_PAGE } from '../report/write-index.ts'
import type { JobContext } from '../run/context.ts'
import { provenanceOf } from '../run/record-run.ts'

/** The format of the file next to the page. */
export type StatementFormat = 'csv' | 'xlsx'

/**
 * Writes `<out>/statement/<from>_<to>/`, in both formats when none is named; returns the paths. The files of closed
 * days are those of the closing, and later changes are in `since-closing/`: what was signed does not change.
 */
export const writeStatement = async (
  job: JobContext,
  statement: Statement,
  format: StatementFormat | null,
): Promise<readonly string[]> => {
  const folder = folderOf(job, statement)
  const files = [
    await csvFile(job, statement, format !== 'xlsx'),
    workbookFile(statementWorkbook(statement), format !== 'csv'),
    await decisionsFile(job, statement, format !== 'xlsx' && statement.closed !== null),
  ]
  const asOf = statement.closed === null ? null : statement.moment
  const paths = await writeFolder(job, statement, { folder, files, policy: statement.policy, asOf }, (manifest) =>
    statementPage(statement, manifest, waysOf(job, statement)),
  )
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
  format: StatementFormat | null,
): Promise<readonly string[]> => {
  const folder = sinceClosingFolder(job, statement)
  const files = [workbookFile(workbookOf(sinceClosingReport(statement), statement.language), format !== 'csv')]
  const { policy } = statement.closed.now
  return writeFolder(job, statement, { folder, files, policy, asOf: null }, (manifest) =>
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

const folderOf = ({ settings }: JobContext, { days }: Pick<Statement, 'days'>): string =>
  join(settings.out, 'statement', `${days.from}_${days.to}`)

interface FolderToWrite extends Pick<AccountAsOf, 'policy'> {
  readonly folder: string
  readonly files: readonly FileToPublish[]
  readonly asOf: AccountAsOf['moment'] | null
}

/** The page shows the digest of the manifest, so the manifest cannot list the page. */
const writeFolder = async (
  { settings, version, now, newRunId, signal }: JobContext,
  { merchant }: Statement,
  { folder, files, policy, asOf }: FolderToWrite,
  pageOf: (manifest: string) => string,
): Promise<readonly string[]> => {
  const run = { id: newRunId(), job: 'statement', at: now() }
  const provenance = provenanceOf({ settings: { ...settings, policy }, version }, { merchant, run, asOf })
  const { paths } = await publishFolder(folder, files, provenance, { signal })
  const manifest = await sha256Of(join(folder, MANIFEST))
  const page = await publishText(folder, PAGE, pageOf(manifest ?? ''), signal)
  return [page, ...paths]
}

const csvFile = (
  { settings }: JobContext,
  { account, merchant }: Statement,
  isWanted: boolean,
): Promise<FileToPublish> => ledgerFile(STATEMENT_LEDGER, statementRows(account, merchant), settings, isWanted)

const decisionsFile = (
  { settings }: JobContext,
  { decisions, merchant, zone }: Statement,
  isWanted: boolean,
): Promise<FileToPublish> => {
  const rows = decisionRows(decisions, { merchant, clock: (at) => zone.clockAt(at) })
  return ledgerFile(DECISION_LEDGER, rows, settings, isWanted)
}

const ledgerFile = async (
  { file, heads }: Pick<typeof STATEMENT_LEDGER, 'file' | 'heads'>,
  rows: readonly Row[],
  { csvProfile }: JobContext['settings'],
  isWanted: boolean,
): Promise<FileToPublish> => {
  const pieces: Piece[] = []
  for await (const piece of csvPieces(heads, [rows], csvProfile)) pieces.push(piece)
  const madeFrom = digestOf(pieces.map(({ text }) => String(text)))
  return { name: file, madeFrom, pieces: isWanted ? () => pieces : null }
}

const workbookFile = (workbook: Workbook, isWanted: boolean): FileToPublish => {
  const { cover, tables } = workbook
  const shown = [cover, cover.notes([]), tables]
  const madeFrom = digestOf([JSON.stringify(shown, (_, value) => (typeof value === 'bigint' ? `${value}` : value))])
  return { name: WORKBOOK, madeFrom, pieces: isWanted ? () => workbookPieces(workbook) : null }
}
