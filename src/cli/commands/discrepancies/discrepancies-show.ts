import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { knownDiscrepancyDocument } from '../../../../reports/ledgers/disposition-rows.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { PLAIN_START, typed } from '../../../std/start.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { discrepancyText } from './discrepancy-text.ts'
import { idIn } from './disposition-flags.ts'

export const discrepanciesShow: Command = {
  name: 'discrepancies show',
  group: 'daily',
  exits: [],
  describe: {
    en: 'Everything known about one discrepancy: its figures, its history, the pulls behind it',
    es: 'Todo lo que se sabe de un hallazgo: sus cifras, su historia y las lecturas que lo respaldan',
  },
  operand: 'id',
  examples: [
    ['cuadre discrepancies show 1f0c9a2b77ab01f2', { en: 'the one with this id', es: 'el que tiene este id' }],
    [
      'cuadre discrepancies show 1f0c9a2b',
      { en: 'the beginning will do, if no other begins so', es: 'basta el comienzo, si ningún otro empieza así' },
    ],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const id = idIn(given.operands[0] ?? '', 'discrepancies list')
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const { showDiscrepancy } = await import('../../../../jobs/list-discrepancies.ts')
    const shown = await showDiscrepancy({ ...io, settings, zone, version: versionOfPackage() }, id)
    const document = answerDocument('discrepancies show', 0, {
      discrepancy: knownDiscrepancyDocument(shown, settings.merchant),
    })
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(document)}\n`
        : discrepancyText(shown, settings.merchant, zone, io.language, (command) =>
            typed(command, io.start ?? PLAIN_START),
          ),
    )
    return 0
  },
}
