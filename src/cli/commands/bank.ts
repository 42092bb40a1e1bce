import { resolve } from 'node:path'
import type { BankImportRequest } from '../../../jobs/bank/import-bank-files.ts'
import type { TieReport } from '../../../jobs/bank/tie-bank-entries.ts'
import { VOID } from '../../../reports/documents/bank/bank-files.ts'
import {
  BANK_GUESS,
  BANK_IMPORT,
  type BankImport,
  type BankImportReport,
  writtenMapping,
} from '../../../reports/documents/bank/bank-import-report.ts'
import { BANK_TIE_ANSWER } from '../../../reports/documents/bank/bank-list-report.ts'
import { ACCOUNT_MAX_CHARACTERS } from '../../core/bank/bank-statement.ts'
import { asCycle, asSlotDate, type Slot, slotInWords } from '../../core/slot.ts'
import { wordsIn } from '../../core/words-in.ts'
import { once } from '../../input/options.ts'
import { idShownBy, optional, text } from '../../input/readers.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import type { Language } from '../../words/language.ts'
import { type Command, type CommandAnswer, type CommandArguments, usageError } from '../framework/command.ts'
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

export const bankImport: Command = {
  name: 'bank import',
  group: 'bank',
  exits: ['locked'],
  describe: {
    en: 'Import statements of the bank, and tie payouts to their credits',
    es: 'Importa extractos del banco y cruza los abonos con sus consignaciones',
  },
  inSight: { en: 'read a statement of your bank', es: 'lee un extracto de su banco' },
  manual: '`--guess` only proposes `bankMapping` for the settings.',
  operand: 'file..',
  examples: [
    [
      'cuadre bank import march.csv',
      {
        en: 'a statement, whose form is known by its contents',
        es: 'un extracto; su formato se reconoce por el contenido',
      },
    ],
    [
      'cuadre bank import march.xlsx --account 031-123456-78',
      { en: 'the file does not name its account', es: 'el archivo no dice su cuenta' },
    ],
    [
      'cuadre bank import march.xlsx --guess',
      { en: 'proposes bankMapping for the settings', es: 'propone bankMapping para los parámetros' },
    ],
  ],
  flags: {
    account: once(
      {
        en: 'The account, where the file does not name it',
        es: 'La cuenta, cuando el archivo no la dice',
      },
      optional(text),
    ),
    ...GUESS,
    ...BY_HAND,
  },
  execute: async (given, io) => (given.isOn('guess') ? guess(given, io) : importFiles(given, io)),
}

const importFiles = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  const request = requestIn(given, io)
  const { importBankFiles } = await import('../../../jobs/bank/import-bank-files.ts')
  const report = await importBankFiles(contextOf(given, io), request)
  return writtenAnswer(report, BANK_IMPORT, importLines(report, displayOf(io, io.language)), io)
}

const requestIn = (given: CommandArguments, { cwd }: Io): BankImportRequest => {
  const account = given.text('account')
  return {
    files: given.operands.map((file) => resolve(cwd, file)),
    account: account === undefined ? null : wordsIn('--account', account, ACCOUNT_MAX_CHARACTERS),
    by: parseAuthor(given),
  }
}

const importLines = ({ imports, ties }: BankImportReport, display: Display): readonly string[] => {
  const { language } = display
  const tied = {
    en: `${ties} ${ties === 1 ? 'tie was' : 'ties were'} made by exact sums; see "cuadre bank list"`,
    es: `${ties} ${ties === 1 ? 'cruce hecho' : 'cruces hechos'} por sumas exactas; vea "cuadre bank list"`,
  }[language]
  const lines = imports.flatMap((one) => [
    importLine(one, language),
    ...leftOutLines(one, display),
    ...strangerLines(one, display),
    ...contradictionLines(one, display),
  ])
  return [...lines, tied]
}

