import { basename, resolve } from 'node:path'
import type { BankImportRequest } from '../../../../jobs/bank/import-bank-files.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import {
  type BankImport,
  type BankImportReport,
  bankImportDocument,
} from '../../../../reports/documents/bank/bank-import-report.ts'
import { ACCOUNT_MAX_CHARACTERS } from '../../../domain/bank/bank-statement.ts'
import { wordsIn } from '../../../domain/words-in.ts'
import type { Language } from '../../../i18n/language.ts'
import { type Display, displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { fileLines } from '../../terminal/file-lines.ts'
import { BY, parseAuthor, quietContext } from '../discrepancies/disposition-flags.ts'

export const bankImport: Command = {
  name: 'bank import',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Import statements of the bank, and tie payouts to their credits',
    es: 'Importa extractos del banco y cruza los abonos con sus consignaciones',
  },
  manual: [
    [
      'FILE... [--account NAME] [--by NAME] [--json]',
      'Imports statements, each whole or not at all, and ties payouts to credits where exact sums leave one answer. A file imported twice changes nothing, unless it covers more days by then.',
    ],
    [
      'FILE --guess [--json]',
      'Proposes how the columns of a CSV file or workbook are read, as `bankMapping` for the settings, and shows its first rows as they would be read; nothing is imported.',
    ],
  ],
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
    account: {
      kind: 'once',
      describe: {
        en: 'The account, where the file does not name it',
        es: 'La cuenta, cuando el archivo no la dice',
      },
    },
    guess: {
      kind: 'switch',
      describe: {
        en: 'Propose how the columns are read, and import nothing',
        es: 'Propone cómo leer las columnas, y no importa nada',
      },
    },
    ...BY,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => (given.isOn('guess') ? guess(given, io) : importFiles(given, io)),
}

const importFiles = async (given: CommandArguments, io: Io): Promise<number> => {
  const request = requestIn(given, io)
  const { importBankFiles } = await import('../../../../jobs/bank/import-bank-files.ts')
  const { files, ...imported } = await importBankFiles(quietContext(given, io), request)
  const report = { ...imported, files: files.map((path) => fromHere(path, io.cwd)) }
  const document = answerDocument('bank import', 0, bankImportDocument(report))
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : importText(report, displayOf(io, io.language)))
  return 0
}

const requestIn = (given: CommandArguments, { cwd }: Io): BankImportRequest => {
  const account = given.text('account')
  return {
    files: given.operands.map((file) => resolve(cwd, file)),
    account: account === undefined ? null : wordsIn('--account', account, ACCOUNT_MAX_CHARACTERS),
    by: parseAuthor(given),
  }
}

const importText = ({ imports, ties, files }: BankImportReport, display: Display): string => {
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
  return `${[...lines, tied, ...fileLines(files, display)].join('\n')}\n`
}

const importLine = ({ name, result }: BankImport, language: Language): string => {
  const file = harmless(name)
  if (result.kind === 'known')
    return {
      en: `${file}: imported before, as number ${result.number}; nothing changed`,
      es: `${file}: ya se había importado, con el número ${result.number}; nada cambió`,
    }[language]
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

const guess = async (given: CommandArguments, io: Io): Promise<number> => {
  const [typed, ...others] = given.operands
  if (typed === undefined || others.length > 0)
    throw usageError(
      { en: '--guess looks at one file', es: '--guess mira un solo archivo' },
      { en: 'name one file', es: 'indique un archivo' },
    )
  const path = resolve(io.cwd, typed)
  const { bytesOfBankFile } = await import('../../../bank/bytes-of-bank-file.ts')
  const { guessFile } = await import('../../../bank/tables/guess-file.ts')
  const { guessDocument, guessText } = await import('./guess-text.ts')
  const guessed = guessFile(await bytesOfBankFile(path), { name: basename(path) })
  await io.stdout(
    given.isOn('json')
      ? `${jsonText(answerDocument('bank import', 0, guessDocument(guessed)))}\n`
      : guessText(guessed, io.language),
  )
  return 0
}
