import { type Command, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { FAIL_ON } from '../../framework/dates.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { WATCHING } from '../nightly/watching.ts'
import { workInbox } from './inbox.ts'
import { eventsNamed } from './webhooks-show.ts'

export const webhooksReplay: Command = {
  name: 'webhooks replay',
  group: 'webhooks',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: 'Process stored notifications again, whatever became of them',
  operand: 'id..',
  examples: [['cuadre webhooks replay 6f1d0c1e 77ab01f2', 'these two']],
  flags: { ...FAIL_ON, ...JSON_FLAG, ...WATCHING, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const events = await eventsNamed(settings, given.operands)
    if (events.some(({ slot }) => slot === null))
      throw usageError(
        'one of these notifications names no settlement, so that there is nothing to look at',
        'leave it out',
      )
    return workInbox('webhooks replay', given, io, events)
  },
}
