import { existsSync } from 'node:fs'
import { access, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { BANK_PAGE, bankPage } from '../../../reports/pages/bank-page.tsx'
import { firstTroubled, indexFacts } from '../../../reports/pages/index-facts.ts'
import { indexPage } from '../../../reports/pages/index-page.tsx'
import { RANGE_PAGES, type RangePage } from '../../../reports/pages/range-page.ts'
import { type Days, type Instant, monthOf } from '../../../src/core/calendar/calendar.ts'
import type { Discrepancy } from '../../../src/core/findings/discrepancy.ts'
import { addDays, asSlotDate, nameOf, type SlotDate } from '../../../src/core/slot.ts'
import { publishText } from '../../../src/print/files/publish.ts'
import { recoveredByMonth } from '../../../src/rules/account/claims.ts'
import { closedThrough } from '../../../src/rules/assessment/slot-report.ts'
import { PLAIN_START } from '../../../src/std/start.ts'
import type { Store } from '../../../src/store/store.ts'
import { bankListIn } from '../bank/payouts-at-bank.ts'
import { monthInStore } from '../query/month-steps.ts'
import type { JobContext, QueryContext } from '../run/context.ts'
import { closedBefore } from '../statement/account-as-of.ts'
import { accountFacts } from './account-facts.ts'
import { settlementsInDatabase } from './counted-reports.ts'
import { hasPage } from './neighbours-in.ts'

/**
 * The pages over several days in that folder, in order of their days: `statement/<from>_<to>/`, `fees/<from>_<to>/` and
 * `receivables/<month>/`.
 */
const rangePages = async (out: string): Promise<readonly RangePage[]> => {
  const pages: RangePage[] = []
  for (const { kind, file } of RANGE_PAGES) {
    for (const folder of (await readdir(join(out, kind)).catch(() => [])).sort()) {
      const days = daysOf(folder)
      if (days === null) continue
      const path = `${kind}/${folder}/${file}`
      if (await isThere(join(out, path))) pages.push({ kind, days, path })
    }
  }
  return pages
}

/** The days of a folder `<from>_<to>`, or of that of a month. */
const daysOf = (folder: string): Days | null => {
  const first = asSlotDate(`${folder}-01`)
  if (first !== null) return monthOf(first)
  const [from = null, to = null, ...rest] = folder.split('_').map(asSlotDate)
  return from === null || to === null || rest.length > 0 ? null : { from, to }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * Writes the index page, from the last check of each slot: no list is read. The page is made each time, but written only
 * when it has changed, and beside it that of the bank, where there is one. Returns their paths.
 */
export const writeIndex = async (job: JobContext, store: Store, judgedAt: Instant): Promise<readonly string[]> => {
  const paths: string[] = []
  for (const [name, text] of Object.entries(await indexTexts(job, store, judgedAt)))
    paths.push(await publishText(job.settings.out, name, text, job.signal))
  return paths
}

export const INDEX_PAGE = 'index.html'

/** The index page and that of the bank as their files have them, by their names; no page of a bank without a statement. */
export const indexTexts = async (
  job: QueryContext,
  store: Store,
  judgedAt: Instant,
): Promise<Readonly<Record<string, string>>> => {
  const { settings, zone, version, start = PLAIN_START } = job
  const { language } = settings
  const closings = await store.periods.closings()
  const through = closedThrough(closings)
  const signed = through && (await closedBefore(store, job, addDays(through, 1)))
  const { rest, ...known } = await settlementsInDatabase(job, store, judgedAt, { slots: signed?.slots ?? [] })
  const dates = [...known.reports.map(({ slot }) => slot.date), ...rest.days.map(({ date }) => date)]
  const account = { ...(await accountFacts(store, job, known)), closedBefore: signed }
  const pages = await pagesIn(settings.out, new Set(dates))
  const found = new Map<string, readonly Discrepancy[]>()
  for (const slot of firstTroubled({ reports: known.reports, pages }, zone))
    found.set(nameOf(slot), await store.findings.ofSlot(slot))
  const read = {
    merchant: store.merchant.name,
    merchants: settings.merchants,
    start,
    canAsk: settings.baseUrl !== null,
    found,
    reports: known.reports,
    rest,
    account,
    pages,
    rangePages: await rangePages(settings.out),
    closings,
    monthEnd: await monthInStore(store, { ...job, now: () => judgedAt }, null),
    hasMerchantsPage: isAmongMerchants(settings, store.merchant.name),
    recovered: recoveredByMonth(await store.dispositions.recoveries()),
  }
  const facts = indexFacts(read, language, zone)
  const index = { [INDEX_PAGE]: indexPage(facts, version) }
  const bank = facts.hasBank ? await bankListIn(store, job) : 'nothing'
  if (bank === 'nothing') return index
  const ofBank = { ...bank, merchants: settings.merchants, start, language, asOf: facts.asOf, pages }
  return { ...index, [BANK_PAGE]: bankPage(ofBank, version) }
}

/** Whether the page above all merchants stands beside the folder of this one. */
const isAmongMerchants = ({ out, merchants }: QueryContext['settings'], merchant: string): boolean =>
  merchants.length > 1 && basename(out) === merchant && existsSync(join(out, '..', INDEX_PAGE))

/** The days that have a page; only these become links. */
const pagesIn = async (out: string, dates: ReadonlySet<SlotDate>): Promise<ReadonlySet<SlotDate>> => {
  const there = new Set<SlotDate>()
  for (const date of dates) if (await hasPage(out, date)) there.add(date)
  return there
}
