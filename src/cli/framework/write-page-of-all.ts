import { join } from 'node:path'
import { loadSettings, loadSharedSettings, type Settings } from '../../config/settings.ts'
import type { Sources } from '../../config/sources/sources.ts'
import { zoneNamed } from '../../config/zone/zone.ts'
import { hasCode } from '../../std/errors.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { type Given, sourcesOf } from './command.ts'
import { failureLine, failureOf } from './failure.ts'
import { fromHere } from './from-here.ts'
import type { Io } from './io.ts'

/**
 * Writes the page above those of all merchants, as a command over them ends. Gives its path from here; null where none was written: in the
 * folder of a merchant it would replace that merchant's own page.
 */
export const writePageOfAll = async (merchants: readonly string[], given: Given, io: Io): Promise<string | null> => {
  const sources = sourcesOf(given, io)
  const { settings } = loadSharedSettings(sources)
  const context = { ...io, settings, zone: zoneNamed(settings.policy.timeZone), version: versionOfPackage() }
  const each = merchants.map((merchant) => settingsOf(merchant, settings, sources))
  const { writeMerchantsPage } = await import('../../pipeline/report/all-merchants/write-merchants-page.ts')
  try {
    const path = await writeMerchantsPage(context, each)
    return path === null ? null : fromHere(path, io.cwd)
  } catch (error) {
    if (!hasCode(error, 'OUT_OF_ANOTHER_MERCHANT')) throw error
    io.stderr(failureLine(failureOf(error, []), io.language))
    return null
  }
}

/** What is wrong with the settings of one was said when its turn came; what it shares with the others says where its data are. */
const settingsOf = (merchant: string, shared: Settings, sources: Sources): Settings => {
  try {
    return loadSettings({ ...sources, flags: { ...sources.flags, merchant } }).settings
  } catch {
    return { ...shared, merchant, out: join(shared.out, merchant) }
  }
}
