import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { bankListDocument } from '../../../../reports/documents/bank/bank-list-report.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { bankListText } from './bank-list-text.ts'

export const bankList: Command = {
  name: 'bank list',
  group: 'month-end',
  exits: [],
  describe: {
    en: 'What was paid out against what arrived at the bank, and what is open',
    es: 'Lo abonado frente a lo que llegó al banco, y lo pendiente',
  },
  manual: [
    [
      '[--all] [--as-of N|TIME] [--json]',
      'What was paid out: how much of it arrived, is on the way, is missing, fits more than one set of credits, or falls on days without a statement; each payout that has not arrived, with its candidates; and the credits of the operator that no payout explains. `--all` also lists the ties, and shows every list in full.',
    ],
  ],
  examples: [
    [
      'cuadre bank list',
      { en: 'paid out against arrived, and what is open', es: 'lo abonado frente a lo que llegó, y lo pendiente' },
    ],
    ['cuadre bank list --all', { en: 'with all ties', es: 'con todos los cruces' }],
  ],
  flags: {
    all: {
      kind: 'switch',
      describe: {
        en: 'Also list the ties, and show every list in full',
        es: 'Muestra también los cruces, y cada lista completa',
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
    const zone = zoneByName(settings.policy.timeZone)
    const { readBank } = await import('../../../../jobs/bank/read-bank.ts')
    const report = await readBank({ ...io, settings, zone, version: versionOfPackage(), asOf: parseAsOf(given, zone) })
    const document = answerDocument('bank list', 0, bankListDocument(report))
    await io.stdout(
      given.isOn('json')
        ? `${jsonText(document)}\n`
        : bankListText(report, given.isOn('all'), displayOf(io, io.language)),
    )
    return 0
  },
}
