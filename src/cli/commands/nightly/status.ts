import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { statusDocument } from '../../../../reports/documents/status.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { PLAIN_START, typed } from '../../../std/start.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { ALL_FLAG, JSON_FLAG } from '../../framework/job.ts'
import { SHARD } from '../../framework/shard.ts'
import { statusText } from './status-text.ts'

export const status: Command = {
  name: 'status',
  group: 'daily',
  exits: [],
  describe: {
    en: 'What is owed, overpaid, failed, in process and not read, the last weeks as a calendar, and what is open',
    es: 'Lo que debe el operador, lo abonado de más, lo fallido, lo que está en proceso y lo no leído; las últimas semanas como calendario, y lo abierto',
  },
  manual: [
    [
      '[--as-of N|TIME] [--all] [--json]',
      'The last success and its age, the money as a table that adds up (expected, owed, overpaid, paid out, and apart from them what failed, is in process or was not read), chargebacks against adjustments, the last weeks as a calendar (a sign for each cycle of a day), and what is open by severity and age of the settlement. `--all` also shows weeks and lines in which there is nothing. It only reads, and ends with 0.',
    ],
  ],
  examples: [
    ['cuadre status', { en: 'what was read and what is open, as of now', es: 'lo leído y lo abierto, a este momento' }],
    ['cuadre status --as-of 2026-03-14', { en: 'the same at the end of that day', es: 'lo mismo al final de ese día' }],
    ['cuadre status --json', { en: 'the same for a program', es: 'lo mismo para un programa' }],
  ],
  flags: { ...ALL_FLAG, ...JSON_FLAG, ...AS_OF, ...SHARD, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const asOf = parseAsOf(given, zone)
    const { readStatus } = await import('../../../../jobs/status.ts')
    const report = await readStatus({ ...io, settings, zone, version: versionOfPackage(), asOf })
    const document = answerDocument('status', 0, statusDocument(report))
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(document)}\n`
        : statusText(report, zone, {
            display: displayOf(io, settings.language),
            all: given.isOn('all'),
            pasteable: (command) => typed(command, io.start ?? PLAIN_START),
          }),
    )
    return 0
  },
}
