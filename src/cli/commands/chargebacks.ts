import type { ChargebackTieReport } from '../../../jobs/chargebacks.ts'
import { CHARGEBACKS_TIE } from '../../../reports/documents/chargebacks.ts'
import { type Slot, slotInWords } from '../../core/slot.ts'
import { displayOf } from '../../print/display.ts'
import { terminalText } from '../../print/terminal.ts'
import { chargebacksReport } from '../../questions/chargebacks.ts'
import {
  type Command,
  type CommandAnswer,
  type CommandArguments,
  DEBUG,
  JSON_FLAG,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
import { fromHere } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'
import { fileLines } from '../terminal/report-text.ts'
import { numberOperand, slotIn } from './bank.ts'
import { BY, parseAuthor, parseReason, REASON } from './decisions.ts'

export const chargebacksTie: Command = {
  name: 'chargebacks tie',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Say which adjustments debited which chargebacks',
    es: 'Dice qué ajustes debitaron qué contracargos',
  },
  operand: 'invoice..',
  examples: [
    [
      'cuadre chargebacks tie inv-1 --adjustment 2026-03-12/11 --reason "with a fee of 2,000"',
      { en: 'an adjustment that is more than its chargeback', es: 'un ajuste mayor que su contracargo' },
      'cuadre chargebacks tie inv-1 --adjustment 2026-03-12/11 --reason "con una comisión de 2.000"',
    ],
  ],
  flags: {
    adjustment: {
      kind: 'repeatable',
      describe: {
        en: 'A settlement whose adjustments debited them: 2026-03-12/11; may be given again',
        es: 'Una liquidación cuyos ajustes los debitaron: 2026-03-12/11; se puede repetir',
      },
    },
    ...REASON,
    ...BY,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => {
    const request = {
      invoiceIds: given.operands,
      adjustments: adjustmentsIn(given),
      reason: parseReason(given, { en: 'a tie', es: 'un cruce' }),
      by: parseAuthor(given),
    }
    const { tieChargebacks } = await import('../../../jobs/chargebacks.ts')
    return tieAnswer(await tieChargebacks(contextOf(given, io), request), io)
  },
}

const adjustmentsIn = (given: CommandArguments): readonly Slot[] => {
  const slots = given.all('adjustment').map(slotIn)
  if (slots.length > 0) return slots
  throw usageError(
    { en: '--adjustment is missing', es: 'falta --adjustment' },
    {
      en: 'name the settlement whose adjustments debited them: --adjustment 2026-03-12/11',
      es: 'indique la liquidación cuyos ajustes los debitaron: --adjustment 2026-03-12/11',
    },
  )
}

/** The tie, and what is left of chargebacks and adjustments. */
const tieAnswer = (report: ChargebackTieReport, io: Io): CommandAnswer => {
  const files = report.report.files.map((path) => fromHere(path, io.cwd))
  const { number, adjustments, invoiceIds, undone } = report.tie
  const said = `${adjustments.map((slot) => slotInWords(slot)[io.language]).join(', ')} = ${invoiceIds.join(', ')}`
  const state =
    undone === null
      ? { en: `tie ${number}: ${said}`, es: `cruce ${number}: ${said}` }
      : { en: `tie ${number} is undone: ${said}`, es: `cruce ${number} deshecho: ${said}` }
  return {
    document: () => CHARGEBACKS_TIE.of({ ...report, files }),
    text: () => [
      state[io.language],
      '',
      terminalText(chargebacksReport(report), displayOf(io, io.language)),
      ...fileLines(files, displayOf(io, io.language)),
    ],
  }
}

export const chargebacksUntie: Command = {
  name: 'chargebacks untie',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Undo a tie of chargebacks and adjustments',
    es: 'Deshace un cruce de contracargos y ajustes',
  },
  operand: 'tie',
  examples: [
    [
      'cuadre chargebacks untie 45 --reason "another chargeback"',
      { en: 'tie 45 of "cuadre chargebacks list"', es: 'el cruce 45 de "cuadre chargebacks list"' },
      'cuadre chargebacks untie 45 --reason "otro contracargo"',
    ],
  ],
  flags: { ...REASON, ...BY, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const request = {
      number: numberOperand(given, { en: 'a tie', es: 'un cruce' }, 'cuadre chargebacks list'),
      reason: parseReason(given, { en: 'undoing a tie', es: 'deshacer un cruce' }),
      by: parseAuthor(given),
    }
    const { untieChargebacks } = await import('../../../jobs/chargebacks.ts')
    return tieAnswer(await untieChargebacks(contextOf(given, io), request), io)
  },
}
