import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { readingsDocument } from '../../../../reports/documents/readings.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { PINNED } from '../../../domain/policy.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { BY, parseAuthor } from '../discrepancies/disposition-flags.ts'
import { readingsText } from './readings-text.ts'

export const readings: Command = {
  name: 'readings',
  group: 'questions',
  exits: [],
  describe: {
    en: 'Which interpretations of the description history supports: each value, the settlements that fit it, those that do not, and what would decide',
    es: 'Qué interpretaciones de la descripción respalda el historial: cada valor, las liquidaciones que lo cumplen, las que no, y qué la decidiría',
  },
  manual: [
    [
      '[--pin SETTING [--by NAME]] [--as-of N|TIME] [--json]',
      'What the description leaves open, compared with every final settlement of the database: sign of adjustments, fees billed apart, payout of a gateway, chargebacks and basis of collected, labels of cycles. For each value: how many settlements fit it and how many do not, among those that can decide; the setting in force; what would decide an open one. The service is not asked. `--pin` saves an interpretation in the settings file as decided, with name and day; a settlement of that day or later that contradicts it is a `READING_CONTRADICTED`.',
    ],
  ],
  examples: [
    [
      'cuadre readings',
      { en: 'the assumptions compared with history', es: 'la tabla de los supuestos frente al historial' },
    ],
    [
      'cuadre readings --pin adjustments --by Ana',
      {
        en: 'save the value in force as decided, in somebody’s name',
        es: 'guarda el valor vigente como decidido, a nombre de alguien',
      },
    ],
    ['cuadre readings --json', { en: 'the same, for a program', es: 'lo mismo, para un programa' }],
  ],
  flags: {
    pin: {
      kind: 'once',
      describe: {
        en: `Save this interpretation in the settings as decided: ${PINNED.join(', ')}`,
        es: `Guarda esta interpretación en los parámetros como decidida: ${PINNED.join(', ')}`,
      },
    },
    ...BY,
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: (given) => given.text('pin') === undefined,
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const asOf = parseAsOf(given, zone)
    const { listReadings } = await import('../../../../jobs/list-readings.ts')
    const readingsReport = await listReadings(
      { ...io, settings, zone, version: versionOfPackage(), asOf },
      parsePin(given),
    )
    const report = { ...readingsReport, file: readingsReport.file && fromHere(readingsReport.file, io.cwd) }
    const document = answerDocument('readings', 0, readingsDocument(report))
    await io.stdout(
      given.isOn('json') ? `${jsonText(document)}\n` : readingsText(report, zone, displayOf(io, settings.language)),
    )
    return 0
  },
}

const parsePin = (given: CommandArguments) => {
  const typed = given.text('pin')
  if (typed === undefined) {
    if (given.text('by') === undefined) return null
    throw usageError({ en: '--by needs --pin', es: '--by necesita --pin' }, ONE_OF)
  }
  const setting = PINNED.find((one) => one === typed)
  if (setting === undefined)
    throw usageError(
      {
        en: '--pin names no interpretation that can be pinned',
        es: '--pin no indica una interpretación que se pueda fijar',
      },
      ONE_OF,
    )
  if (given.text('as-of') !== undefined)
    throw usageError(
      { en: '--pin excludes --as-of', es: '--pin excluye --as-of' },
      { en: 'pin what is in force now', es: 'fije lo que está vigente ahora' },
    )
  return { setting, by: parseAuthor(given) }
}

const ONE_OF = {
  en: `name one: --pin ${PINNED.join(', --pin ')}`,
  es: `indique una: --pin ${PINNED.join(', --pin ')}`,
}
