import { EVER, monthsEndingWithin } from '../src/core/calendar/calendar.ts'
import type { Closing } from '../src/core/findings/act.ts'
import { journalOf } from '../src/core/journal.ts'
import { addDays, dayMonthYear, daysBetween, type SlotDate, slotInWords } from '../src/core/slot.ts'
import { forMerchant } from '../src/input/for-merchant.ts'
import { MissingAccounts, withAccounts } from '../src/journal/accounts.ts'
import {
  closedThrough,
  DIFFERS,
  forbidsClosing,
  outcomeOf,
  type SlotReport,
} from '../src/rules/assessment/slot-report.ts'
import { CuadreError } from '../src/std/errors.ts'
import type { BookedEntry } from '../src/store/journal/journal.ts'
import type { Store } from '../src/store/store.ts'
import { readStatement, type StatementRequest } from './statement.ts'
import { assessRead } from './steps/assess/assess-read.ts'
import { withDatabase } from './steps/database/with-database.ts'
import { draftJournal, firstOpenDay } from './steps/journal/draft-journal.ts'
import { nothingPulled, requireDatabase, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { reportDays } from './steps/report/report-days.ts'
import { type SlotOfDay, slotsOfDay } from './steps/report/slots-of-day.ts'
import { writeIndex } from './steps/report/write-index.ts'
import type { JobContext, JobReport, QueryContext } from './steps/run/context.ts'
import { type CurrentRun, recordRun } from './steps/run/record-run.ts'

/**
 * How a closing through a day freezes the journal; null without one. Throws where an account is missing: what is frozen has the accounts of
 * its closing for ever.
 */
const freezeOf = async (store: Store, context: QueryContext, through: SlotDate) => {
  const journal = journalOf(context.settings.journal)
  if (journal === null) return null
  await draftJournal(store, context, journal.basis)
  const [open, from] = [await firstOpenDay(store), journal.from ?? EVER.from]
  const missing = new MissingAccounts()
  for await (const page of store.journal.entries({ from, to: through }, open))
    for (const entry of page) if (entry.closing === null) missing.add(entry, journal)
  missing.refuse()
  return { open, from, through, asFrozen: (entry: BookedEntry) => withAccounts(entry, journal) }
}

export interface CloseRequest {
  readonly through: SlotDate
  readonly by: string
  /** Required when the closing is forced; otherwise a remark, or empty. */
  readonly reason: string
  readonly force: boolean
}

export interface CloseReport {
  /** Null when the closing was refused. */
  readonly closing: Closing | null
  /** The slots of the days that were to be closed, or that are open again. */
  readonly slots: readonly SlotReport[]
  /** The slots among them that prevent the closing. */
  readonly forbidding: readonly SlotReport[]
  /** The closing was made before: what is known since is not in it. */
  readonly isAgain?: true
  /** The files of the statement of each month that was closed whole or is open again. */
  readonly statements: readonly string[]
  readonly report: JobReport
}

/**
 * Closes the period through a day. From then on its figures are shown as at this moment. The last closing again writes those of its files
 * that are missing, as after a closing that was stopped.
 */
export const closePeriod = async (job: JobContext, request: CloseRequest): Promise<CloseReport> =>
  withStatements(job, await closeDays(job, request))

const closeDays = (job: JobContext, request: CloseRequest): Promise<ClosingOfDays> =>
  inDatabase(job, async (store) => {
    const closings = await store.periods.closings()
    const last = closings.at(-1)
    if (last?.through === request.through) return { ...(await writeLast(job, store, closings, last)), isAgain: true }
    const days = await daysToClose(job, store, closings, request.through)
    let closingOfDays: Omit<ClosingOfDays, 'report' | 'days'> = { closing: null, slots: [], forbidding: [] }
    const report = await recordRun(job, store, 'close', async (run) => {
      const checked = await checkDays(job, store, run, days)
      const forbidding = checked.slots.filter(forbidsClosing)
      closingOfDays = { closing: null, slots: checked.slots, forbidding }
      if (forbidding.length > 0 && !request.force) return refusal(checked.report)
      const { through, by, reason } = request
      const closing = { through, by, reason, at: job.now(), isForced: forbidding.length > 0 }
      closingOfDays = {
        ...closingOfDays,
        closing: await store.periods.close(closing, await freezeOf(store, job, through)),
      }
      return checked.report
    })
    return { ...closingOfDays, days: closingOfDays.closing === null ? [] : days, report }
  })

/** A closing that was refused never agrees: something is still to come, or to be decided. */
const refusal = (report: JobReport): JobReport => {
  const outcome = report.outcome === 'incomplete' ? report.outcome : 'differs'
  return { ...report, outcome, exitCode: DIFFERS }
}

/** Undoes the last closing. The files of its days then show the present. */
export const undoClosing = async (
  job: JobContext,
  request: Pick<CloseRequest, 'by' | 'reason'>,
): Promise<CloseReport> => withStatements(job, await reopenDays(job, request))

const reopenDays = (job: JobContext, { by, reason }: Pick<CloseRequest, 'by' | 'reason'>): Promise<ClosingOfDays> =>
  inDatabase(job, async (store) => {
    const closings = await store.periods.closings()
    const last = closings.at(-1)
    if (last === undefined)
      throw new CuadreError(
        'NOT_CLOSED',
        { en: 'no day is closed', es: 'no hay ningún día cerrado' },
        { en: 'there is nothing to undo', es: 'no hay cierre que deshacer' },
      )
    return writeLast(job, store, closings, last, () => store.periods.undo(last, { by, reason, at: job.now() }))
  })

/** Writes the files of the days of the last closing, after a change of it. */
const writeLast = async (
  job: JobContext,
  store: Store,
  closings: readonly Closing[],
  last: Closing,
  change: () => Promise<unknown> = async () => undefined,
): Promise<ClosingOfDays> => {
  const first = await store.slots.extent()
  const from = closings.length > 1 ? dayAfter(closings.slice(0, -1)) : (first?.from ?? last.through)
  const days = daysBetween(from, last.through)
  let slots: readonly SlotReport[] = []
  const report = await recordRun(job, store, 'close', async (run) => {
    await change()
    const checked = await checkDays(job, store, run, days)
    slots = checked.slots
    return checked.report
  })
  return { closing: last, slots, forbidding: [], days, report }
}

/** The result before the statements of the months are written. */
interface ClosingOfDays extends Omit<CloseReport, 'statements'> {
  /** The days that were closed or are open again. */
  readonly days: readonly SlotDate[]
}

const withStatements = async (job: JobContext, { days, report, ...closed }: ClosingOfDays): Promise<CloseReport> => {
  const [from, to] = [days[0], days.at(-1)]
  const months = from === undefined || to === undefined ? [] : monthsEndingWithin({ from, to })
  const statements: string[] = []
  for (const month of months) {
    const request = { days: month, asOf: null, format: null }
    if (from !== undefined && month.from < from && !(await hasMoney(job, request))) continue
    const { files } = await readStatement(job, request)
    statements.push(...files)
  }
  // The page of all days names closed months, and links their statements.
  if (statements.length > 0)
    await inDatabase(job, async (store) => writeIndex(job, store, (await store.runs.lastStart()) ?? job.now()))
  return { ...closed, statements, report: { ...report, files: [...report.files, ...statements] } }
}

/**
 * Whether the account of these days has a settlement, or invoices that count. Of a month that was never read from its
 * first day there may be nothing but days before the first night, and nobody signs zeros for those.
 */
const hasMoney = async (job: JobContext, request: StatementRequest): Promise<boolean> => {
  const { account, position } = await readStatement(job, { ...request, isWritten: false })
  return position.counted.none.number > 0 || account.due.settlements > 0 || account.items.length > 0
}

const inDatabase = async <T>(job: JobContext, work: (store: Store) => Promise<T>): Promise<T> => {
  await requireDatabase(job)
  return withDatabase(job, 'close', work)
}

const dayAfter = (closings: readonly Closing[]): SlotDate => {
  const through = closedThrough(closings)
  if (through === null) throw new Error('nothing is closed')
  return addDays(through, 1)
}

/** The days that a closing through this day would close. Refuses days that are closed, unknown or not over. */
const daysToClose = async (
  job: JobContext,
  store: Store,
  closings: readonly Closing[],
  through: SlotDate,
): Promise<readonly SlotDate[]> => {
  const already = closedThrough(closings)
  if (already !== null && through <= already) {
    throw new CuadreError(
      'CLOSED_ALREADY',
      {
        en: `all days through ${already} are already closed`,
        es: `todos los días hasta el ${dayMonthYear(already)} ya están cerrados`,
      },
      {
        en: `close a later day, or undo the last closing with "${forMerchant('cuadre close --undo --reason TEXT', job.settings)}"`,
        es: `cierre un día posterior, o deshaga el último cierre con "${forMerchant('cuadre close --undo --reason TEXTO', job.settings)}"`,
      },
    )
  }
  const first = await store.slots.extent()
  if (first === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  if (through < first.from) {
    const message = {
      en: `nothing was ever pulled for ${through} or before: the database begins with ${first.from}`,
      es: `nunca se leyó nada del ${dayMonthYear(through)} ni de antes: la base de datos empieza el ${dayMonthYear(first.from)}`,
    }
    throw new CuadreError('NOTHING_TO_CLOSE', message, {
      en: 'close that day or a later one',
      es: 'cierre ese día o uno posterior',
    })
  }
  await requireEnded(job, store, through)
  return daysBetween(already === null ? first.from : addDays(already, 1), through)
}

/** A day may not be closed before all of its slots are due, not even by force. */
const requireEnded = async (job: JobContext, store: Store, through: SlotDate): Promise<void> => {
  const today = job.zone.dateAt(job.now())
  const waiting = through > today ? undefined : await slotNotDue(job, store, through)
  if (through <= today && waiting === undefined) return
  const why =
    waiting === undefined
      ? { en: `today is ${today}`, es: `hoy es ${dayMonthYear(today)}` }
      : {
          en: `${slotInWords(waiting.report.slot).en} is not due yet`,
          es: `${slotInWords(waiting.report.slot).es} aún no llega a su hora`,
        }
  throw new CuadreError(
    'NOT_OVER',
    { en: `${through} is not over: ${why.en}`, es: `el ${dayMonthYear(through)} no ha terminado: ${why.es}` },
    { en: 'close an earlier day, or wait', es: 'cierre un día anterior, o espere' },
  )
}

/** A slot of that day or of one before it that is not due yet: the last hour of a day and the grace may reach into later ones. */
const slotNotDue = async (job: JobContext, store: Store, through: SlotDate): Promise<SlotOfDay | undefined> => {
  const { settings, zone, now } = job
  const graceDays = Math.ceil(settings.policy.graceMinutes / MINUTES_PER_DAY)
  const first = addDays(zone.dateAt(now()), -1 - graceDays)
  for (const date of first > through ? [] : daysBetween(first, through)) {
    const waiting = (await slotsOfDay(job, store, date, [], now())).find(({ report }) => report.verdict === 'not-due')
    if (waiting !== undefined) return waiting
  }
  return undefined
}

const MINUTES_PER_DAY = 24 * 60

/** Updates verdicts and files of these days, so that they are closed as known now. */
const checkDays = async (job: JobContext, store: Store, run: CurrentRun, days: readonly SlotDate[]) => {
  await store.dispositions.endDecisions(run.at)
  const touched = await assessRead(job, store, run, new Set(days))
  const slots: SlotReport[] = []
  for (const date of days) slots.push(...(await slotsOfDay(job, store, date, [], run.at)).map(({ report }) => report))
  const stored = new Set((await store.slots.states()).map(({ slot }) => slot.date))
  const dates = [...new Set([...days.filter((date) => stored.has(date)), ...touched.map(({ date }) => date)])].sort()
  const { files } = await reportDays(job, store, run, [], dates, (await store.runs.lastStart()) ?? run.at)
  const report: JobReport = { runId: run.id, slots, files, outcome: outcomeOf(slots), exitCode: 0, error: null }
  return { slots, report }
}
