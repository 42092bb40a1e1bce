import type { Command } from '../../framework/command.ts'
import { ACT_FLAGS, act, parseAuthor, parseReason, parseTargets, REASON } from './disposition-flags.ts'

export const discrepanciesReopen: Command = {
  name: 'discrepancies reopen',
  group: 'daily',
  exits: ['locked'],
  describe: {
    en: 'Undo acceptances and claims, with a reason',
    es: 'Deshace aceptaciones y reclamaciones, con un motivo',
  },
  manual: [['ID... --reason TEXT [--by NAME] [--json]', 'Undoes acceptances and claims.']],
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies reopen 1f0c9a2b --reason "it was not paid after all"',
      { en: 'one', es: 'uno' },
      'cuadre discrepancies reopen 1f0c9a2b --reason "al final no se abonó"',
    ],
    [
      'cuadre discrepancies reopen --all --date 2026-03-12 --reason "asked again"',
      { en: 'all that is accepted or claimed of a day', es: 'todo lo aceptado o reclamado de un día' },
      'cuadre discrepancies reopen --all --date 2026-03-12 --reason "se pidió de nuevo"',
    ],
  ],
  flags: { ...REASON, ...ACT_FLAGS },
  execute: async (given, io) => {
    const targets = parseTargets(given, given.operands, ['accepted', 'claimed', 'paid'])
    const disposition = {
      kind: 'reopen',
      reason: parseReason(given, { en: 'reopening', es: 'reabrir un hallazgo' }),
    } as const
    return act('discrepancies reopen', given, io, { by: parseAuthor(given), targets, disposition })
  },
}
