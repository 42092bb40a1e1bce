import { harmless } from '../../../std/harmless.ts'
import type { StoredEvent } from '../../../storage/inbox/inbox.ts'
import { type Command, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { FAIL_ON } from '../../framework/dates.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { LOG_FLAGS } from '../nightly/progress-options.ts'
import { workInbox } from './inbox.ts'
import { findEvents } from './webhooks-show.ts'

export const webhooksReplay: Command = {
  name: 'webhooks replay',
  group: 'webhooks',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: {
    en: 'Process stored notifications again, whatever became of them',
    es: 'Procesa de nuevo notificaciones guardadas, sin importar qué pasó con ellas',
  },
  operand: 'id..',
  examples: [['cuadre webhooks replay 6f1d0c1e 77ab01f2', { en: 'these two', es: 'estas dos' }]],
  flags: { ...FAIL_ON, ...JSON_FLAG, ...LOG_FLAGS, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const events = await findEvents(settings, given.operands)
    const { recoveredNotifications } = await import('../../../pipeline/query/recovered-notifications.ts')
    const isRetaken = (event: StoredEvent): boolean =>
      recoveredNotifications([event], settings.webhookPayloadField).length > 0
    const nameless = events.find((event) => event.slot === null && !isRetaken(event))
    if (nameless !== undefined)
      throw usageError(
        {
          en: `notification ${harmless(nameless.webhookId)} names no settlement, so there is nothing to read`,
          es: `la notificación ${harmless(nameless.webhookId)} no nombra ninguna liquidación: no hay nada que leer`,
        },
        { en: 'leave it out', es: 'quítela de la lista' },
      )
    return workInbox('webhooks replay', given, io, events)
  },
}