const importLine = ({ name, result }: BankImport, language: Language): string => {
  if (result.kind === 'known') return importedBefore(name, result.number)[language]
  const file = harmless(name)
  const { added, repeated, renewed } = result
  return {
    en: `${file}: ${added} new ${added === 1 ? 'entry' : 'entries'}, ${repeated} known already${renewed === 0 ? '' : ` (${renewed} of them with another text or reference)`}`,
    es: `${file}: ${added} ${added === 1 ? 'movimiento nuevo' : 'movimientos nuevos'}, ${repeated} ya conocidos${renewed === 0 ? '' : ` (${renewed} de ellos con otro texto u otra referencia)`}`,
  }[language]
}

/** What stands in the file and is not imported: entries that are not booked yet, and those of a statement that comes twice. */
const leftOutLines = (
  { leftOut: { notBooked, doubled } }: BankImport,
  { width, language }: Display,
): readonly string[] => {
  const told = [
    {
      count: notBooked,
      en: `Entries that the bank has not booked yet, and that are not imported: ${notBooked}. Import its next file, too.`,
      es: `Movimientos que el banco aún no ha contabilizado, y que no se importaron: ${notBooked}. Importe también su próximo archivo.`,
    },
    {
      count: doubled,
      en: `Entries of a statement that stands in the file twice, and that count once: ${doubled}.`,
      es: `Movimientos de un extracto que está dos veces en el archivo, y que cuentan una vez: ${doubled}.`,
    },
  ]
  return told.filter(({ count }) => count > 0).flatMap((one) => wrapText('  ', one[language], width))
}

/** When no credit names the operator, nothing is tied; usually `bankText` is not the bank's spelling. */
const strangerLines = ({ ofOperator }: BankImport, { width, language }: Display): readonly string[] =>
  ofOperator > 0
    ? []
    : wrapText(
        '  ',
        {
          en: 'No entry has the text of the operator that the setting bankText names. See how the bank writes it, correct bankText, and import the file again.',
          es: 'Ningún movimiento tiene el texto del operador que nombra el parámetro bankText. Vea cómo lo escribe el banco, corrija bankText e importe el archivo otra vez.',
        }[language],
        width,
      )

/** As when the bank issues a corrected statement: what it had before stays, and may have to be untied. */
const contradictionLines = ({ isContradicted }: BankImport, { width, language }: Display): readonly string[] =>
  isContradicted
    ? wrapText(
        '  ',
        {
          en: 'Its closing balance does not follow from the entries of its days that are held now: an earlier file has others. Both are kept. Where the bank corrected its statement, void both (see "cuadre bank files") and import this one again.',
          es: 'Su saldo final no resulta de los movimientos de esos días que hay ahora: un archivo anterior tiene otros. Se guardan ambos. Si el banco corrigió su extracto, anule los dos (vea "cuadre bank files") e importe este de nuevo.',
        }[language],
        width,
      )
    : []

const guess = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  const { path, name } = fileToGuess(given, io)
  const { bytesOfFile } = await import('../../tables/bytes-of-file.ts')
  const { guessFile } = await import('../../bank/tables/guess-file.ts')
  const { zone, settings } = contextOf(given, io)
  const guessed = guessFile(await bytesOfFile(path), { name, zone, mapping: settings.bankMapping ?? undefined })
  const { bankMapping: mapping, isProposed, rows } = guessed
  return {
    document: () => BANK_GUESS.of(guessed),
    text: () =>
      previewReport({
        ...{ ...guessed, name },
        rows: rows.map(({ bookedOn: on, value, text }) => ({ on, value, text })),
        proposed: mapping === null || !isProposed ? null : { bankMapping: writtenMapping(mapping) },
      }),
  }
}

