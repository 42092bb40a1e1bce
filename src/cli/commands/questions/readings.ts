import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { readingsDocument } from '../../../../reports/documents/readings.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, asOfGiven } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { displayOf } from '../../terminal/display.ts'
import { readingsText } from './readings-text.ts'

export const readings: Command = {
  name: 'readings',
  group: 'questions',
  exits: [],
  describe: {
    en: 'Which readings of the description history supports: each value, the settlements that fit it, those that do not, and what would decide',
    es: 'Qué lecturas de la descripción respalda el historial: cada valor, las liquidaciones que lo cumplen, las que no, y qué la decidiría',
  },
  manual: [
    [
      '[--as-of N|TIME] [--json]',
      'What the description leaves open, held against every final settlement of the database: sign of adjustments, fees billed apart, payout of a gateway, chargebacks and basis of collected, labels of cycles. For each value the settlements that fit it and those that do not, of those that can tell at all; the setting in force; what would decide an open one. The service is not asked.',
    ],
  ],
  examples: [
    [
      'cuadre readings',
      { en: 'the truth table of the assumptions', es: 'la tabla de los supuestos frente al historial' },
    ],
    ['cuadre readings --json', { en: 'the same, for a program', es: 'lo mismo, para un programa' }],
  ],
  flags: { ...AS_OF, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneNamed(settings.policy.timeZone)
    const asOf = asOfGiven(given, zone)
    const { tellReadings } = await import('../../../../jobs/tell-readings.ts')
    const report = await tellReadings({ ...io, settings, zone, version: versionOfPackage(), asOf })
    const document = answerDocument('readings', 0, readingsDocument(report))
    await io.stdout(
      given.isOn('json') ? `${jsonText(document)}\n` : readingsText(report, zone, displayOf(io, settings.language)),
    )
    return 0
  },
}
