import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { policyIn } from '../../../../reports/documents/assumptions.ts'
import { type MerchantFigures, merchantsFacts } from '../../../../reports/pages/all-merchants/merchants-facts.ts'
import { merchantsPage } from '../../../../reports/pages/all-merchants/merchants-page.tsx'
import type { Settings } from '../../../config/settings.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import { NO_TOTALS } from '../../../domain/account/add-totals.ts'
import { moneyTotals } from '../../../domain/account/money-totals.ts'
import { isBusinessDay } from '../../../domain/calendar/business-days.ts'
import { publishText } from '../../../publish/files/publish.ts'
import { hasCode } from '../../../std/errors.ts'
import type { Store } from '../../../storage/store.ts'
import { readDatabase, type TellingContext } from '../../query/read-database.ts'
import { countedReports } from '../counted-reports.ts'
import { refuseFolderOfOther } from '../refuse-folder-of-other.ts'

/**
 * Writes the page above those of all merchants into the folder that they share, from what their databases hold: a merchant that could not
 * be read keeps what its last reading said. Gives its path; null while nothing was ever read.
 */
export const writeMerchantsPage = async (
  context: TellingContext,
  merchants: readonly Settings[],
): Promise<string | null> => {
  const { settings, zone, version, signal } = context
  const standings: MerchantFigures[] = []
  for (const own of merchants) standings.push(await standingOf({ ...context, settings: own }, settings.out))
  if (standings.every(({ readAt }) => readAt === null)) return null
  // The folder of a merchant has a page of that name, which is the merchant's own.
  await refuseFolderOfOther(settings.out, { name: 'all of them', names: [] })
  const facts = merchantsFacts(standings, settings.language, zone)
  return publishText(settings.out, 'index.html', merchantsPage(facts, version), signal)
}

const standingOf = async (context: TellingContext, folder: string): Promise<MerchantFigures> => {
  const { merchant, out } = context.settings
  const { hasPage, ...known } = (await readDatabase(context, knownOf).catch(nothingOfUnknown)) ?? NOTHING_KNOWN
  return { merchant, ...known, page: hasPage ? addressOf(relative(folder, join(out, 'index.html'))) : null }
}

type Known = Omit<MerchantFigures, 'merchant' | 'page'> & { readonly hasPage: boolean }
const NOTHING_KNOWN: Known = { totals: NO_TOTALS, businessDays: 0, readAt: null, hasPage: false }

/** A merchant that the database does not know by this name has failed before, and has no line. */
const nothingOfUnknown = (error: unknown): null => {
  if (hasCode(error, 'UNKNOWN_MERCHANT')) return null
  throw error
}

/** By the policy of its last run: the settings of now may be wrong. */
const knownOf = async (store: Store, { settings }: TellingContext): Promise<Known> => {
  const last = await store.policies.last()
  const policy = last === null ? settings.policy : policyIn(last.policy)
  const zone = zoneNamed(policy.timeZone)
  const judgedAt = (await store.runs.lastStart()) ?? 0
  const reports = await countedReports({ settings: { ...settings, policy }, zone }, store, judgedAt)
  const times = (await store.slots.states()).flatMap(({ pull }) => pull?.at ?? [])
  return {
    totals: moneyTotals(reports),
    businessDays: [...new Set(reports.map(({ slot }) => slot.date))].filter(isBusinessDay).length,
    readAt: times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b)),
    hasPage: existsSync(join(settings.out, 'index.html')) && (await isFolderOf(store, settings.out)),
  }
}

/** The settings may name the folder of another, whose page is not this merchant's. */
const isFolderOf = ({ merchant }: Store, out: string): Promise<boolean> =>
  refuseFolderOfOther(out, merchant).then(
    () => true,
    () => false,
  )

const addressOf = (path: string): string => path.split(sep).map(encodeURIComponent).join('/')
