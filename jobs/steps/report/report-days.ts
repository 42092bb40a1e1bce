import { join } from 'node:path'
import { dayFound } from '../../../reports/ledgers/restatements.ts'
import type { Instant } from '../../../src/core/calendar/calendar.ts'
import { nameOf, type Slot, type SlotDate } from '../../../src/core/slot.ts'
import { readManifest } from '../../../src/print/files/manifest.ts'
import { closedThrough, closingOf, type SlotReport } from '../../../src/rules/assessment/slot-report.ts'
import type { CuadreError } from '../../../src/std/errors.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'
import type { Store } from '../../../src/store/store.ts'
import { reportsWithoutDocuments } from '../mask/mask-store.ts'
import type { JobContext } from '../run/context.ts'
import type { CurrentRun } from '../run/record-run.ts'
import { type DatabaseFacts, databaseFacts } from './database-facts.ts'
import { neighboursIn } from './neighbours-in.ts'
import { slotsOfDay } from './slots-of-day.ts'
import { writeClosedDay } from './write-closed-day.ts'
import { writeDay } from './write-day.ts'
import { writeIndex } from './write-index.ts'

/** The reports of a job's slots, and the paths of its files. */
interface ReportedDays {
  readonly slots: readonly SlotReport[]
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

/**
 * Reports every stored slot of these dates, including those that were not asked for. Writes the files of each date that
 * is not closed, and the index page. Masked reports hold only the dates asked for. Dates in `skipped` are reported, and
 * their files stay as they are. Slots that were never read are due or not as of `judgedAt`, a stored time, so that the
 * same database gives the same files.
 */
export const reportDays = async (
  job: JobContext,
  store: Store,
  run: CurrentRun,
  asked: readonly Slot[],
  dates: readonly SlotDate[],
  judgedAt: Instant,
  { skipped = new Set(), outdated = new Set() }: ReportOptions = {},
): Promise<ReportedDays> => {
  const reports = new Map<string, SlotReport>()
  const files: string[] = []
  let isAnyWritten = false
  const closings = await store.periods.closings()
  const facts = databaseFacts(store, job.settings.policy)
  const ofRestatements = job.masked ? [] : await daysOfRestatements(job, facts, dates)
  const written = [...new Set([...dates, ...ofRestatements])].sort()
  const neighboursOf = neighboursIn(job.settings.out, written)
  for (const date of written) {
    const slots = await slotsOfDay(job, store, date, asked, judgedAt)
    for (const { report } of slots) reports.set(nameOf(report.slot), report)
    const isEmpty = isToCome(date, job.zone.dateAt(judgedAt), slots) && !ofRestatements.includes(date)
    if (skipped.has(date) || isEmpty) continue
    isAnyWritten = true
    const closing = closingOf(closings, date)
    const paths =
      closing === null
        ? await writeDay(job, store, run, date, slots, {
            facts,
            isOutdated: outdated.has(date),
            neighboursOf,
          })
        : await writeClosedDay(job, run, date, closing)
    job.progress({ kind: 'written', date, files: paths.length })
    files.push(...paths)
  }
  if (isAnyWritten && !job.masked) files.push(await writeIndex(job, store, judgedAt, reports))
  const ofAsked = [...new Set(asked.map(({ date }) => date))]
  return {
    slots: await reportsWithoutDocuments(
      store,
      asked.flatMap((slot) => reports.get(nameOf(slot)) ?? []),
    ),
    files,
    closedDates: run.asOf === null ? ofAsked.filter((date) => closingOf(closings, date) !== null) : [],
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
