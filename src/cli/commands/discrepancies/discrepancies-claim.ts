import type { Command } from '../../framework/command.ts'
import { dateIn } from '../../framework/dates.ts'
import {
  ACT_FLAGS,
  act,
  REASON,
  reasonGiven,
  TICKET_MAX_CHARACTERS,
  targetsGiven,
  textIn,
  whoGiven,
} from './disposition-flags.ts'

export const discrepanciesClaim: Command = {
  name: 'discrepancies claim',
  group: 'daily',
  exits: ['locked'],
  describe: 'Claim discrepancies from the operator, with a reason: each stays in a total of its own until it is paid',
  manual: [
    [
      'ID... --reason TEXT [--ticket T] [--until DATE] [--by NAME] [--json]',
      'Claims discrepancies from the operator. `--until` is the day it promised: after it, or when the numbers change, they are open again.',
    ],
  ],
  operand: '[id..]',
  examples: [
    ['cuadre discrepancies claim 1f0c9a2b --reason "asked the operator" --ticket PQR-4711', 'under its ticket'],
    ['cuadre discrepancies claim 1f0c9a2b --reason "paid with the next" --until 2026-12-31', 'promised for that day'],
    [
      'cuadre discrepancies claim --all --code PAYOUT_MISMATCH --date 2026-03-12 --reason "asked the operator"',
      'several at once',
    ],
  ],
  flags: {
    ...REASON,
    ticket: { kind: 'once', describe: "The operator's number for the claim" },
    until: { kind: 'once', describe: 'The day the operator promised, YYYY-MM-DD' },
    ...ACT_FLAGS,
  },
  execute: async (given, io) => {
    const targets = targetsGiven(given, given.operands, ['new', 'open'])
    const [ticket, until] = [given.text('ticket'), given.text('until')]
    const wish = {
      kind: 'claim',
      reason: reasonGiven(given, 'a claim'),
      ticket: ticket === undefined ? null : textIn('--ticket', ticket, TICKET_MAX_CHARACTERS),
      until: until === undefined ? null : dateIn('--until', until),
    } as const
    return act('discrepancies claim', given, io, { by: whoGiven(given), targets, wish })
  },
}
