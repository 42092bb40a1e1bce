import { join } from 'node:path'
import { loadSettings, loadSharedSettings, type Settings } from '../../config/settings.ts'
import type { Sources } from '../../config/sources/sources.ts'
import { zoneNamed } from '../../config/zone/zone.ts'
import { hasCode } from '../../std/errors.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { type CommandArguments, sourcesOf } from './command.ts'
import { failureLine, failureOf } from './failure.ts'
import { fromHere } from './from-here.ts'
import type { Io } from './io.ts'

/**
 * Writes the page and the workbook above those of all merchants, as a command over them ends. Gives their paths from here; none where
 * none were written: in the folder of a merchant the page would replace that merchant's own.
 */
export const writeAboveAll = async (
  merchants: readonly string[],
  given: CommandArguments,
  io: Io,
): Promise<readonly string[]> => {
  const sources = sourcesOf(given, io)
  const { settings } = loadSharedSettings(sources)
  const context = { ...io, settings, zone: zoneNamed(settings.policy.timeZone), version: versionOfPackage() }
  const each = merchants.map((merchant) => settingsOf(merchant, settings, sources))
  const { writeMerchants } = await import('../../pipeline/report/all-merchants/write-merchants.ts')
  try {
    return (await writeMerchants(context, each)).map((path) => fromHere(path, io.cwd))
  } catch (error) {
    if (!hasCode(error, 'OUT_OF_ANOTHER_MERCHANT')) throw error
    io.stderr(failureLine(failureOf(error, []), io.language))
    return []
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
