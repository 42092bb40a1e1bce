import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { statusDocument } from '../../../../reports/documents/status.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, asOfGiven } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { pasteable } from '../../framework/pasteable.ts'
import { statusText } from './status-text.ts'

export const status: Command = {
  name: 'status',
  group: 'daily',
  exits: [],
  describe: 'The last weeks as a calendar, the last success, what is open, and how much is unexplained',
  manual: [
    [
      '[--as-of N|TIME] [--json]',
      'The last weeks as a calendar (a sign for each cycle of a day), the last success and its age, what is open by severity and age, the unexplained pesos, the chargebacks seen against the adjustments reported. It only reads, and ends with 0.',
    ],
  ],
  examples: [
    ['cuadre status', 'what was read and what is open, as of now'],
    ['cuadre status --as-of 2026-03-14', 'the same at the end of that day'],
    ['cuadre status --json', 'the same for a program'],
  ],
  flags: { ...JSON_FLAG, ...AS_OF, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneNamed(settings.policy.timeZone)
    const asOf = asOfGiven(given, zone)
    const { tellStatus } = await import('../../../../jobs/status.ts')
    const told = await tellStatus({ ...io, settings, zone, version: versionOfPackage(), asOf })
    const document = answerDocument('status', 0, statusDocument(told))
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(document)}\n`
        : statusText(told, zone, (command) => pasteable(command, given, io)),
    )
    return 0
  },
}
