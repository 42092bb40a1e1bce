import { TICKET_MAX_CHARACTERS } from '../../../domain/findings/act.ts'
import { wordsIn } from '../../../domain/words-in.ts'
import type { Command } from '../../framework/command.ts'
import { parseDate } from '../../framework/dates.ts'
import { ACT_FLAGS, act, parseAuthor, parseReason, parseTargets, REASON } from './disposition-flags.ts'

export const discrepanciesClaim: Command = {
  name: 'discrepancies claim',
  group: 'daily',
  exits: ['locked'],
  describe: {
    en: 'Claim discrepancies from the operator, with a reason: each stays in a total of its own until it is paid',
    es: 'Reclama hallazgos al operador, con un motivo: cada uno queda en un total aparte hasta que se pague',
  },
  manual: [
    [
      'ID... --reason TEXT [--ticket T] [--until DATE] [--by NAME] [--json]',
      'Claims discrepancies from the operator. `--until` is the day it promised: after it, or when the numbers change, they are open again.',
    ],
  ],
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies claim 1f0c9a2b --reason "asked the operator" --ticket PQR-4711',
      { en: 'under its ticket', es: 'con su radicado' },
      'cuadre discrepancies claim 1f0c9a2b --reason "se pidió al operador" --ticket PQR-4711',
    ],
    [
      'cuadre discrepancies claim 1f0c9a2b --reason "paid with the next" --until 2026-12-31',
      { en: 'promised for that day', es: 'prometido para ese día' },
      'cuadre discrepancies claim 1f0c9a2b --reason "se abona con la siguiente" --until 2026-12-31',
    ],
    [
      'cuadre discrepancies claim --all --code PAYOUT_MISMATCH --date 2026-03-12 --reason "asked the operator"',
      { en: 'several at once', es: 'varios a la vez' },
      'cuadre discrepancies claim --all --code PAYOUT_MISMATCH --date 2026-03-12 --reason "se pidió al operador"',
    ],
  ],
  flags: {
    ...REASON,
    ticket: {
      kind: 'once',
      describe: { en: "The operator's number for the claim", es: 'Número que dio el operador a la reclamación' },
    },
    until: {
      kind: 'once',
      describe: { en: 'The day the operator promised, YYYY-MM-DD', es: 'El día que prometió el operador, AAAA-MM-DD' },
    },
    ...ACT_FLAGS,
  },
  execute: async (given, io) => {
    const targets = parseTargets(given, given.operands, ['new', 'open'])
    const [ticket, until] = [given.text('ticket'), given.text('until')]
    const disposition = {
      kind: 'claim',
      reason: parseReason(given, { en: 'a claim', es: 'una reclamación' }),
      ticket: ticket === undefined ? null : wordsIn('--ticket', ticket, TICKET_MAX_CHARACTERS),
      until: until === undefined ? null : parseDate('--until', until),
    } as const
    return act('discrepancies claim', given, io, { by: parseAuthor(given), targets, disposition })
  },
}
