import type { Payer } from '../../../domain/findings/act.ts'
import { asCycle, asSlotDate } from '../../../domain/slot.ts'
import { type Command, type CommandArguments, usageError } from '../../framework/command.ts'
import { ACT_FLAGS, parseAuthor, parseTargets, printDisposition, quietContext, REASON } from './disposition-flags.ts'

const { by: _, ...FLAGS } = ACT_FLAGS

export const discrepanciesSettle: Command = {
  name: 'discrepancies settle',
  group: 'daily',
  exits: ['locked'],
  describe: {
    en: 'Ends claims that were paid elsewhere: by the adjustments of a later settlement, or by a credit at the bank',
    es: 'Da por pagadas reclamaciones que se pagaron por otra vía: con los ajustes de otra liquidación, o con una consignación en el banco',
  },
  manual: [
    [
      'ID... --by DATE/CYCLE|--by-entry ENTRY [--reason TEXT] [--json]',
      'Says what paid a claim. The claim is *paid*, on the day it was paid, and leaves what is due and what is claimed; the adjustment or credit is explained by it. What is left of a claim stays claimed, what is over stays open. `discrepancies reopen` undoes it.',
    ],
  ],
  operand: '[id..]',
  examples: [
    [
      'cuadre discrepancies settle 1f0c9a2b --by 2026-11-12/11',
      { en: 'by the adjustments of that settlement', es: 'con los ajustes de esa liquidación' },
    ],
    [
      'cuadre discrepancies settle 1f0c9a2b --by-entry 9d41c07e --reason "paid by transfer"',
      { en: 'by an entry of the bank', es: 'con un movimiento del banco' },
      'cuadre discrepancies settle 1f0c9a2b --by-entry 9d41c07e --reason "pagado por transferencia"',
    ],
  ],
  flags: {
    by: {
      kind: 'once',
      describe: {
        en: 'The settlement whose adjustments paid it, DATE/CYCLE',
        es: 'La liquidación cuyos ajustes la pagaron, FECHA/CICLO',
      },
    },
    'by-entry': {
      kind: 'once',
      describe: {
        en: 'The entry of the bank that paid it, as "cuadre bank list" shows it',
        es: 'El movimiento del banco que la pagó, como lo muestra "cuadre bank list"',
      },
    },
    ...REASON,
    ...FLAGS,
  },
  execute: async (given, io) => {
    const targets = parseTargets(given, given.operands, ['claimed'])
    const payer = parsePayer(given)
    const context = quietContext(given, io)
    const { settleClaims } = await import('../../../../jobs/claims/settle-claims.ts')
    const author = parseAuthor({ ...given, text: () => undefined })
    const reason = given.text('reason') ?? ''
    const report = await settleClaims(context, { by: author, targets, payer, reason })
    return printDisposition('discrepancies settle', given, io, context.settings.merchant, report)
  },
}

const parsePayer = ({ text }: CommandArguments): Payer => {
  const [by, entry] = [text('by'), text('by-entry')]
  if ((by === undefined) === (entry === undefined))
    throw usageError(
      { en: 'a settle needs --by or --by-entry', es: 'falta --by o --by-entry, uno de los dos' },
      {
        en: 'name what paid it: --by 2026-11-12/11, or --by-entry ENTRY',
        es: 'diga qué la pagó: --by 2026-11-12/11, o --by-entry MOVIMIENTO',
      },
    )
  if (by === undefined) return { kind: 'entry', entry: (entry ?? '').toLowerCase() }
  const [day = '', label = '', ...others] = by.split('/')
  const [date, cycle] = [asSlotDate(day), asCycle(label)]
  if (date === null || cycle === null || others.length > 0)
    throw usageError(
      { en: '--by is not a settlement', es: '--by no es una liquidación' },
      { en: 'write its date and cycle: --by 2026-11-12/11', es: 'escriba su fecha y ciclo: --by 2026-11-12/11' },
    )
  return { kind: 'adjustment', slot: { date, cycle } }
}
