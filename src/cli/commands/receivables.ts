import { resolve } from 'node:path'
import {
  RECEIVABLE_GUESS,
  RECEIVABLE_IMPORT,
  RECEIVABLE_TIE,
  RECEIVABLE_VOID,
  type ReceivableImport,
  type RentTieReport,
  writtenListMapping,
} from '../../../reports/documents/receivables.ts'
import { month } from '../../input/dates.ts'
import { once } from '../../input/options.ts'
import { optional, text } from '../../input/readers.ts'
import { harmless } from '../../std/harmless.ts'
import type { Language } from '../../words/language.ts'
import type { Command, CommandAnswer, CommandArguments } from '../framework/command.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'
import {
  BY_HAND,
  importedBefore,
  TIE,
  tieLine,
  UNDOING_TIE,
  undoingIn,
  VOIDING_FILE,
  WITH_REASON,
  writtenAnswer,
} from './by-hand.ts'
import { parseAuthor, parseReason } from './decisions.ts'
import { fileToGuess, GUESS, previewReport } from './import-preview.ts'

export const receivablesImport: Command = {
  name: 'receivables import',
  group: 'receivables',
  exits: ['locked'],
  describe: {
    en: 'Import your list of what tenants owe, or collections of a bank',
    es: 'Importa su lista de lo que deben los inquilinos, o recaudos de un banco',
  },
  manual: 'Each file whole or not at all. `--guess` proposes `receivableMapping`, and imports nothing.',
  operand: 'file..',
  examples: [
    [
      'cuadre receivables import october.xlsx --month 2026-10',
      {
        en: 'the list of October; rows of another month are refused',
        es: 'la lista de octubre; filas de otro mes se rechazan',
      },
      'cuadre receivables import octubre.xlsx --month 2026-10',
    ],
    [
      'cuadre receivables import october.xlsx --guess',
      { en: 'proposes receivableMapping for the settings', es: 'propone receivableMapping para los parámetros' },
      'cuadre receivables import octubre.xlsx --guess',
    ],
  ],
  flags: {
    month: once({ en: 'The month that the list is of', es: 'El mes de la lista' }, optional(text)),
    ...GUESS,
    ...BY_HAND,
  },
  execute: async (given, io) => (given.isOn('guess') ? guess(given, io) : importFiles(given, io)),
}

const importFiles = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  const request = {
    files: given.operands.map((file) => resolve(io.cwd, file)),
    month: monthIn(given),
    by: parseAuthor(given),
  }
  const { importLists } = await import('../../../jobs/receivables/import-lists.ts')
  const report = await importLists(contextOf(given, io), request)
  const lines = report.imports.map((one) => importLine(one, io.language))
  return writtenAnswer(report, RECEIVABLE_IMPORT, [...lines, SEE[io.language]], io)
}

const monthIn = ({ text }: CommandArguments): string | null => {
  const typed = text('month')
  return typed === undefined ? null : month('--month', typed).from.slice(0, 7)
}

const SEE = {
  en: 'See "cuadre receivables list".',
  es: 'Vea "cuadre receivables list".',
}

const importLine = ({ name, kind, months, result, leftOut }: ReceivableImport, language: Language): string => {
  if (result.kind === 'known') return importedBefore(name, result.number)[language]
  const file = harmless(name)
  const rows = { list: { en: 'new dues', es: 'cobros nuevos' }, bank: { en: 'new payments', es: 'pagos nuevos' } }[kind]
  const left = {
    list: { en: 'rows that are no dues (totals, zero)', es: 'filas que no son cobros (totales, cero)' },
    bank: { en: 'returned', es: 'devueltos' },
  }[kind]
  const rest = leftOut === 0 ? '' : `, ${leftOut} ${left[language]}`
  return {
    en: `${file}: ${result.added} ${rows.en}, ${result.repeated} known already${rest} (${months.join(' ')})`,
    es: `${file}: ${result.added} ${rows.es}, ${result.repeated} ya conocidos${rest} (${months.join(' ')})`,
  }[language]
}

const guess = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  const { path, name } = fileToGuess(given, io)
  const { bytesOfFile } = await import('../../tables/bytes-of-file.ts')
  const { guessList } = await import('../../receivables/guess-list.ts')
  const { withListName } = await import('../../receivables/read-list.ts')
  const guessed = guessList(await bytesOfFile(path, withListName), {
    ...{ name, mapping: contextOf(given, io).settings.receivableMapping, month: monthIn(given) },
  })
  const { receivableMapping: mapping, isProposed, rows } = guessed
  return {
    document: () => RECEIVABLE_GUESS.of(guessed),
    text: () =>
      previewReport({
        ...{ ...guessed, name, format: mapping === null ? 'Asobancaria 2001' : 'receivableMapping' },
        rows: rows.map(({ dueDate: on, amount: value, key: text }) => ({ on, value, text })),
        proposed: mapping === null || !isProposed ? null : { receivableMapping: writtenListMapping(mapping) },
      }),
  }
}

