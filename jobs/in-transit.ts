import { join } from 'node:path'
import type { InTransitReport } from '../reports/documents/in-transit.ts'
import { comparePayments, IN_TRANSIT_LEDGER } from '../reports/ledgers/in-transit.ts'
import { monthOf } from '../src/core/calendar/calendar.ts'
import type { Payment } from '../src/core/in-transit.ts'
import { type Amount, addAmounts } from '../src/core/money.ts'
import type { AsOf, Moment } from '../src/core/past-run.ts'
import { addDays, dayMonthYear, type SlotDate } from '../src/core/slot.ts'
import { requireService, type Settings } from '../src/input/settings.ts'
import { localTime } from '../src/input/zone.ts'
import { publishFolder } from '../src/print/files/publish.ts'
import { operatorAccount } from '../src/rules/account/operator-account.ts'
import { closingOf } from '../src/rules/assessment/slot-report.ts'
import type { Both } from '../src/std/both.ts'
import type { CuadreError } from '../src/std/errors.ts'
import type { Store } from '../src/store/store.ts'
import { refuseFolderOfOther } from './steps/database/refuse-folder-of-other.ts'
import { type PaymentsFromService, paymentsFromService } from './steps/pull/list-dates.ts'
import { nothingSeen } from './steps/pull/pull-slots.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { DAYS_ASKED, openedAsClosed, paymentsInTransit } from './steps/query/payments-in-transit.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { accountFacts } from './steps/report/account-facts.ts'
import { settlementsInDatabase } from './steps/report/counted-reports.ts'
import { csvFile } from './steps/report/published-files.ts'
import type { JobContext, QueryContext } from './steps/run/context.ts'
import { provenanceOf } from './steps/run/record-run.ts'

/**
 * The payouts made by the end of a day of which nothing had arrived at the bank, and what those that arrived with
 * less are short of, without those that a person accepted; null when no bank statement was ever imported.
 */
const notArrivedAt = async (
  store: Store,
  context: QueryContext,
  at: SlotDate,
): Promise<{ readonly notArrived: Amount; readonly arrivedLess: Amount } | null> => {
  if (!(await store.bank.isKnown())) return null
  const judgedAt = (await store.runs.lastStart()) ?? context.now()
  // What is at rest arrived by the end of its month.
  const known = await settlementsInDatabase(context, store, judgedAt, { days: monthOf(at) })
  const { bank } = operatorAccount(await accountFacts(store, context, known), { from: at, to: at })
  return (
    bank && {
      notArrived: [bank.onTheWay, bank.missing, bank.undecided].reduce(addAmounts),
      arrivedLess: bank.arrivedLess,
    }
  )
}

export interface InTransitRequest {
  readonly at: SlotDate
  /** Whether only the database is read, without asking the service. */
  readonly stored: boolean
  /** A past moment, for which only the database is read. Null or absent for the present. */
  readonly asOf?: AsOf | null
  /** False for a past state without a folder of its own; true by default. */
  readonly isWritten?: boolean
}

/**
 * Writes the payments that were made by the end of a day and not settled by then, and returns their sums. Only reads
 * the database. A closed day is read as of its closing.
 */
export const readInTransit = async (job: JobContext, request: InTransitRequest): Promise<InTransitReport> => {
  const asOf = request.asOf ?? (await closingNumber(job, request.at))
  const report = await readDatabase({ ...job, asOf }, (store, context, moment) =>
    inTransitFrom(job, { ...context, moment }, store, request),
  )
  if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  return report
}

/** The number of the closing of a day; null while the day is open. */
const closingNumber = (job: JobContext, at: SlotDate): Promise<AsOf | null> =>
  readDatabase(job, async (store): Promise<AsOf | null> => {
    const closing = closingOf(await store.periods.closings(), at)
    return closing && { kind: 'number', number: closing.number }
  })

/** The context of a job whose database is that of a moment; null for the present. */
interface ContextOfMoment extends JobContext {
  readonly moment: Moment | null
}

