import { join } from 'node:path'
import { feesReport } from '../../reports/fees/fees.ts'
import type { FeesAsOf, FeesReport } from '../../reports/fees/fees-report.ts'
import type { Days } from '../../src/core/calendar/calendar.ts'
import type { Closing } from '../../src/core/findings/act.ts'
import type { Centavos } from '../../src/core/money.ts'
import type { AsOf, Moment } from '../../src/core/past-run.ts'
import type { Policy } from '../../src/core/policy.ts'
import { csvSheet } from '../../src/print/csv.ts'
import { reportPage } from '../../src/print/html.tsx'
import { tablesIn } from '../../src/print/report.ts'
import { workbookOf } from '../../src/print/xlsx.ts'
import { compareBill } from '../../src/rules/account/fees-summary.ts'
import { closingOf } from '../../src/rules/assessment/slot-report.ts'
import type { CuadreError } from '../../src/std/errors.ts'
import type { Store } from '../../src/store/store.ts'
import { refuseFolderOfOther } from '../steps/database/refuse-folder-of-other.ts'
import { inDatabaseAsOf } from '../steps/query/database-as-of.ts'
import { feesOfDays } from '../steps/query/fees-of-days.ts'
import { nothingPulled, rangeInWords, THIS_MERCHANT } from '../steps/query/nothing-pulled.ts'
import { newestMonth, readAsKnown } from '../steps/query/read-as-known.ts'
import { csvFile, type FileFormat, workbookFile, writeFolder } from '../steps/report/published-files.ts'
import type { JobContext } from '../steps/run/context.ts'

export interface FeesRequest {
  /** Null for the month of the newest settlement. */
  readonly days: Days | null
  readonly asOf: AsOf | null
  /** The operator's bill for these days in centavos; null when it is not given. */
  readonly billed: Centavos | null
  /** Null for both. */
  readonly format: FileFormat | null
  /** Whether files are written; true by default. */
  readonly isWritten?: boolean
}

const CSV_FILES = {
  months: 'fees-months.csv',
  methods: 'fees-methods.csv',
  settlements: 'fees-settlements.csv',
  withholdings: 'fees-withholdings.csv',
  invoices: 'fees-invoices.csv',
}

/**
 * Returns the fees of a range of settlement dates compared with the tariff. They are computed again from the stored
 * lists under the tariff in force, so that the effect of a new tariff on the past shows at once. Lists of closed days
 * are those of the closing; a past moment has its own tariff and its own closings. Only reads the database.
 */
export const readFees = async (
  job: JobContext,
  request: FeesRequest,
): Promise<FeesReport & { readonly files: readonly string[] }> => {
  const report = await readAsKnown(job, request.asOf, async (store, context, moment) => {
    await refuseFolderOfOther(job.settings.out, store.merchant)
    const days = request.days ?? (await newestMonth(store))
    if (days === null || (await store.slots.states(days)).length === 0) return null
    return reportOf({ job, store, context, moment }, days, request)
  })
  if (report === null) throw neverPulled(request)
  const { isWritten = true, format } = request
  return { ...report, files: isWritten ? await writeFees(job, report, format) : [] }
}

/** Writes `<out>/fees/<from>_<to>/`. */
const writeFees = async (job: JobContext, facts: FeesReport, format: FileFormat | null): Promise<readonly string[]> => {
  const { days, policy, closed, moment } = facts
  const { out, language, merchant } = job.settings
  const report = feesReport(facts, job.start)
  const tables = tablesIn('csv', report).map(({ name }) => name)
  const written = Object.entries(CSV_FILES).filter(([table]) => tables.includes(table))
  const files = await Promise.all(
    written.map(([table, file]) => {
      const { heads, rows } = csvSheet(report, table, language)
      return csvFile({ file, heads }, () => [rows], job, format !== 'xlsx')
    }),
  )
  const workbook = workbookFile('fees.xlsx', workbookOf(report, language), format !== 'csv')
  return writeFolder(
    job,
    {
      ...{ page: 'fees.html', job: 'fees', files: [...files, workbook], policy },
      merchant: report.merchant ?? merchant,
      folder: join(out, 'fees', `${days.from}_${days.to}`),
      asOf: closed === null ? null : moment,
    },
    () => reportPage(report, language),
  )
}

const neverPulled = ({ days, asOf }: FeesRequest): CuadreError =>
  days === null
    ? nothingPulled(THIS_MERCHANT, 'cuadre run', asOf)
    : nothingPulled(rangeInWords(days), `cuadre run --from ${days.from} --to ${days.to}`, asOf)

interface FeesContext {
  readonly job: JobContext
  readonly store: Store
  readonly context: JobContext
  readonly moment: Moment
}

const reportOf = async (
  { job, store, context, moment }: FeesContext,
  days: Days,
  { asOf, billed }: FeesRequest,
): Promise<FeesReport> => {
  const { policy: stored } = context.settings
  const policy = asOf === null ? withTariffOf(stored, job.settings.policy) : stored
  const closing = closingOf(await store.periods.closings(), days.to)
  const now = await feesOfDays(store, context, moment, days, policy)
  const then = closing === null ? now : await feesAtClosing(job, closing, days, policy)
  return {
    ...then,
    merchant: store.merchant.name,
    merchants: job.settings.merchants,
    language: job.settings.language,
    zone: job.zone,
    days,
    bill: billed === null ? null : compareBill(billed, then.total),
    closed: closing && { closing, now },
  }
}

/** The tariff of the settings; without one, that of the last check. */
const withTariffOf = (stored: Policy, { tariff, tariffDate, feesTolerance }: Policy): Policy =>
  tariff.length === 0 ? stored : { ...stored, tariff, tariffDate, feesTolerance }

/** The fees under the tariff of the closing, or under the later one when there was none yet. */
const feesAtClosing = (job: JobContext, { number }: Closing, days: Days, later: Policy): Promise<FeesAsOf> =>
  inDatabaseAsOf(job, { kind: 'number', number }, ({ store, context, moment }) => {
    const { policy } = context.settings
    const hadTariff = policy.tariff.length > 0
    return feesOfDays(store, context, moment, days, hadTariff ? policy : withTariffOf(policy, later))
  })
