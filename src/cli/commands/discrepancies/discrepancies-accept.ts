import type { Command } from '../../framework/command.ts'
import { parseDate } from '../../framework/dates.ts'
import { ACT_FLAGS, act, parseAuthor, parseReason, parseTargets, REASON } from './disposition-flags.ts'

export const discrepanciesAccept: Command = {
  name: 'discrepancies accept',
  group: 'daily',
  exits: ['locked'],
  describe: {
    en: 'Accept discrepancies as they are, with a reason: a loss, or a difference taken as it is',
    es: 'Acepta hallazgos como están, con un motivo: una pérdida, o una diferencia que se deja así',
  },
  manual: [
    [
      'ID... --reason TEXT [--until DATE] [--by NAME] [--json]',
      'Accepts discrepancies as they are: a loss, or a difference taken as it is. Instead of ids it takes a filter with `--all`; so do the next three.',
    ],
  ],
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies accept 1f0c9a2b --reason "agreed with the operator"',
      { en: 'until its numbers change', es: 'hasta que cambien sus cifras' },
      'cuadre discrepancies accept 1f0c9a2b --reason "acordado con el operador"',
    ],
    [
      'cuadre discrepancies accept 1f0c9a2b --reason "paid next week" --until 2026-12-31',
      { en: 'or that day is over', es: 'o hasta que termine ese día' },
      'cuadre discrepancies accept 1f0c9a2b --reason "se abona la otra semana" --until 2026-12-31',
    ],
    [
      'cuadre discrepancies accept --all --code ADJUSTMENT --date 2026-03-12 --reason "debit note 7"',
      { en: 'several at once', es: 'varios a la vez' },
      'cuadre discrepancies accept --all --code ADJUSTMENT --date 2026-03-12 --reason "nota débito 7"',
    ],
  ],
  flags: {
    ...REASON,
    until: {
      kind: 'once',
      describe: { en: 'Last day of the acceptance, YYYY-MM-DD', es: 'Último día de la aceptación, AAAA-MM-DD' },
    },
    ...ACT_FLAGS,
  },
  execute: async (given, io) => {
    const targets = parseTargets(given, given.operands, ['new', 'open'])
    const until = given.text('until')
    const disposition = {
      kind: 'accept',
      reason: parseReason(given, { en: 'an acceptance', es: 'una aceptación' }),
      until: until === undefined ? null : parseDate('--until', until),
    } as const
    return act('discrepancies accept', given, io, { by: parseAuthor(given), targets, disposition })
  },
}
