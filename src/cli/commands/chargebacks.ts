import type { ChargebackTieReport } from '../../../jobs/chargebacks.ts'
import { CHARGEBACKS_TIE } from '../../../reports/documents/chargebacks.ts'
import { type Slot, slotInWords } from '../../core/slot.ts'
import { displayOf } from '../../print/display.ts'
import { terminalText } from '../../print/terminal.ts'
import { chargebacksReport } from '../../questions/chargebacks.ts'
import { type Command, type CommandAnswer, type CommandArguments, usageError } from '../framework/command.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'
import { slotIn } from './bank.ts'
import { TIE, tieLine, UNDOING_TIE, undoingIn, WITH_REASON, writtenAnswer } from './by-hand.ts'
import { parseAuthor, parseReason } from './decisions.ts'

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
    ...WITH_REASON,
  },
  execute: async (given, io) => {
    const request = {
      invoiceIds: given.operands,
      adjustments: adjustmentsIn(given),
      reason: parseReason(given, TIE),
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
const tieAnswer = ({ report: { files }, ...report }: ChargebackTieReport, io: Io): CommandAnswer => {
  const { adjustments, invoiceIds } = report.tie
  const said = `${adjustments.map((slot) => slotInWords(slot)[io.language]).join(', ')} = ${invoiceIds.join(', ')}`
  const account = terminalText(chargebacksReport(report), displayOf(io, io.language))
  return writtenAnswer({ ...report, files }, CHARGEBACKS_TIE, [tieLine(report.tie, said, io.language), '', account], io)
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
  flags: WITH_REASON,
  execute: async (given, io) => {
    const request = undoingIn(given, { record: TIE, act: UNDOING_TIE, shownBy: 'cuadre chargebacks list' })
    const { untieChargebacks } = await import('../../../jobs/chargebacks.ts')
    return tieAnswer(await untieChargebacks(contextOf(given, io), request), io)
  },
}
