import { answerDocument } from '../../reports/answer-document.ts'
import { statusDocument } from '../../reports/status.ts'
import { jsonText } from '../publish/json.ts'
import { zoneNamed } from '../zone.ts'
import { AS_OF, asOfGiven } from './as-of.ts'
import { type Command, DEBUG, SETTINGS } from './command.ts'
import { effectiveSettings } from './effective-settings.ts'
import { JSON_FLAG } from './job.ts'
import { pasteable } from './pasteable.ts'
import { statusText } from './status-text.ts'
import { versionOfPackage } from './version.ts'

export const status: Command = {
  name: 'status',
  describe: 'The last weeks as a calendar, the last success, what is open, and how much is unexplained',
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
    const { tellStatus } = await import('../../jobs/status.ts')
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
