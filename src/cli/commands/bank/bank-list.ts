import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { bankListDocument } from '../../../../reports/documents/bank/bank-list-report.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, asOfGiven } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { displayOf } from '../../terminal/display.ts'
import { bankListText } from './bank-list-text.ts'

export const bankList: Command = {
  name: 'bank list',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'What was paid out and what arrived at the bank: the bridge, and what is open',
    es: 'Lo abonado y lo que llegó al banco: el puente, y lo que está abierto',
  },
  manual: [
    [
      '[--all] [--as-of N|TIME] [--json]',
      'What was paid out, of which arrived, on the way, missing, with several answers, or of days without a statement; each settlement that has not arrived with its candidates, and the credits of the operator that no payout explains. `--all` lists the ties, too, and cuts no list.',
    ],
  ],
  examples: [
    ['cuadre bank list', { en: 'the bridge, and what is open', es: 'el puente, y lo que está abierto' }],
    ['cuadre bank list --all', { en: 'with all ties', es: 'con todos los cruces' }],
  ],
  flags: {
    all: {
      kind: 'switch',
      describe: {
        en: 'List the ties, too, and cut no list',
        es: 'Muestra también los cruces, y no corta ninguna lista',
      },
    },
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneNamed(settings.policy.timeZone)
    const { readBank } = await import('../../../../jobs/bank/read-bank.ts')
    const report = await readBank({ ...io, settings, zone, version: versionOfPackage(), asOf: asOfGiven(given, zone) })
    const document = answerDocument('bank list', 0, bankListDocument(report))
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(document)}\n`
        : bankListText(report, given.isOn('all'), displayOf(io, io.language)),
    )
    return 0
  },
}
