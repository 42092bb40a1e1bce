import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { type BankVoidReport, VOID } from '../../../../reports/documents/bank/bank-files.ts'
import { type Display, displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { harmless } from '../../../std/harmless.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { fileLines } from '../../terminal/file-lines.ts'
import { BY, parseAuthor, parseReason, quietContext, REASON } from '../discrepancies/disposition-flags.ts'
import { numberOperand } from './number-operand.ts'

export const bankVoid: Command = {
  name: 'bank void',
  group: 'month-end',
  exits: ['locked'],
  describe: {
    en: 'Void an imported bank file, such as one of another account',
    es: 'Anula un archivo del banco importado, por ejemplo uno de otra cuenta',
  },
  manual: [
    [
      'NUMBER --reason TEXT [--by NAME] [--json]',
      'Voids an imported file, by its number: its entries do not count any more, and ties with them are undone. The file is kept, and can be imported again. A file whose days a later file covers can be voided only after that one.',
    ],
  ],
  operand: 'number',
  examples: [
    [
      'cuadre bank void 31 --reason "another account"',
      { en: 'file 31 of "cuadre bank files"', es: 'el archivo 31 de "cuadre bank files"' },
      'cuadre bank void 31 --reason "de otra cuenta"',
    ],
  ],
  flags: { ...REASON, ...BY, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const request = {
      number: numberOperand(given, { en: 'a bank file', es: 'un archivo del banco' }, 'cuadre bank files'),
      reason: parseReason(given, { en: 'voiding a file', es: 'anular un archivo' }),
      by: parseAuthor(given),
    }
    const { voidBankFile } = await import('../../../../jobs/bank/void-bank-file.ts')
    const { files, ...voided } = await voidBankFile(quietContext(given, io), request)
    const report = { ...voided, files: files.map((path) => fromHere(path, io.cwd)) }
    const document = answerDocument('bank void', 0, VOID.of(report))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : voidText(report, displayOf(io, io.language)))
    return 0
  },
}

const voidText = ({ file: { number, name }, untied, files }: BankVoidReport, display: Display): string => {
  const file = harmless(name)
  const line = {
    en: `bank file ${number} (${file}) is void; ${untied.length} ${untied.length === 1 ? 'tie is' : 'ties are'} undone`,
    es: `archivo del banco ${number} (${file}) anulado; ${untied.length} ${untied.length === 1 ? 'cruce deshecho' : 'cruces deshechos'}`,
  }[display.language]
  return `${[line, ...fileLines(files, display)].join('\n')}\n`
}
