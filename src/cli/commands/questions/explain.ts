import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { explanationDocument } from '../../../../reports/documents/explanation.ts'
import type { NextStep } from '../../../../reports/documents/next-steps.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { PLAIN_START, typed } from '../../../std/start.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { AS_OF, parseAsOf } from '../../framework/as-of.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { parseSlot } from '../../framework/dates.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { explanationText } from './explanation-text.ts'

export const explain: Command = {
  name: 'explain',
  group: 'questions',
  exits: [],
  describe: {
    en: 'One settlement on one screen: reported against expected, causes that fit, invoices to look at, what to do',
    es: 'Una liquidación en una pantalla: reportado y esperado, causas que encajan, facturas por revisar, qué hacer',
  },
  manual: [
    [
      'DATE CYCLE [--as-of N|TIME] [--json]',
      'One settlement on one screen: reported against expected, the signed difference, where the money is, causes that fit, invoices to look at, what its readings changed, chargebacks against adjustments over all that the database holds, and the next command. It only reads, and ends with 0; for a settlement that was never pulled it ends with 2.',
    ],
  ],
  operand: 'date cycle',
  examples: [
    [
      'cuadre explain 2026-03-12 11',
      { en: 'why this settlement does not add up', es: 'por qué esta liquidación no cuadra' },
    ],
    [
      'cuadre explain 2026-03-12 11 --as-of 2026-03-14',
      { en: 'what was known of it at the end of that day', es: 'lo que se sabía de ella al final de ese día' },
    ],
    [
      'cuadre explain 2026-03-12 11 --config cuadre-demo/cuadre.config.json',
      { en: 'the same in the made-up week of the demo', es: 'lo mismo en la semana inventada de la demostración' },
    ],
  ],
  flags: { ...JSON_FLAG, ...AS_OF, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const slot = parseSlot(given)
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const asOf = parseAsOf(given, zone)
    const { explainSlot } = await import('../../../../jobs/explain.ts')
    const explanation = await explainSlot({ ...io, settings, zone, version: versionOfPackage(), asOf }, slot)
    const answer = {
      ...explanation,
      next: explanation.next.map((step) => readyToPaste(step, io, settings.baseUrl)),
    }
    const document = answerDocument('explain', 0, explanationDocument(answer))
    await io.stdout(
      given.isOn('json') ? `${jsonText(document)}\n` : explanationText(answer, zone, displayOf(io, settings.language)),
    )
    return 0
  },
}

/**
 * The next command names the same database. A command that asks the service says so when no service is set: that of the
 * demo has ended.
 */
const readyToPaste = (step: NextStep, io: Io, baseUrl: string | null): NextStep => {
  const needsService = baseUrl === null && step.asksService === true
  const why = needsService
    ? {
        en: `${step.why.en}; needs the service it was read from (CUADRE_BASE_URL, not set)`,
        es: `${step.why.es}; necesita el servicio del que se leyó (CUADRE_BASE_URL, sin definir)`,
      }
    : step.why
  return { command: typed(step.command, io.start ?? PLAIN_START), why }
}
