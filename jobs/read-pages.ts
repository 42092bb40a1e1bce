import { feesReport } from '../reports/fees/fees.ts'
import { letterOf } from '../reports/pages/day-page/letter.tsx'
import { settlementPage } from '../reports/pages/settlement-page.tsx'
import { statementPage } from '../reports/statements/statement-page.tsx'
import { monthOf } from '../src/core/calendar/calendar.ts'
import type { Slot, SlotDate } from '../src/core/slot.ts'
import { reportPage } from '../src/print/html.tsx'
import { closedThrough, closingOf } from '../src/rules/assessment/slot-report.ts'
import { maskAnswer } from '../src/service/http/mask-answer.ts'
import type { Store } from '../src/store/store.ts'
import { withoutCursor } from './audit.ts'
import { explainFrom, settlementFacts } from './explain.ts'
import { readFees } from './fees/read-fees.ts'
import { readStatement } from './statement.ts'
import { customerHider, hideCustomers } from './steps/mask/mask-store.ts'
import { inDatabaseAsOf } from './steps/query/database-as-of.ts'
import { nothingPulled, THIS_MERCHANT } from './steps/query/nothing-pulled.ts'
import { readDatabase } from './steps/query/read-database.ts'
import { databaseFacts } from './steps/report/database-facts.ts'
import { dayPageFile } from './steps/report/day-page-file.ts'
import { neighboursIn } from './steps/report/neighbours-in.ts'
import { slotsOfDay } from './steps/report/slots-of-day.ts'
import { indexTexts } from './steps/report/write-index.ts'
import type { JobContext } from './steps/run/context.ts'

/** The pages over all days from the database, by the names of their files; no file is written. */
export const readIndexPages = async (job: JobContext): Promise<Readonly<Record<string, string>>> => {
  const pages = await readDatabase(job, async (store) =>
    indexTexts(job, store, (await store.runs.lastStart()) ?? job.now()),
  )
  if (pages === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run')
  return pages
}

/** Whether a page names customers. */
export type Names = 'named' | 'hidden'

/** The page of a day from the database, as of its closing where it is closed; null when nothing of it was ever read. No file is written. */
export const readDayPage = (job: JobContext, date: SlotDate, names: Names): Promise<string | null> =>
  readDatabase(job, async (store) => {
    const closing = closingOf(await store.periods.closings(), date)
    if (closing === null) return dayPageText(job, store, date, names)
    return inDatabaseAsOf(job, { kind: 'number', number: closing.number }, (then) =>
      dayPageText({ ...job, ...then.context }, then.store, date, names),
    )
  })

const shownBy = (store: Store, names: Names): Store => (names === 'named' ? store : hideCustomers(store))

const dayPageText = async (job: JobContext, store: Store, date: SlotDate, names: Names): Promise<string | null> => {
  const shown = shownBy(store, names)
  const slots = await slotsOfDay(job, shown, date, [], (await store.runs.lastStart()) ?? job.now())
  if (slots.every(({ pull, report }) => pull === null && report.incomplete === null)) return null
  const facts = databaseFacts(store, job.settings.policy)
  const neighbours = await neighboursIn(job.settings.out, [])(date)
  const file = await dayPageFile(job, shown, date, slots, [], { neighbours, facts })
  let page = ''
  for await (const { text } of file.pieces?.([]) ?? []) page += text
  return page
}

/** The page of a settlement, as of a number of the sequence of events unless that is null; null when it was never read. */
export const readSettlementPage = (
  job: JobContext,
  slot: Slot,
  number: number | null,
  names: Names,
): Promise<string | null> =>
  readDatabase({ ...job, asOf: number === null ? null : { kind: 'number', number } }, async (store, then, asOf) => {
    const shown = shownBy(store, names)
    const explained = await explainFrom(shown, then, slot, asOf)
    if (explained === null) return null
    const facts = await settlementFacts(then, shown, explained, job.start)
    return settlementPage(facts, number === null ? 'below' : 'listed')
  })

/** What the service answered at a reading. */
export interface AnswerAsRead {
  readonly request: string
  readonly status: number
  readonly text: string
}

/** The most of a reading's answers that a page shows, and the most signs of each: an evidence pack has all of them. */
const ANSWERS_MAX = 40
const ANSWER_MAX_CHARACTERS = 200_000

/** The answers of the reading with this number. */
export const readAnswers = async (
  job: JobContext,
  slot: Slot,
  number: number,
  names: Names,
): Promise<readonly AnswerAsRead[]> =>
  (await readDatabase(job, async (store) => {
    const hide = names === 'named' ? null : await customerHider(store)
    const answers: AnswerAsRead[] = []
    for await (const { pull, request, status, bytes } of store.evidence.answers(slot)) {
      if (pull !== number || answers.length === ANSWERS_MAX) continue
      const shown = hide === null ? bytes() : maskAnswer(bytes(), hide).bytes
      const text = Buffer.from(shown).toString('utf8').slice(0, ANSWER_MAX_CHARACTERS)
      answers.push({ request: hide === null ? request : withoutCursor(request), status, text })
    }
    return answers
  })) ?? []

/** The last day that is closed; null where none is. */
export const readClosedThrough = (job: JobContext): Promise<SlotDate | null> =>
  readDatabase(job, async (store) => closedThrough(await store.periods.closings()))

/** A text for the operator about those of the cases that are for it to answer, settlement by settlement; empty when none is. */
export const readLetter = async (
  job: JobContext,
  cases: ReadonlySet<string>,
  slots: readonly Slot[],
): Promise<string> => {
  const text = await readDatabase(job, async (store, then) => {
    const shown = hideCustomers(store)
    const letters: string[] = []
    for (const slot of slots) {
      const explained = await explainFrom(shown, then, slot, null)
      if (explained === null) continue
      const facts = await settlementFacts(then, shown, explained)
      const problems = facts.problems.map((group) => ({
        ...group,
        problems: group.problems.filter(({ first }) => cases.has(first.case)),
        more: [],
      }))
      const lines = letterOf({ ...facts, problems })
      if (lines.length > 0) letters.push(lines.join('\n'))
    }
    return letters.join('\n\n')
  })
  return text ?? ''
}

/** The account with the operator, or the fees against the tariff, of a month; of the newest without. No file is written. */
export const readMonthPage = async (
  job: JobContext,
  kind: 'statement' | 'fees',
  month: SlotDate | null,
): Promise<string> => {
  const request = { days: month === null ? null : monthOf(month), asOf: null, format: null, isWritten: false }
  if (kind === 'statement') return statementPage(await readStatement(job, request), null)
  const fees = await readFees(job, { ...request, billed: null })
  return reportPage(feesReport(fees, job.start), job.settings.language)
}
