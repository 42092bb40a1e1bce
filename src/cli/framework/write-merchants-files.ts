import { join } from 'node:path'
import { loadSettings, loadSharedSettings, type Settings } from '../../input/settings.ts'
import type { Sources } from '../../input/sources/sources.ts'
import { zoneByName } from '../../input/zone.ts'
import { hasCode } from '../../std/errors.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { type CommandArguments, sourcesOf } from './command.ts'
import { fromHere } from './effective-settings.ts'
import { failureLine, failureOf } from './failure.ts'
import type { Io } from './io.ts'

/**
 * Writes the page and the workbook over all merchants, after a command over all of them. Returns their relative paths.
 * Writes nothing when the page would replace that of a merchant in the same folder.
 */
export const writeMerchantsFiles = async (
  merchants: readonly string[],
  given: CommandArguments,
  io: Io,
): Promise<readonly string[]> => {
  const { context, each } = contextOfAll(merchants, given, io)
  const { writeMerchants } = await import('../../../jobs/steps/report/all-merchants/write-merchants.ts')
  try {
    return (await writeMerchants(context, each)).map((path) => fromHere(path, io.cwd))
  } catch (error) {
    if (!hasCode(error, 'OUT_OF_ANOTHER_MERCHANT')) throw error
    io.stderr(failureLine(failureOf(error, []), io.language))
    return []
  }
}

/** The page over all merchants; no file is written. */
export const merchantsPageOf = async (
  merchants: readonly string[],
  given: CommandArguments,
  io: Io,
): Promise<string> => {
  const { context, each } = contextOfAll(merchants, given, io)
  const { merchantsText } = await import('../../../jobs/steps/report/all-merchants/write-merchants.ts')
  return merchantsText(context, each)
}

const contextOfAll = (merchants: readonly string[], given: CommandArguments, io: Io) => {
  const sources = sourcesOf(given, io)
  const { settings } = loadSharedSettings(sources)
  const context = { ...io, settings, zone: zoneByName(settings.policy.timeZone), version: versionOfPackage() }
  return { context, each: merchants.map((merchant) => settingsOf(merchant, settings, sources)) }
}

/** Errors of one merchant's settings were already reported; the shared settings name its folders. */
const settingsOf = (merchant: string, shared: Settings, sources: Sources): Settings => {
  try {
    return loadSettings({ ...sources, flags: { ...sources.flags, merchant } }).settings
  } catch {
    return { ...shared, merchant, out: join(shared.out, merchant) }
  }
}
