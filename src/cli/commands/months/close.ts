import type { CloseReport } from '../../../../jobs/close.ts'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { closeDocument, notClosable } from '../../../../reports/documents/close-document.ts'
import { displayOf } from '../../../print/display.ts'
import { jsonText } from '../../../publish/json.ts'
import { inBoth } from '../../../std/both.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { parseDate } from '../../framework/dates.ts'
import { failureLine } from '../../framework/failure.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { BY, parseAuthor, parseReason, quietContext, REASON } from '../discrepancies/disposition-flags.ts'
import { closeText, undoText } from './close-text.ts'

export const close: Command = {
  name: 'close',
  group: 'month-end',
  exits: ['discrepancies', 'locked'],
  describe: {
    en: 'Close all days through a date: their files and figures stay as they are',
    es: 'Cierra todos los días hasta una fecha: sus archivos y cifras quedan como están',
  },
  manual: [
    [
      '--through DATE [--force --reason TEXT] [--by NAME] [--json]',
      'Closes all days through a date. While settlements are unfinished it closes nothing, lists them and ends with 3. Writes the account with the operator for each month whose last day it closes: a page to be signed, CSV and workbook.',
    ],
    ['--undo --reason TEXT [--by NAME] [--json]', 'Undoes the last closing.'],
  ],
  examples: [
    [
      'cuadre close --through 2026-02-28',
      {
        en: 'February, when every settlement is finished',
        es: 'febrero, cuando todas las liquidaciones han terminado',
      },
    ],
    [
      'cuadre close --through 2026-02-28 --force --reason "the rest is disputed"',
      { en: 'close anyway', es: 'cierra de todos modos' },
      'cuadre close --through 2026-02-28 --force --reason "el resto está en reclamación"',
    ],
    [
      'cuadre close --undo --reason "too early"',
      { en: 'the last closing is undone', es: 'se deshace el último cierre' },
      'cuadre close --undo --reason "demasiado pronto"',
    ],
  ],
  flags: {
    through: {
      kind: 'once',
      describe: { en: 'The last day to close, YYYY-MM-DD', es: 'El último día que se cierra, AAAA-MM-DD' },
    },
    force: {
      kind: 'switch',
      describe: {
        en: 'Close although settlements are unfinished; needs --reason',
        es: 'Cierra aunque haya liquidaciones sin terminar; necesita --reason',
      },
    },
    undo: {
      kind: 'switch',
      describe: { en: 'Undo the last closing; needs --reason', es: 'Deshace el último cierre; necesita --reason' },
    },
    ...REASON,
    ...BY,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => (given.isOn('undo') ? undo(given, io) : closeThrough(given, io)),
}

const closeThrough = async (given: CommandArguments, io: Io): Promise<number> => {
  const typed = given.text('through')
  if (typed === undefined)
    throw usageError(
      { en: '--through is missing', es: 'falta --through' },
      { en: 'add --through 2026-02-28', es: 'agregue --through 2026-02-28' },
    )
  const force = given.isOn('force')
  const request = {
    through: parseDate('--through', typed),
    force,
    reason: force || given.text('reason') !== undefined ? parseReason(given, inBoth('--force')) : '',
    by: parseAuthor(given),
  }
  const { closePeriod } = await import('../../../../jobs/close.ts')
  const closeReport = fromThere(await closePeriod(quietContext(given, io), request), io)
  const { exitCode } = closeReport.report
  const refusal =
    closeReport.closing === null
      ? notClosable(request.through, closeReport.forbidding.length, closeReport.slots.length)
      : null
  if (refusal !== null) io.stderr(failureLine(refusal, io.language))
  const document = answerDocument('close', exitCode, documentOf(closeReport), refusal)
  await io.stdout(
    given.isOn('json')
      ? `${jsonText(document)}\n`
      : closeText(closeReport, request.through, displayOf(io, io.language)),
  )
  return exitCode
}

const undo = async (given: CommandArguments, io: Io): Promise<number> => {
  if (given.text('through') !== undefined || given.isOn('force'))
    throw usageError(
      { en: '--undo excludes --through and --force', es: '--undo excluye --through y --force' },
      { en: 'it undoes the last closing, whatever that was', es: 'deshace el último cierre, cualquiera que sea' },
    )
  const request = { by: parseAuthor(given), reason: parseReason(given, inBoth('--undo')) }
  const { undoClosing } = await import('../../../../jobs/close.ts')
  const closeReport = fromThere(await undoClosing(quietContext(given, io), request), io)
  const document = answerDocument('close', 0, { undone: true, ...documentOf(closeReport) })
  await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : undoText(closeReport, displayOf(io, io.language)))
  return 0
}

const documentOf = ({ closing, forbidding, report: { runId, files } }: CloseReport) =>
  closeDocument({ runId, closing, forbidding, files })

const fromThere = ({ report, statements, ...rest }: CloseReport, { cwd }: Io): CloseReport => {
  const near = (files: readonly string[]): readonly string[] => files.map((file) => fromHere(file, cwd))
  return { ...rest, statements: near(statements), report: { ...report, files: near(report.files) } }
}
