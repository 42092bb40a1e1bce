import { resolve } from 'node:path'
import type { WrongRow } from '../../../../jobs/import-dispositions.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { jsonText } from '../../../publish/json.ts'
import { harmless } from '../../../std/harmless.ts'
import { type Command, DEBUG, SETTINGS } from '../../framework/command.ts'
import { failureLine, failureOf } from '../../framework/failure.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { BY, printDisposition, quietContext, whoGiven } from './disposition-flags.ts'

export const discrepanciesImport: Command = {
  name: 'discrepancies import',
  group: 'daily',
  exits: ['locked'],
  describe: 'Apply a filled-in sheet of "discrepancies list --csv", all of it or nothing',
  manual: [
    ['FILE [--by NAME] [--json]', 'Applies a filled-in sheet of `discrepancies list --csv`, all of it or nothing.'],
  ],
  operand: 'file',
  examples: [
    [
      'cuadre discrepancies list --csv > open.csv',
      'fill in disposition (accept, claim, reopen, note), reason, ticket and until',
    ],
    ['cuadre discrepancies import open.csv', 'every row is checked before anything is done'],
  ],
  flags: { ...BY, ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const file = fromHere(resolve(io.cwd, given.operands[0] ?? ''), io.cwd)
    const by = whoGiven(given)
    const context = quietContext(given, io)
    const { importDispositions, WrongRowsError } = await import('../../../../jobs/import-dispositions.ts')
    try {
      const report = await importDispositions(context, { file: resolve(io.cwd, file), by })
      return await printDisposition('discrepancies import', given, io, context.settings.merchant, report)
    } catch (error) {
      if (!(error instanceof WrongRowsError)) throw error
      const failure = failureOf(error, [])
      io.stderr(failureLine(failure))
      const { code, message, next, exitCode } = failure
      const rows = error.rows.map((row) => ({ ...row }))
      const document = answerDocument('discrepancies import', exitCode, { rows }, { code, message, next })
      await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : textOf(error.rows))
      return exitCode
    }
  },
}

/** Every wrong row, a line each. */
const textOf = (rows: readonly WrongRow[]): string =>
  rows.map(({ line, why }) => `line ${line}: ${harmless(why)}\n`).join('')
