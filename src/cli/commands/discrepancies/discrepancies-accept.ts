import type { Command } from '../../framework/command.ts'
import { dateIn } from '../../framework/dates.ts'
import { ACT_FLAGS, act, REASON, reasonGiven, targetsGiven, whoGiven } from './disposition-flags.ts'

export const discrepanciesAccept: Command = {
  name: 'discrepancies accept',
  group: 'daily',
  exits: ['locked'],
  describe: 'Accept discrepancies as they are, with a reason: a loss, or a difference taken as it is',
  manual: [
    [
      'ID... --reason TEXT [--until DATE] [--by NAME] [--json]',
      'Accepts discrepancies as they are: a loss, or a difference taken as it is. Instead of ids it takes a filter with `--all`; so do the next three.',
    ],
  ],
  operand: '[id..]',
  examples: [
    ['cuadre discrepancies accept 1f0c9a2b --reason "agreed with the operator"', 'until its numbers change'],
    ['cuadre discrepancies accept 1f0c9a2b --reason "paid next week" --until 2026-12-31', 'or that day is over'],
    [
      'cuadre discrepancies accept --all --code ADJUSTMENT --date 2026-03-12 --reason "debit note 7"',
      'several at once',
    ],
  ],
  flags: {
    ...REASON,
    until: { kind: 'once', describe: 'Last day of the acceptance, YYYY-MM-DD' },
    ...ACT_FLAGS,
  },
  execute: async (given, io) => {
    const targets = targetsGiven(given, given.operands, ['new', 'open'])
    const until = given.text('until')
    const wish = {
      kind: 'accept',
      reason: reasonGiven(given, 'an acceptance'),
      until: until === undefined ? null : dateIn('--until', until),
    } as const
    return act('discrepancies accept', given, io, { by: whoGiven(given), targets, wish })
  },
}
