import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { historyDocument } from '../../../../reports/documents/history.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { parseSlot } from '../../framework/dates.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { historyText } from './history-text.ts'

export const history: Command = {
  name: 'history',
  group: 'questions',
  exits: [],
  describe: {
    en: 'The readings of one settlement and the attempts at one, what each changed, and what people did',
    es: 'Las lecturas de una liquidación y los intentos, qué cambió cada uno, y qué hicieron las personas',
  },
  manual: [
    [
      'DATE CYCLE [--as-of N|TIME] [--json]',
      'Every reading of a settlement and every attempt at one, numbered with the one sequence, and what each changed: fields of the settlement before and after, invoices added, removed, moved, altered; what was found and resolved, what people did, and what later checks found because of the bank, another settlement or the policy, each under its own number. It never shows who a customer is. For a slot that was never pulled it ends with 2.',
    ],
  ],
  operand: 'date cycle',
  examples: [
    ['cuadre history 2026-03-12 11', { en: 'what changed, and when', es: 'qué cambió, y cuándo' }],
    [
      'cuadre history 2026-03-12 11 --json',
      { en: 'the same for a program, invoice by invoice', es: 'lo mismo para un programa, factura por factura' },
    ],
    [
      'cuadre history 2026-03-12 11 --as-of 2026-03-14',
      { en: 'up to the end of that day', es: 'hasta el final de ese día' },
    ],
  ],
  flags: { ...JSON_FLAG, ...AS_OF, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const slot = parseSlot(given)
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const asOf = parseAsOf(given, zone)
    const { readHistory } = await import('../../../../jobs/history.ts')
    const report = await readHistory({ ...io, settings, zone, version: versionOfPackage(), asOf }, slot)
    const document = answerDocument('history', 0, historyDocument(report))
    await io.stdout(
      given.isOn('json') ? `${jsonText(document)}\n` : historyText(report, zone, displayOf(io, settings.language)),
    )
    return 0
  },
}
