import type { TieReport } from '../../../../jobs/bank/tie-bank-entries.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { bankTieDocument } from '../../../../reports/documents/bank/bank-list-report.ts'
import { asCycle, asSlotDate, type Slot, slotInWords } from '../../../domain/slot.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { fileLines } from '../../terminal/file-lines.ts'
import { BY, idIn, parseAuthor, parseReason, quietContext, REASON } from '../discrepancies/disposition-flags.ts'

export const bankTie: Command = {
  name: 'bank tie',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Say which payouts and entries of the bank belong together',
    es: 'Dice qué abonos y movimientos del banco van juntos',
  },
  manual: [
    [
      'DATE/CYCLE... --entry ID... --reason TEXT [--by NAME] [--json]',
      'Ties the payouts of these settlements to these entries of the bank. Where the sums differ, `BANK_DIFFERS` reports it.',
    ],
  ],
  operand: 'slot..',
  examples: [
    [
      'cuadre bank tie 2026-03-12/11 2026-03-12/13 --entry 3fa94c21 --reason "one transfer"',
      { en: 'two payouts came in one credit', es: 'dos abonos llegaron en una sola consignación' },
      'cuadre bank tie 2026-03-12/11 2026-03-12/13 --entry 3fa94c21 --reason "una sola transferencia"',
    ],
  ],
  flags: {
    entry: {
      kind: 'repeatable',
      describe: {
        en: 'An entry of the bank, by at least the first 6 digits of its id',
        es: 'Un movimiento del banco, por al menos los 6 primeros dígitos de su id',
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
      slots: given.operands.map(slotIn),
      entries: parseEntries(given),
      reason: parseReason(given, { en: 'a tie', es: 'un cruce' }),
      by: parseAuthor(given),
    }
    const { tieBankEntries } = await import('../../../../jobs/bank/tie-bank-entries.ts')
    return printTie('bank tie', given, io, await tieBankEntries(quietContext(given, io), request))
  },
}

const parseEntries = (given: CommandArguments): readonly string[] => {
  const entries = given.all('entry').map((typed) => idIn(typed.replace(/^bank:/, ''), 'bank list'))
  if (entries.length > 0) return entries
  throw usageError(
    { en: '--entry is missing', es: 'falta --entry' },
    { en: 'name the entry of the bank: see "cuadre bank list"', es: 'indique el movimiento: vea "cuadre bank list"' },
  )
}

/** A settlement as typed: `2026-03-12/11`. */
export const slotIn = (typed: string): Slot => {
  const [day = '', label = '', ...rest] = typed.split('/')
  const [date, cycle] = [asSlotDate(day), asCycle(label)]
  if (date !== null && cycle !== null && rest.length === 0) return { date, cycle }
  throw usageError(
    { en: 'a settlement is not valid', es: 'una liquidación no es válida' },
    { en: 'write date and cycle: 2026-03-12/11', es: 'escriba fecha y ciclo: 2026-03-12/11' },
  )
}

/** A tie that does not last longer than the command that made it. */
const TAKEN_BACK = {
  en: 'The bank took a credit of it back by a debit of the same sum (see "cuadre bank list"): nothing arrived with it. Where that debit is of something else, tie them once more; then the tie holds.',
  es: 'El banco devolvió una de sus consignaciones con un débito por la misma suma (vea "cuadre bank list"): con ella no llegó nada. Si ese débito es de otra cosa, haga el cruce otra vez; entonces queda.',
} as const

/** Prints a tie in its present state, and returns the exit status. */
export const printTie = async (
  command: 'bank tie' | 'bank untie',
  given: CommandArguments,
  io: Io,
  { merchant, tie, entries, report }: TieReport,
): Promise<number> => {
  const files = report.files.map((path) => fromHere(path, io.cwd))
  const document = answerDocument(command, 0, { merchant, tie: bankTieDocument(tie, entries), files })
  const slots = tie.payouts.map(({ slot }) => slotInWords(slot)[io.language]).join(', ')
  const ids = tie.entries.join(', ')
  const said =
    tie.undone === null
      ? { en: `tie ${tie.number}: ${slots} = ${ids}`, es: `cruce ${tie.number}: ${slots} = ${ids}` }
      : {
          en: `tie ${tie.number} is undone: ${slots} = ${ids}`,
          es: `cruce ${tie.number} deshecho: ${slots} = ${ids}`,
        }
  const wasTakenBack = command === 'bank tie' && tie.undone !== null
  const why = wasTakenBack ? wrapText('  ', TAKEN_BACK[io.language], displayOf(io, io.language).width) : []
  const text = [said[io.language], ...why, ...fileLines(files, displayOf(io, io.language))].join('\n')
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${text}\n`)
  return 0
}
