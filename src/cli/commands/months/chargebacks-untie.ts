import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { numberOperand } from '../bank/number-operand.ts'
import { BY, parseAuthor, parseReason, quietContext, REASON } from '../discrepancies/disposition-flags.ts'
import { printChargebackTie } from './chargebacks-tie.ts'

export const chargebacksUntie: Command = {
  name: 'chargebacks untie',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Undo a tie of chargebacks and adjustments',
    es: 'Deshace un cruce de contracargos y ajustes',
  },
  manual: [['TIE --reason TEXT [--by NAME] [--json]', 'Undoes a tie, by its number. Exact sums match them again.']],
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
    const { untieChargebacks } = await import('../../../../jobs/chargebacks.ts')
    return printChargebackTie('chargebacks untie', given, io, await untieChargebacks(quietContext(given, io), request))
  },
}
