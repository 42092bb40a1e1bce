import { resolve } from 'node:path'
import type { WrongRow } from '../../../../jobs/import-dispositions.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import type { Language } from '../../../i18n/language.ts'
import { jsonText } from '../../../publish/json.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { failureLine, failureOf } from '../../framework/failure.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { BY, parseAuthor, printDisposition, quietContext } from './disposition-flags.ts'

export const discrepanciesImport: Command = {
  name: 'discrepancies import',
  group: 'daily',
  exits: ['locked'],
  describe: {
    en: 'Apply a filled-in sheet of "discrepancies list --csv", all of it or nothing',
    es: 'Aplica una hoja diligenciada de "discrepancies list --csv", toda o nada',
  },
  manual: [
    ['FILE [--by NAME] [--json]', 'Applies a filled-in sheet of `discrepancies list --csv`, all of it or nothing.'],
  ],
  operand: 'file',
  examples: [
    [
      'cuadre discrepancies list --csv > open.csv',
      {
        en: 'fill in disposition (accept, claim, reopen, note), reason, ticket and until',
        es: 'llene disposition (accept, claim, reopen, note), reason, ticket y until',
      },
    ],
    [
      'cuadre discrepancies import open.csv',
      { en: 'every row is checked before anything is done', es: 'se revisa cada fila antes de hacer nada' },
    ],
  ],
  flags: { ...BY, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const file = fromHere(resolve(io.cwd, given.operands[0] ?? ''), io.cwd)
    const by = parseAuthor(given)
    const context = quietContext(given, io)
    const { importDispositions, WrongRowsError } = await import('../../../../jobs/import-dispositions.ts')
    try {
      const report = await importDispositions(context, { file: resolve(io.cwd, file), by })
      return await printDisposition('discrepancies import', given, io, context.settings.merchant, report)
    } catch (error) {
      if (!(error instanceof WrongRowsError)) throw error
      const failure = failureOf(error, [])
      io.stderr(failureLine(failure, io.language))
      const { exitCode } = failure
      const rows = error.rows.map(({ line, why }) => ({ line, why: why.en }))
      const document = answerDocument('discrepancies import', exitCode, { rows }, failure)
      await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : textOf(error.rows, io.language))
      return exitCode
    }
  },
}

/** Every wrong row, one line each. */
const textOf = (rows: readonly WrongRow[], language: Language): string =>
  rows.map(({ line, why }) => `${LINE[language]} ${line}: ${harmless(why[language])}\n`).join('')

const LINE: Both<string> = { en: 'line', es: 'línea' }