const PAYMENT = {
  payment: {
    kind: 'repeatable',
    describe: {
      en: 'A payment, by its id as `receivables list` shows it',
      es: 'Un pago, por su id como lo muestra `receivables list`',
    },
  },
} as const satisfies Command['flags']

export const receivablesTie: Command = {
  name: 'receivables tie',
  group: 'receivables',
  exits: ['locked'],
  describe: {
    en: 'Say which dues a payment is of',
    es: 'Dice de qué cobros es un pago',
  },
  manual: 'Goes before all that is found without a person, whether or not the sums agree.',
  operand: 'due..',
  examples: [
    [
      'cuadre receivables tie A-101/2026-10 --payment inv_8f2 --reason "paid by her brother"',
      { en: 'a payment with another document', es: 'un pago con otro documento' },
      'cuadre receivables tie A-101/2026-10 --payment inv_8f2 --reason "pagó su hermano"',
    ],
  ],
  flags: { ...PAYMENT, ...WITH_REASON },
  execute: async (given, io) => {
    const request = tieIn(given, TIE)
    const { tieRents } = await import('../../../jobs/receivables/tie-rents.ts')
    return tieAnswer(await tieRents(contextOf(given, io), request), io)
  },
}

const tieIn = (given: CommandArguments, act: typeof TIE) => ({
  dues: given.operands,
  payments: given.all('payment'),
  reason: parseReason(given, act),
  by: parseAuthor(given),
})

export const receivablesUntie: Command = {
  name: 'receivables untie',
  group: 'receivables',
  exits: ['locked'],
  describe: {
    en: 'Undo a tie, or say that a payment is not of a due',
    es: 'Deshace un cruce, o dice que un pago no es de un cobro',
  },
  manual: 'By the number of a tie of a person; else by due and payment.',
  operand: 'due..',
  examples: [
    [
      'cuadre receivables untie 45 --reason "of another tenant"',
      { en: 'tie 45 of `receivables list`', es: 'el cruce 45 de `receivables list`' },
      'cuadre receivables untie 45 --reason "de otro inquilino"',
    ],
    [
      'cuadre receivables untie A-101/2026-10 --payment inv_8f2 --reason "of another tenant"',
      { en: 'what was found by contract or document', es: 'lo hallado por contrato o documento' },
      'cuadre receivables untie A-101/2026-10 --payment inv_8f2 --reason "de otro inquilino"',
    ],
  ],
  flags: { ...PAYMENT, ...WITH_REASON },
  execute: async (given, io) => {
    const { partRents, untieRents } = await import('../../../jobs/receivables/tie-rents.ts')
    if (given.all('payment').length > 0)
      return tieAnswer(await partRents(contextOf(given, io), tieIn(given, UNDOING_TIE)), io)
    const request = undoingIn(given, { record: TIE, act: UNDOING_TIE, shownBy: 'cuadre receivables list' })
    return tieAnswer(await untieRents(contextOf(given, io), request), io)
  },
}

const tieAnswer = (report: RentTieReport, io: Io): CommandAnswer => {
  const { tie } = report
  const said = `${tie.dues.join(', ')} ${tie.isTied ? '=' : '≠'} ${tie.payments.join(', ')}`
  return writtenAnswer(report, RECEIVABLE_TIE, [tieLine(tie, said, io.language)], io)
}

export const receivablesVoid: Command = {
  name: 'receivables void',
  group: 'receivables',
  exits: ['locked'],
  describe: {
    en: 'Void an imported list, such as one with wrong amounts',
    es: 'Anula una lista importada, por ejemplo una con valores equivocados',
  },
  manual: 'By the number that `receivables files` shows; it is kept, and can be imported again.',
  operand: 'number',
  examples: [
    [
      'cuadre receivables void 31 --reason "amounts before the increase"',
      { en: 'file 31 of `receivables files`', es: 'el archivo 31 de `receivables files`' },
      'cuadre receivables void 31 --reason "valores antes del incremento"',
    ],
  ],
  flags: WITH_REASON,
  execute: async (given, io) => {
    const record = { en: 'a file', es: 'un archivo' }
    const request = undoingIn(given, { record, act: VOIDING_FILE, shownBy: 'cuadre receivables files' })
    const { voidList } = await import('../../../jobs/receivables/tie-rents.ts')
    const report = await voidList(contextOf(given, io), request)
    const [number, name] = [report.file.number, harmless(report.file.name)]
    const said = { en: `file ${number} (${name}) is void`, es: `archivo ${number} (${name}) anulado` }
    return writtenAnswer(report, RECEIVABLE_VOID, [said[io.language]], io)
  },
}
