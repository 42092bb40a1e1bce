import { existsSync } from 'node:fs'
import { statusCounts } from '../../core/invoice.ts'
import { aSwitch } from '../../input/options.ts'
import { requireService, type Settings } from '../../input/settings.ts'
import type { Client, SlotContext } from '../../service/client.ts'
import { type CommandArguments, DEBUG, type Flags, MERCHANT, SERVICE_SETTINGS } from './command.ts'
import { effectiveSettings } from './effective-settings.ts'
import type { Io } from './io.ts'

export const SERVICE_FLAGS: Flags = {
  json: aSwitch({ en: 'Print one JSON document instead of text', es: 'Imprime un documento JSON en vez de texto' }),
  ...SERVICE_SETTINGS,
  ...MERCHANT,
  ...DEBUG,
}

export const settingsFor = (given: CommandArguments, io: Io): Settings => effectiveSettings(given, io).settings

/**
 * Hands a client of the service to the work, and closes its connections at the end, also after an error. A merchant that
 * neither the settings nor an existing database knows is refused first; nothing is written to the database.
 */
export const withClient = async <T>(
  settings: Settings,
  io: Io,
  work: (client: Client, context: SlotContext) => Promise<T>,
): Promise<T> => {
  const { policy, absentStatuses, absentBodies, pageLimit } = settings
  const service = requireService(settings)
  if (existsSync(settings.db)) {
    const { refuseUnknownName } = await import('../../../jobs/steps/query/refuse-unknown-name.ts')
    refuseUnknownName({ settings })
  }
  const { createClient } = await import('../../service/client.ts')
  const client = createClient({
    ...service,
    absentStatuses,
    absentBodies,
    pageLimit,
    statusCounts: (status) => statusCounts(status, policy),
    clock: io,
    random: io.random,
    sleep: io.sleep,
  })
  try {
    return await work(client, client.slotContext(io.signal))
  } finally {
    await client.close()
  }
}
