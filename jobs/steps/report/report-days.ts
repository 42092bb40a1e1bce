import { join } from 'node:path'
import { DISCREPANCY_LEDGER, discrepancyRows } from '../../../reports/ledgers/discrepancy-row.ts'
import { INVOICE_LEDGER } from '../../../reports/ledgers/invoice-ledger.ts'
import { dayFound, RESTATEMENT_LEDGER, restatementRows } from '../../../reports/ledgers/restatements.ts'
import { SETTLEMENT_LEDGER, settlementRows } from '../../../reports/ledgers/settlement-ledger.ts'
import { type Neighbours, NO_NEIGHBOURS } from '../../../reports/pages/day-facts.ts'
import { ledgerSheets } from '../../../reports/workbook/ledger-sheets.ts'
import type { Instant } from '../../../src/core/calendar/calendar.ts'
import type { Closing } from '../../../src/core/findings/act.ts'
import { nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import { csvPieces } from '../../../src/print/csv/csv.ts'
import { MANIFEST, readManifest } from '../../../src/print/files/manifest.ts'
import { digestOf, type FileToPublish, publishFolder } from '../../../src/print/files/publish.ts'
import { workbookPieces } from '../../../src/print/xlsx/xlsx.ts'
import { closedThrough, closingOf, type SlotAnswer, slotAnswer } from '../../../src/rules/assessment/slot-report.ts'
import type { CuadreError } from '../../../src/std/errors.ts'
import { sha256Of } from '../../../src/std/files/whole-file.ts'
import { once } from '../../../src/std/once.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { maskStore, reportsWithoutDocuments } from '../mask/mask-store.ts'
import { inDatabaseAsOf } from '../query/database-as-of.ts'
import type { JobContext } from '../run/context.ts'
import { type CurrentRun, provenanceOf } from '../run/record-run.ts'
import { type DatabaseFacts, databaseFacts } from './database-facts.ts'
import { dayPageFile } from './day-page-file.ts'
import { invoicesOf } from './ledger-days.ts'
import { ledgerWorkbook } from './ledger-workbook.ts'
import { neighboursIn } from './neighbours-in.ts'
import { csvFile, textOfFacts } from './published-files.ts'
import { type SlotOfDay, slotsOfDay } from './slots-of-day.ts'
import { writeIndex } from './write-index.ts'

interface WriteOptions {
  /** See `publishFolder`. */
  readonly isOutdated?: boolean
  /** The days before and after a day, when the same job writes several. */
  readonly neighboursOf?: (date: SlotDate) => Promise<Neighbours>
  /** Facts that other days of the same job need as well. */
  readonly facts?: DatabaseFacts
}

/** Writes the files of one day that changed, and returns the paths of all of them. */
const writeDay = async (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  date: SlotDate,
  slots: readonly SlotOfDay[],
  {
    isOutdated = false,
    neighboursOf = neighboursIn(job.settings.out, []),
    facts = databaseFacts(store, job.settings.policy),
  }: WriteOptions = {},
): Promise<readonly string[]> => {
  const { settings, zone, signal, masked = false } = job
  const reports = slots.map(({ report }) => report)
  const restated = restatementRows(await facts.restatements(), date, store.merchant.name, zone)
  const ledgerFiles = [
    await csvFile(SETTLEMENT_LEDGER, () => [settlementRows(reports, zone)], job),
    invoiceLedger(job, store, slots),
    await csvFile(DISCREPANCY_LEDGER, () => discrepancyRows(reports, { zone, language: settings.language }), job),
    ...(restated.length === 0 ? [] : [await csvFile(RESTATEMENT_LEDGER, () => [restated], job)]),
  ]
  const neighbours = masked ? NO_NEIGHBOURS : await neighboursOf(date)
  const page = await dayPageFile(job, store, date, slots, ledgerFiles, { neighbours, facts })
  const files = [...ledgerFiles, page, await dayWorkbook(job, store, date, slots, facts)]
  const provenance = provenanceOf(job, { merchant: store.merchant.name, run, asOf: run.asOf })
  const { paths } = await publishFolder(join(settings.out, date), files, provenance, { signal, isOutdated })
  return paths
}

/** The invoice ledger's digest comes from the pulls it shows, so that an unchanged ledger of a million rows is not read. */
const invoiceLedger = (job: JobContext, store: Store, slots: readonly SlotOfDay[]): FileToPublish => ({
  name: INVOICE_LEDGER.file,
  madeFrom: digestOf([job.settings.csvProfile, ...invoicesMadeFrom(job, store, slots)]),
  pieces: () =>
    csvPieces(
      INVOICE_LEDGER.heads,
      invoicesOf({ store, context: job, slots: async () => slots }),
      job.settings.csvProfile,
    ),
})

const invoicesMadeFrom = (job: JobContext, store: Store, slots: readonly SlotOfDay[]): readonly string[] => {
  const { policy } = job.settings
  const shown = slots.flatMap(({ pull }) =>
    pull === null
      ? []
      : [pull.slot.cycle, pull.contentId, pull.contentAt, pull.list.kept, pull.settlement?.status].join(' '),
  )
  return [store.merchant.name, policy.timeZone, policy.chargebacks, ...INVOICE_LEDGER.heads, ...shown]
}

/** The workbook's digest comes from its filled sheets and from the pulls behind its invoices. */
const dayWorkbook = async (
  job: JobContext,
  store: Store,
  date: SlotDate,
  slots: readonly SlotOfDay[],
  facts: DatabaseFacts,
): Promise<FileToPublish> => {
  const day = { store, context: job, slots: async () => slots }
  const range = { days: { from: date, to: date }, by: 'settlement', account: null } as const
  const workbook = await ledgerWorkbook(job, store, range, [day], facts)
  const { cover, filledSheets } = workbook
  const { invoices } = ledgerSheets(job.settings.language)
  const shown = [cover, cover.notes([]), invoices, filledSheets]
  return {
    name: 'ledger.xlsx',
    madeFrom: digestOf(workbookMadeFrom(job, store, slots, shown)),
    pieces: job.settings.xlsx ? () => workbookPieces(workbook) : null,
  }
}

function* workbookMadeFrom(
  job: JobContext,
  store: Store,
  slots: readonly SlotOfDay[],
  shown: readonly unknown[],
): Generator<string> {
  yield textOfFacts(shown)
  yield* invoicesMadeFrom(job, store, slots)
}

/**
 * Writes the files of a closed date as of its closing, unless those that are there are intact: then they stay as they
 * are. Returns all their paths.
 */
const writeClosedDay = async (
  job: JobContext,
  run: CurrentRun,
  date: SlotDate,
  closing: Closing,
): Promise<readonly string[]> =>
  (run.asOf === null ? await intactFiles(join(job.settings.out, date), job.masked === true) : null) ??
  writeAsOf(job, run, date, closing)

/** The paths of the files; null when one is missing or differs from the manifest, or when there is no manifest. */
const intactFiles = async (folder: string, masked: boolean): Promise<readonly string[] | null> => {
  const manifest = await readManifest(folder)
  if (manifest === null || manifest.masked !== masked) return null
  for (const { name, sha256 } of manifest.files) if ((await sha256Of(join(folder, name))) !== sha256) return null
  return [...manifest.files.map(({ name }) => name), MANIFEST].map((name) => join(folder, name))
}

const writeAsOf = (job: JobContext, run: CurrentRun, date: SlotDate, { number }: Closing): Promise<readonly string[]> =>
  inDatabaseAsOf(job, { kind: 'number', number }, async ({ store, context, moment, rulebook }) => {
    const judgedAt = (await store.runs.lastStart()) ?? moment.at
    const database = job.masked ? maskStore(store) : store
    const slots = await slotsOfDay(context, database, date, [], judgedAt)
    const then = { ...run, rulebook, asOf: moment }
    return writeDay(context, database, then, date, slots)
  })

/** The reports of a job's slots, and the paths of its files. */
interface ReportedDays {
  readonly slots: readonly SlotAnswer[]
  readonly files: readonly string[]
  /** The closed dates among these. Their files are those of the closing. */
  readonly closedDates: readonly SlotDate[]
}

interface ReportOptions {
  /** Days whose files are not written. */
  readonly skipped?: ReadonlySet<SlotDate>
  /** Days whose files an earlier run failed to write; see `findOutdatedDays`. */
  readonly outdated?: ReadonlySet<SlotDate>
}

/** Reports all of these dates; see `openReports`. */
export const reportDays = async (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  asked: readonly Slot[],
  dates: readonly SlotDate[],
  judgedAt: Instant,
  options: ReportOptions = {},
): Promise<ReportedDays> => {
  const reports = openReports(job, store, run, judgedAt)
  await reports.write(asked, dates, options)
  return reports.end(asked)
}

/**
 * Reports every stored slot of some dates at a time, including those that were not asked for. Writes the files of each date that is not
 * closed, and at the end the index page. Masked reports hold only the dates asked for. Dates in `skipped` are reported, and
 * their files stay as they are. Slots that were never read are due or not as of `judgedAt`, a stored time, so that the
 * same database gives the same files. Only what the answer shows of a slot is kept of a day that is written. `planned` are dates that
 * will be written too.
 */
export const openReports = (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  judgedAt: Instant,
  planned: readonly SlotDate[] = [],
) => {
  const answers = new Map<string, SlotAnswer>()
  const files = new Set<string>()
  const closed = once(() => store.periods.closings())
  return {
    write: async (
      asked: readonly Slot[],
      dates: readonly SlotDate[],
      { skipped = new Set(), outdated = new Set() }: ReportOptions = {},
    ): Promise<void> => {
      const closings = await closed()
      const facts = databaseFacts(store, job.settings.policy)
      const ofRestatements = job.masked ? [] : await daysOfRestatements(job, facts, dates)
      const written = [...new Set([...dates, ...ofRestatements])].sort()
      const neighboursOf = neighboursIn(job.settings.out, [...planned, ...written])
      for (const date of written) {
        const slots = await slotsOfDay(job, store, date, asked, judgedAt)
        for (const { report } of slots) answers.set(nameOf(report.slot), slotAnswer(report))
        const isEmpty = isToCome(date, job.zone.dateAt(judgedAt), slots) && !ofRestatements.includes(date)
        if (skipped.has(date) || isEmpty) continue
        const closing = closingOf(closings, date)
        const options = { facts, isOutdated: outdated.has(date), neighboursOf }
        const paths =
          closing === null
            ? await writeDay(job, store, run, date, slots, options)
            : await writeClosedDay(job, run, date, closing)
        if (job.copyOf === undefined) job.progress({ kind: 'written', date, files: paths.length })
        for (const path of paths) files.add(path)
      }
    },
    end: async (asked: readonly Slot[]): Promise<ReportedDays> => {
      const closings = await closed()
      if (files.size > 0 && !job.masked) for (const file of await writeIndex(job, store, judgedAt)) files.add(file)
      const ofAsked = [...new Set(asked.map(({ date }) => date))]
      const slots = asked.flatMap((slot) => answers.get(nameOf(slot)) ?? [])
      return {
        slots: await reportsWithoutDocuments(store, slots),
        files: [...files],
        closedDates: run.asOf === null ? ofAsked.filter((date) => closingOf(closings, date) !== null) : [],
      }
    },
  }
}

/** Whether a day has not begun and was never read; it gets no files. */
const isToCome = (date: SlotDate, today: SlotDate, slots: Awaited<ReturnType<typeof slotsOfDay>>): boolean =>
  date > today && slots.every(({ report }) => report.verdict === 'not-due')

/** The days of slots with restated figures: their folders list the restatements. */
const daysOfRestatements = async (
  { zone }: JobContext,
  facts: DatabaseFacts,
  dates: readonly SlotDate[],
): Promise<readonly SlotDate[]> => {
  const ofDates = (await facts.restatements()).filter(({ slot }) => dates.includes(slot.date))
  return ofDates.map((restatement) => dayFound(restatement, zone))
}

/** The codes of attempts without any answer. */
const NO_ANSWER: readonly string[] = ['UNREACHABLE', 'TIMED_OUT']

/**
 * The days for which no files are written, and whose files stay as they are: those that the run did not reach before it stopped, and those that were never
 * read and got no answer this time either. A day that was tried but not read whole gets files that show it as incomplete. With a wrong
 * clock no file is written.
 */
export const daysToSkip = (
  dates: readonly SlotDate[],
  due: readonly Slot[],
  states: readonly SlotState[],
  runId: string,
  stop: CuadreError | null,
): ReadonlySet<SlotDate> => {
  if (stop?.code === 'CLOCK_SKEW') return new Set(dates)
  const everRead = new Set(states.filter(({ pull }) => pull !== null).map(({ slot }) => slot.date))
  const isAnswered = ({ slot, pull, incomplete }: SlotState): boolean => {
    if (pull?.runId === runId) return true
    if (incomplete === null) return false
    return everRead.has(slot.date) || (stop === null && !NO_ANSWER.includes(incomplete.code))
  }
  const answered = new Set(states.filter(isAnswered).map(({ slot }) => slot.date))
  return new Set(due.map(({ date }) => date).filter((date) => !answered.has(date)))
}

/**
 * The days whose files lack data that an earlier run stored, since it stopped before it wrote them and no later run
 * did. The manifest of a day names the run that last wrote it. Files of closed days are those of the closing.
 */
export const findOutdatedDays = async (
  out: string,
  store: Store,
  { ordinal }: { readonly ordinal: number },
): Promise<ReadonlySet<SlotDate>> => {
  const through = closedThrough(await store.periods.closings())
  const outdated = new Set<SlotDate>()
  for (const { date, run } of await store.runs.unfinishedDays(ordinal)) {
    if (through !== null && date <= through) continue
    const manifest = await readManifest(join(out, date))
    const [writer] = manifest?.run ? await store.runs.find(manifest.run) : []
    if ((writer?.ordinal ?? 0) < run) outdated.add(date)
  }
  return outdated
}
