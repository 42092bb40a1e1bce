import type { SlotDate } from '../src/core/slot.ts'
import { closingOf } from '../src/rules/assessment/slot-report.ts'
import type { Store } from '../src/store/store.ts'
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

/** The page of a day from the database, as of its closing where it is closed; null when nothing of it was ever read. No file is written. */
export const readDayPage = (job: JobContext, date: SlotDate): Promise<string | null> =>
  readDatabase(job, async (store) => {
    const closing = closingOf(await store.periods.closings(), date)
    if (closing === null) return dayPageText(job, store, date)
    return inDatabaseAsOf(job, { kind: 'number', number: closing.number }, (then) =>
      dayPageText({ ...job, ...then.context }, then.store, date),
    )
  })

const dayPageText = async (job: JobContext, store: Store, date: SlotDate): Promise<string | null> => {
  const slots = await slotsOfDay(job, store, date, [], (await store.runs.lastStart()) ?? job.now())
  if (slots.every(({ pull, report }) => pull === null && report.incomplete === null)) return null
  const facts = databaseFacts(store, job.settings.policy)
  const neighbours = await neighboursIn(job.settings.out, [])(date)
  const file = await dayPageFile(job, store, date, slots, [], { neighbours, facts })
  let page = ''
  for await (const { text } of file.pieces?.([]) ?? []) page += text
  return page
}