/** Reads the database under `job`, and asks the service as of now. */
const inTransitFrom = async (
  now: JobContext,
  job: ContextOfMoment,
  store: Store,
  { at, stored, asOf = null, isWritten = true }: InTransitRequest,
): Promise<InTransitReport> => {
  await refuseFolderOfOther(job.settings.out, store.merchant)
  const databaseSince = (await store.slots.daysRead())?.from
  if (databaseSince === undefined) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  const firstAsked = addDays(at, 1 - DAYS_ASKED)
  const whyStored = whyFromDatabase(stored, asOf, job)
  const listed = whyStored === null ? await askService(now, store, firstAsked, at) : null
  const { payments: found, inNoSlot, known, ...all } = await paymentsInTransit(store, job, at, listed?.payments)
  if (listed?.payments.size === 0 && known > 0) throw paymentsUnseen(firstAsked, at, known)
  const figures = await openedAsClosed(store, job, all.figures)
  const payments = found.toSorted(comparePayments)
  const file = isWritten ? await writeFile({ ...job, now: now.now }, store.merchant.name, at, payments) : null
  const asked = listed && {
    from: firstAsked,
    to: at,
    payments: listed.payments.size,
    inNoSlot,
    malformed: listed.malformed,
  }
  const isOver = now.zone.dateAt(now.now()) > at
  const bank = await notArrivedAt(store, job, at)
  return {
    merchant: store.merchant.name,
    zone: job.zone,
    ...figures,
    notArrived: bank?.notArrived ?? null,
    arrivedLess: bank?.arrivedLess ?? null,
    isOver,
    databaseSince,
    asked,
    whyStored,
    payments,
    file,
  }
}

/**
 * The error when the service lists none of the known payments: the key may be another merchant's, or the service may
 * ignore the filter.
 */
const paymentsUnseen = (from: SlotDate, to: SlotDate, known: number): CuadreError =>
  nothingSeen(
    {
      en: `the service lists no payment from ${from} to ${to}, but the database holds ${known}`,
      es: `el servicio no muestra ningún pago del ${dayMonthYear(from)} al ${dayMonthYear(to)}, pero la base de datos tiene ${known}`,
    },
    { en: 'or use the database alone with --stored', es: 'o use solo la base de datos con --stored' },
  )

const whyFromDatabase = (
  stored: boolean,
  asOf: AsOf | null,
  { moment, settings }: ContextOfMoment,
): Both<string> | null => {
  if (stored) return { en: 'the service was not to be asked', es: 'no se debía consultar el servicio' }
  if (asOf !== null) return { en: '--as-of shows what was known then', es: '--as-of muestra lo que se sabía entonces' }
  return moment === null ? missingIn(settings) : { en: 'the day is closed', es: 'el día está cerrado' }
}

const missingIn = ({ baseUrl, apiKey }: Settings): Both<string> | null => {
  if (baseUrl === null)
    return { en: 'no base URL (CUADRE_BASE_URL) is set', es: 'falta la dirección del servicio (CUADRE_BASE_URL)' }
  return apiKey === null
    ? { en: 'no API key (CUADRE_API_KEY) is set', es: 'falta la clave del servicio (CUADRE_API_KEY)' }
    : null
}

const askService = async (
  job: JobContext,
  store: Store,
  from: SlotDate,
  to: SlotDate,
): Promise<PaymentsFromService> => {
  const service = requireService(job.settings)
  await store.merchant.checkBaseUrl(service.baseUrl)
  return paymentsFromService(job, service, from, to)
}

/**
 * Writes `<out>/in-transit/<date>/in-transit.csv` with its own manifest. The ledgers of the day may be closed and do
 * not change.
 */
const writeFile = async (
  job: ContextOfMoment,
  merchant: string,
  at: SlotDate,
  payments: readonly Payment[],
): Promise<string> => {
  const { settings, zone, now, newRunId, moment, signal } = job
  const rows = payments.map((payment) =>
    IN_TRANSIT_LEDGER.row(payment, { merchant, at, localTime: (text) => localTime(text, zone) }),
  )
  const file = await csvFile(IN_TRANSIT_LEDGER, () => [rows], job)
  const run = { id: newRunId(), job: 'in-transit', at: now() }
  const provenance = provenanceOf(job, { merchant, run, asOf: moment })
  const folder = join(settings.out, 'in-transit', at)
  const { paths } = await publishFolder(folder, [file], provenance, { signal })
  return paths[0] ?? join(folder, file.name)
}
