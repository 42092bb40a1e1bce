import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { BY, parseAuthor, parseReason, quietContext, REASON } from '../discrepancies/disposition-flags.ts'
import { printTie } from './bank-tie.ts'
import { numberOperand } from './number-operand.ts'

export const bankUntie: Command = {
  name: 'bank untie',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Undo a tie: its payouts and credits do not belong together',
    es: 'Deshace un cruce: sus abonos y consignaciones no van juntos',
  },
  manual: [
    [
      'TIE --reason TEXT [--by NAME] [--json]',
      'Undoes a tie, by its number. The same payouts and entries are not tied by exact sums again.',
    ],
  ],
  operand: 'tie',
  examples: [
    [
      'cuadre bank untie 45 --reason "another transfer"',
      { en: 'tie 45 of "cuadre bank list --all"', es: 'el cruce 45 de "cuadre bank list --all"' },
      'cuadre bank untie 45 --reason "otra transferencia"',
    ],
  ],
  flags: { ...REASON, ...BY, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const request = {
      number: numberOperand(given, { en: 'a tie', es: 'un cruce' }, 'cuadre bank list --all'),
      reason: parseReason(given, { en: 'undoing a tie', es: 'deshacer un cruce' }),
      by: parseAuthor(given),
    }
    const { untieBankEntries } = await import('../../../../jobs/bank/tie-bank-entries.ts')
    return printTie('bank untie', given, io, await untieBankEntries(quietContext(given, io), request))
  },
}
