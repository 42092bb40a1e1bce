import { existsSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DECISION_LEDGER, decisionRows } from '../reports/ledgers/decision-rows.ts'
import { comparePayments } from '../reports/ledgers/in-transit.ts'
import { STATEMENT_LEDGER, statementRows } from '../reports/ledgers/statement-rows.ts'
import { BANK_PAGE } from '../reports/pages/bank-page.tsx'
import { hasChangedSinceClosing, type StatementOfClosedDays } from '../reports/statements/since-closing.ts'
import { sinceClosingPage, sinceClosingReport } from '../reports/statements/since-closing-page.tsx'
import type { AccountAsOf, ClosedStatement, Statement } from '../reports/statements/statement.ts'
import { type StatementWays, statementPage } from '../reports/statements/statement-page.tsx'
import { statementWorkbook } from '../reports/workbook/statement-workbook.ts'
import { type Days, isOneMonth, monthOf } from '../src/core/calendar/calendar.ts'
import type { Closing } from '../src/core/findings/act.ts'
import type { Centavos } from '../src/core/money.ts'
import type { AsOf, Moment } from '../src/core/past-run.ts'
import { addDays, dayMonthYear, type SlotDate } from '../src/core/slot.ts'
import { MANIFEST } from '../src/print/files/manifest.ts'
import { workbookOf } from '../src/print/xlsx.ts'
import { operatorAccount } from '../src/rules/account/operator-account.ts'
import { closingOf } from '../src/rules/assessment/slot-report.ts'
import type { CuadreError } from '../src/std/errors.ts'
import { writingTo } from '../src/std/files/writing-to.ts'
import type { Store } from '../src/store/store.ts'
import { refuseFolderOfOther } from './steps/database/refuse-folder-of-other.ts'
import { inDatabaseAsOf } from './steps/query/database-as-of.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { openedAsClosed, paymentsInTransit } from './steps/query/payments-in-transit.ts'
import { newestMonth, readAsKnown } from './steps/query/read-as-known.ts'
import { csvFile, type FileFormat, workbookFile, writeFolder } from './steps/report/published-files.ts'
import { INDEX_PAGE } from './steps/report/write-index.ts'
import type { JobContext, QueryContext } from './steps/run/context.ts'
import { accountAsOf, decisionsOfDays, rangeAccountFacts } from './steps/statement/account-as-of.ts'

/**
 * Writes `<out>/statement/<from>_<to>/`, in both formats when none is named; returns the paths. The files of closed
 * days are those of the closing, and later changes are in `since-closing/`: what was signed does not change.
 */
const writeStatement = async (
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

export interface StatementRequest {
  /** Null for the month of the newest settlement. */
  readonly days: Days | null
  readonly asOf: AsOf | null
  readonly format: FileFormat | null
  /** Whether files are written; true by default. */
  readonly isWritten?: boolean
}

export interface StatementReport extends Statement {
  readonly files: readonly string[]
}

/**
 * Returns the account with the operator over a range of settlement dates, and writes it as a page to sign, as CSV and
 * as a workbook. Only reads the database. Files of closed days are as of the closing.
 */
export const readStatement = async (job: JobContext, request: StatementRequest): Promise<StatementReport> => {
  const statement = await readAsKnown(job, request.asOf, async (store, context, moment) => {
    await refuseFolderOfOther(job.settings.out, store.merchant)
    const days = request.days ?? (await newestMonth(store))
    const extent = await store.slots.extent()
    if (days === null || extent === null || extent.from > days.to) return null
    return statementFrom(context, store, moment, days)
  })
  if (statement === null) throw neverPulled(request)
  const { isWritten = true, format } = request
  return { ...statement, files: isWritten ? await writeStatement(job, statement, format) : [] }
}

const neverPulled = ({ days, asOf }: StatementRequest): CuadreError =>
  days === null
    ? nothingPulled(THIS_MERCHANT, 'cuadre run', asOf)
    : nothingPulled(
        { en: `${days.to} or before`, es: `${dayMonthYear(days.to)} o antes` },
        `cuadre run --from ${days.from} --to ${days.to}`,
        asOf,
      )

const statementFrom = async (job: JobContext, store: Store, moment: Moment, days: Days): Promise<Statement> => {
  const closings = await store.periods.closings()
  const closing = closingOf(closings, days.to)
  const before = closings.find(({ through }) => through === addDays(days.from, -1))
  const then =
    closing === null ? await figuresAsOf(store, job, moment, days) : await figuresAtClosing(job, closing, days)
  return {
    ...then,
    merchant: store.merchant.name,
    language: job.settings.language,
    zone: job.zone,
    days,
    closed: closing && {
      closing,
      now: await accountAsOf(store, job, moment, days),
      restatements: await restatementsSince(store, closing, days),
    },
    openingAsClosed: before === undefined ? null : then.account.opening,
    bankOpeningAsClosed:
      before === undefined || then.account.bank === null ? null : await bankAtClosing(store, job, before),
  }
}

type StatementFigures = AccountAsOf & Pick<Statement, 'businessDays' | 'inTransit' | 'decisions'>

/** The account, and the payments in transit at the end of its days, or today. */
const figuresAsOf = async (
  store: Store,
  context: QueryContext,
  moment: Moment,
  days: Days,
): Promise<StatementFigures> => {
  const today = context.zone.dateAt(moment.at)
  const known = await paymentsInTransit(store, context, days.to < today ? days.to : today)
  const figures = await openedAsClosed(store, context, known.figures)
  const inTransit = { figures, payments: known.payments.toSorted(comparePayments) }
  const decisions = await decisionsOfDays(store, days)
  return { ...(await accountAsOf(store, context, moment, days)), inTransit, decisions }
}

/** The statement of days at their closing, or a draft of it, from a database as it was known then. */
export const statementAtClosing = async (
  store: Store,
  shown: Store,
  context: JobContext,
  { moment, days, closing }: { readonly moment: Moment; readonly days: Days; readonly closing: Closing | null },
): Promise<Statement> => {
  const then = await figuresAsOf(shown, context, moment, days)
  const before = (await store.periods.closings()).find(({ through }) => through === addDays(days.from, -1))
  const hasBank = before !== undefined && then.account.bank !== null
  return {
    ...then,
    ...{ merchant: store.merchant.name, language: context.settings.language, zone: context.zone, days },
    closed: closing && { closing, now: then, restatements: [] },
    openingAsClosed: before === undefined ? null : then.account.opening,
    bankOpeningAsClosed: hasBank ? await bankAtClosing(store, context, before) : null,
  }
}

const figuresAtClosing = (job: JobContext, { number }: Closing, days: Days): Promise<StatementFigures> =>
  inDatabaseAsOf(job, { kind: 'number', number }, ({ store, context, moment }) =>
    figuresAsOf(store, context, moment, days),
  )

/** What had not arrived at the bank by a closing, as it was known then. */
const bankAtClosing = async (store: Store, job: JobContext, { through }: Closing): Promise<Centavos | null> => {
  const days = { from: through, to: through }
  return operatorAccount(await rangeAccountFacts(store, job, days), days).bank?.closing.sum ?? null
}

/**
 * What was restated since the closing, of settlements up to the end of the range: earlier ones change its opening. The
 * last restatement of each counts.
 */
const restatementsSince = async (
  store: Store,
  { number }: Closing,
  { to }: Days,
): Promise<ClosedStatement['restatements']> => {
  const known = (await store.periods.restatements()).filter(
    ({ slot, foundAfter }) => slot.date <= to && foundAfter >= number,
  )
  return [...new Map(known.map((restatement) => [restatement.id, restatement])).values()]
}