export const bankTie: Command = {
  name: 'bank tie',
  group: 'bank',
  exits: ['locked'],
  describe: {
    en: 'Say which payouts and entries of the bank belong together',
    es: 'Dice qué abonos y movimientos del banco van juntos',
  },
  manual: 'See [Tying](bank.md#tying).',
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
    ...WITH_REASON,
  },
  execute: async (given, io) => {
    const request = {
      slots: given.operands.map(slotIn),
      entries: parseEntries(given),
      reason: parseReason(given, TIE),
      by: parseAuthor(given),
    }
    const { tieBankEntries } = await import('../../../jobs/bank/tie-bank-entries.ts')
    return tieAnswer(await tieBankEntries(contextOf(given, io), request), true, io)
  },
}

const parseEntries = (given: CommandArguments): readonly string[] => {
  const entries = given.all('entry').map((typed) => idShownBy('bank list')('--entry', typed.replace(/^bank:/, '')))
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

/** A tie in its present state; `isNew` is of the command that made it. */
const tieAnswer = ({ report: { files }, ...report }: TieReport, isNew: boolean, io: Io): CommandAnswer => {
  const { tie } = report
  const slots = tie.payouts.map(({ slot }) => slotInWords(slot)[io.language]).join(', ')
  const wasTakenBack = isNew && tie.undone !== null
  const why = wasTakenBack ? wrapText('  ', TAKEN_BACK[io.language], displayOf(io, io.language).width) : []
  const lines = [tieLine(tie, `${slots} = ${tie.entries.join(', ')}`, io.language), ...why]
  return writtenAnswer({ ...report, files }, BANK_TIE_ANSWER, lines, io)
}

export const bankUntie: Command = {
  name: 'bank untie',
  group: 'bank',
  exits: ['locked'],
  describe: {
    en: 'Undo a tie: its payouts and credits do not belong together',
    es: 'Deshace un cruce: sus abonos y consignaciones no van juntos',
  },
  operand: 'tie',
  examples: [
    [
      'cuadre bank untie 45 --reason "another transfer"',
      { en: 'tie 45 of "cuadre bank list --all"', es: 'el cruce 45 de "cuadre bank list --all"' },
      'cuadre bank untie 45 --reason "otra transferencia"',
    ],
  ],
  flags: WITH_REASON,
  execute: async (given, io) => {
    const request = undoingIn(given, { record: TIE, act: UNDOING_TIE, shownBy: 'cuadre bank list --all' })
    const { untieBankEntries } = await import('../../../jobs/bank/tie-bank-entries.ts')
    return tieAnswer(await untieBankEntries(contextOf(given, io), request), false, io)
  },
}

export const bankVoid: Command = {
  name: 'bank void',
  group: 'bank',
  exits: ['locked'],
  describe: {
    en: 'Void an imported bank file, such as one of another account',
    es: 'Anula un archivo del banco importado, por ejemplo uno de otra cuenta',
  },
  manual: 'See [Importing statements](bank.md#importing-statements).',
  operand: 'number',
  examples: [
    [
      'cuadre bank void 31 --reason "another account"',
      { en: 'file 31 of "cuadre bank files"', es: 'el archivo 31 de "cuadre bank files"' },
      'cuadre bank void 31 --reason "de otra cuenta"',
    ],
  ],
  flags: WITH_REASON,
  execute: async (given, io) => {
    const record = { en: 'a bank file', es: 'un archivo del banco' }
    const request = undoingIn(given, { record, act: VOIDING_FILE, shownBy: 'cuadre bank files' })
    const { voidBankFile } = await import('../../../jobs/bank/void-bank-file.ts')
    const report = await voidBankFile(contextOf(given, io), request)
    const { file, untied } = report
    const [number, name] = [file.number, harmless(file.name)]
    const said = {
      en: `bank file ${number} (${name}) is void; ${untied.length} ${untied.length === 1 ? 'tie is' : 'ties are'} undone`,
      es: `archivo del banco ${number} (${name}) anulado; ${untied.length} ${untied.length === 1 ? 'cruce deshecho' : 'cruces deshechos'}`,
    }
    return writtenAnswer(report, VOID, [said[io.language]], io)
  },
}
