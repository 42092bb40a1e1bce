import type { Client, SlotContext } from '../api/client.ts'
import { ADD_VERSION, hasVersion } from '../domain/base-url.ts'
import { statusCounts } from '../domain/invoice.ts'
import { requireService, type Settings } from '../settings.ts'
import { DEBUG, type Flags, type Given, MERCHANT, SERVICE_SETTINGS } from './command.ts'
import { effectiveSettings } from './effective-settings.ts'
import type { Io } from './io.ts'

export const ASKING_FLAGS: Flags = {
  json: { kind: 'switch', describe: 'Print one JSON document instead of text' },
  ...SERVICE_SETTINGS,
  ...MERCHANT,
  ...DEBUG,
}

export const settingsGiven = (given: Given, io: Io): Settings => effectiveSettings(given, io).settings

/** Asks the service something, and ends all connections however that goes. Books are neither needed nor touched. */
export const asking = async <T>(
  settings: Settings,
  io: Io,
  ask: (client: Client, context: SlotContext) => Promise<T>,
): Promise<T> => {
  const { policy, absentStatuses, absentBodies, pageLimit } = settings
  const service = requireService(settings)
  const { createClient } = await import('../api/client.ts')
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
    return await ask(client, client.slotContext(io.signal))
  } finally {
    await client.close()
  }
}

/** The service answered, and what it was asked about is not there. */
export class NotFoundFault extends Error {
  override readonly name = 'NotFoundFault'
  readonly code: 'INVOICE_NOT_FOUND' | 'SETTLEMENT_NOT_FOUND'
  readonly next: string

  /** An address without its version has nothing of what is asked for, and that may be the whole reason. */
  constructor(code: NotFoundFault['code'], message: string, next: string, { baseUrl }: Pick<Settings, 'baseUrl'>) {
    const isWhole = baseUrl === null || hasVersion(baseUrl)
    super(isWhole ? message : `${message} at ${baseUrl}, which does not end with /v1`)
    this.code = code
    this.next = isWhole ? next : ADD_VERSION
  }
}
