import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { policyIn } from '../../../../reports/documents/assumptions.ts'
import {
  type MerchantFigures,
  type MerchantsFacts,
  merchantsFacts,
} from '../../../../reports/pages/all-merchants/merchants-facts.ts'
import { merchantsPage } from '../../../../reports/pages/all-merchants/merchants-page.tsx'
import { merchantsWorkbook } from '../../../../reports/workbook/merchants-workbook.ts'
import type { Settings } from '../../../../src/input/settings.ts'
import { zoneByName } from '../../../../src/input/zone.ts'
import { publishText } from '../../../../src/print/files/publish.ts'
import { workbookPieces } from '../../../../src/print/xlsx/xlsx.ts'
import { positionAtRest } from '../../../../src/rules/account/at-rest.ts'
import { businessDaysRead } from '../../../../src/rules/account/business-days-read.ts'
import { addPositions } from '../../../../src/rules/account/position.ts'
import { positionOf } from '../../../../src/rules/account/position-of.ts'
import { CuadreError, hasCode } from '../../../../src/std/errors.ts'
import { writingTo } from '../../../../src/std/files/writing-to.ts'
import type { Store } from '../../../../src/store/store.ts'
import { refuseFolderOfOther } from '../../database/refuse-folder-of-other.ts'
import { readDatabase } from '../../query/read-database.ts'
import type { QueryContext } from '../../run/context.ts'
import { settlementsInDatabase } from '../counted-reports.ts'

/**
 * Writes the page and the workbook over all merchants into their common folder, from their databases. A merchant that
 * could not be read shows its last reading; one whose database cannot be read has no figures. Returns the paths; none
 * when nothing was ever read.
 */
export const writeMerchants = async (
  context: QueryContext,
  merchants: readonly Settings[],
): Promise<readonly string[]> => {
  const { settings, zone, version, signal } = context
  const figures = await figuresOfAll(context, merchants)
  if (figures.every(({ readAt }) => readAt === null)) return []
  // A merchant's own folder has a page of the same name.
  await refuseFolderOfOther(settings.out, { name: { en: 'all of them', es: 'todos' }, names: [] })
  const facts = merchantsFacts(figures, settings.language, zone)
  const page = await publishText(settings.out, 'index.html', merchantsPage(facts, version), signal)
  return [page, ...(await writeWorkbook(context, facts))]
}

/** The page over all merchants, as its file has it. */
export const merchantsText = async (context: QueryContext, merchants: readonly Settings[]): Promise<string> => {
  const { settings, zone, version } = context
  return merchantsPage(merchantsFacts(await figuresOfAll(context, merchants), settings.language, zone), version)
}

const figuresOfAll = async (
  context: QueryContext,
  merchants: readonly Settings[],
): Promise<readonly MerchantFigures[]> => {
  const figures: MerchantFigures[] = []
  for (const own of merchants) figures.push(await figuresOf({ ...context, settings: own }, context.settings.out))
  return figures
}

const WORKBOOK = 'merchants.xlsx'

/** Without the setting the workbook of an earlier night is removed, since it would be outdated. */
const writeWorkbook = async (
  { settings: { out, xlsx }, signal }: QueryContext,
  facts: MerchantsFacts,
): Promise<readonly string[]> => {
  const path = join(out, WORKBOOK)
  if (!xlsx) {
    await writingTo(path, () => rm(path, { force: true }))
    return []
  }
  const chunks: Uint8Array[] = []
  for await (const { text } of workbookPieces(merchantsWorkbook(facts))) chunks.push(Buffer.from(text))
  return [await publishText(out, WORKBOOK, Buffer.concat(chunks), signal)]
}

const figuresOf = async (context: QueryContext, folder: string): Promise<MerchantFigures> => {
  const { merchant, out } = context.settings
  const { hasPage, ...known } = (await readDatabase(context, knownOf).catch(withoutFigures)) ?? NOTHING_KNOWN
  return { merchant, ...known, page: hasPage ? addressOf(relative(folder, join(out, 'index.html'))) : null }
}

type KnownFigures = Omit<MerchantFigures, 'merchant' | 'page'> & { readonly hasPage: boolean }
const NOTHING_KNOWN: KnownFigures = {
  position: positionOf([]),
  businessDays: 0,
  readAt: null,
  isReadable: true,
  hasPage: false,
}

/**
 * The line of a merchant whose database is missing or unreadable: it has no figures. The problem was reported when the
 * merchant was processed.
 */
const withoutFigures = (error: unknown): KnownFigures => {
  if (hasCode(error, 'UNKNOWN_MERCHANT')) return NOTHING_KNOWN
  if (error instanceof CuadreError) return { ...NOTHING_KNOWN, isReadable: false }
  throw error
}

/** Uses the policy of the merchant's last run, since the present settings may be wrong. */
const knownOf = async (store: Store, { settings }: QueryContext): Promise<KnownFigures> => {
  const last = await store.policies.last()
  const policy = last === null ? settings.policy : policyIn(last.policy)
  const zone = zoneByName(policy.timeZone)
  const judgedAt = (await store.runs.lastStart()) ?? 0
  const { reports, rest } = await settlementsInDatabase({ settings: { ...settings, policy }, zone }, store, judgedAt)
  return {
    position: addPositions([positionOf(reports), positionAtRest(rest)]),
    businessDays: businessDaysRead(reports),
    isReadable: true,
    readAt: (await store.slots.extent())?.lastRead ?? null,
    hasPage: existsSync(join(settings.out, 'index.html')) && (await isFolderOf(store, settings.out)),
  }
}

/** The settings may name the folder of another merchant, whose page is not this one's. */
const isFolderOf = ({ merchant }: Store, out: string): Promise<boolean> =>
  refuseFolderOfOther(out, merchant).then(
    () => true,
    () => false,
  )

const addressOf = (path: string): string => path.split(sep).map(encodeURIComponent).join('/')
