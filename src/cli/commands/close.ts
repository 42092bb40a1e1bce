import type { CloseReport } from '../../../jobs/close.ts'
import { CLOSE, notClosable } from '../../../reports/documents/close-document.ts'
import type { Closing } from '../../core/findings/act.ts'
import { isOpen } from '../../core/findings/discrepancy.ts'
import type { Centavos } from '../../core/money.ts'
import type { SlotDate } from '../../core/slot.ts'
import { VERDICTS } from '../../core/verdict.ts'
import { date } from '../../input/dates.ts'
import { aSwitch, once } from '../../input/options.ts'

import { type Display, displayOf } from '../../print/display.ts'
import { fitTable, type TableColumn } from '../../print/fit-table.ts'
import { slotInTable, sumIn } from '../../print/in-table.ts'
import { verdictCount, verdictName } from '../../print/names.ts'
import type { SlotReport } from '../../rules/assessment/slot-report.ts'
import { inBoth } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { TO_WRITE } from '../../words/to-write.ts'
import {
  type Command,
  type CommandAnswer,
  type CommandArguments,
  DEBUG,
  JSON_FLAG,
  optionsTyped,
  SETTINGS,
  usageError,
} from '../framework/command.ts'
import { fromHere } from '../framework/effective-settings.ts'
import type { Io } from '../framework/io.ts'
import { contextOf } from '../framework/job.ts'
import { BY, parseAuthor, parseReason, REASON } from './decisions.ts'

/** The closed days, or what prevents the closing. */
const closeText = (
  { closing, slots, forbidding, statements, isAgain }: CloseReport,
  through: SlotDate,
  display: Display,
): string => {
  const { width, language } = display
  const said =
    closing === null
      ? [
          {
            en: `Not closed: up to ${through} these settlements are unfinished.`,
            es: `Sin cerrar: hasta el ${dayIn(through, 'es')} estas liquidaciones están sin terminar.`,
          }[language],
        ]
      : isAgain
        ? closedBefore(closing, language)
        : [
            {
              en: `Closed through ${through} by ${harmless(closing.by)}; its number is ${closing.number}, for --as-of.`,
              es: `Cerrado hasta el ${dayIn(through, 'es')} por ${harmless(closing.by)}; su número es ${closing.number}, para --as-of.`,
            }[language],
            `${byVerdict(slots, language)}.`,
            ...(forbidding.length > 0
              ? [{ en: 'Closed in spite of these:', es: 'Cerrado a pesar de estas:' }[language]]
              : []),
          ]
  return `${[
    ...said.flatMap((line) => wrapText('', line, width)),
    ...unfinished(forbidding, display),
    ...pages(
      statements,
      { en: 'Account with the operator, to be signed', es: 'Cuenta con el operador, para firmar' }[language],
    ),
  ].join('\n')}\n`
}

/** Whoever closes once more may expect that it takes in what became known since. */
const closedBefore = ({ through, by, number }: Closing, language: Language): readonly string[] => [
  {
    en: `Closed before, through ${through} by ${harmless(by)}; its number is ${number}, for --as-of. Files that were missing are written again. To close with what is known now, undo it first:`,
    es: `Cerrado antes, hasta el ${dayIn(through, 'es')} por ${harmless(by)}; su número es ${number}, para --as-of. Se escribieron de nuevo los archivos que faltaban. Para cerrar con lo que se sabe hoy, deshaga primero el cierre:`,
  }[language],
  `cuadre close --undo --reason ${TO_WRITE.reason[language]}`,
]

/** The other files of each statement are next to its page. */
const pages = (statements: readonly string[], title: string): readonly string[] =>
  statements.filter((file) => file.endsWith('.html')).map((file) => `${title}: ${harmless(file)}`)

const undoText = (
  { closing, statements }: CloseReport,
  { width, language }: Pick<Display, 'width' | 'language'>,
): string =>
  `${[
    ...wrapText(
      '',
      {
        en: `The closing through ${closing?.through} is undone: its days are open again, and their files show what is known now.`,
        es: `Se deshizo el cierre hasta el ${dayIn(closing?.through ?? '', 'es')}: sus días están abiertos de nuevo, y sus archivos muestran lo que se sabe ahora.`,
      }[language],
      width,
    ),
    ...pages(
      statements,
      {
        en: 'Account with the operator, a draft until the days are closed again',
        es: 'Cuenta con el operador, un borrador hasta que se cierren de nuevo los días',
      }[language],
    ),
  ].join('\n')}\n`

/** The most lines on the screen; the JSON document has all. */
const LINES_MAX = 40

const unfinished = (slots: readonly SlotReport[], display: Display): readonly string[] => {
  const { language } = display
  const rest = slots.length - LINES_MAX
  return [
    ...fitTable([columnsIn(language)], slots.slice(0, LINES_MAX), display).rows,
    ...(rest > 0 ? [{ en: `  and ${rest} more`, es: `  y ${rest} más` }[language]] : []),
  ]
}

/** On a narrow screen the codes are cut; dates and sums never are. */
const columnsIn = (language: Language): readonly TableColumn<SlotReport>[] => [
  { head: '', of: ({ slot }) => `  ${slotInTable(slot, language)}` },
  { head: '', of: ({ verdict }) => verdictName(verdict, language) },
  { head: '', of: ({ money: { difference } }) => differenceIn(difference, language) },
  { head: '', of: ({ discrepancies }) => codesOf(discrepancies), least: 12 },
]

const differenceIn = (difference: Centavos | null, language: Language): string => {
  if (difference === null || difference === 0n) return ''
  const sum = sumIn(difference, language)
  return { en: `difference ${sum}`, es: `diferencia ${sum}` }[language]
}

const codesOf = (discrepancies: SlotReport['discrepancies']): string =>
  [...new Set(discrepancies.filter((one) => isOpen(one) && one.severity === 'error').map(({ code }) => code))].join(' ')

const byVerdict = (slots: readonly SlotReport[], language: Language): string =>
  VERDICTS.toReversed()
    .map((verdict) => ({ verdict, number: slots.filter((slot) => slot.verdict === verdict).length }))
    .filter(({ number }) => number > 0)
    .map(({ verdict, number }) => verdictCount(number, verdict, language))
    .join(', ')

const THROUGH = {
  through: once({ en: 'The last day to close, YYYY-MM-DD', es: 'El último día que se cierra, AAAA-MM-DD' }, date),
}

export const close: Command = {
  name: 'close',
  group: 'month-end',
  exits: ['discrepancies', 'locked'],
  describe: {
    en: 'Close all days through a date: their files and figures stay as they are',
    es: 'Cierra todos los días hasta una fecha: sus archivos y cifras quedan como están',
  },
  inSight: { en: 'close days: their figures stay', es: 'cierra días: sus cifras ya no cambian' },
  manual:
    'While settlements up to that day are unfinished it closes nothing, lists them and ends with 3. See [Closing a month](month-end.md#closing-a-month).',
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
    ...THROUGH,
    force: aSwitch({
      en: 'Close although settlements are unfinished; needs --reason',
      es: 'Cierra aunque haya liquidaciones sin terminar; necesita --reason',
    }),
    undo: aSwitch({ en: 'Undo the last closing; needs --reason', es: 'Deshace el último cierre; necesita --reason' }),
    ...REASON,
    ...BY,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  execute: async (given, io) => (given.isOn('undo') ? undo(given, io) : closeThrough(given, io)),
}

const closeThrough = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  const { through } = optionsTyped(THROUGH, given)
  const force = given.isOn('force')
  const request = {
    through,
    force,
    reason: force || given.text('reason') !== undefined ? parseReason(given, inBoth('--force')) : '',
    by: parseAuthor(given),
  }
  const { closePeriod } = await import('../../../jobs/close.ts')
  const closeReport = fromThere(await closePeriod(contextOf(given, io), request), io)
  return {
    document: () => documentOf(closeReport),
    text: () => closeText(closeReport, request.through, displayOf(io, io.language)),
    error:
      closeReport.closing === null
        ? notClosable(request.through, closeReport.forbidding.length, closeReport.slots.length)
        : null,
    exitCode: closeReport.report.exitCode,
  }
}

const undo = async (given: CommandArguments, io: Io): Promise<CommandAnswer> => {
  if (given.text('through') !== undefined || given.isOn('force'))
    throw usageError(
      { en: '--undo excludes --through and --force', es: '--undo excluye --through y --force' },
      { en: 'it undoes the last closing, whatever that was', es: 'deshace el último cierre, cualquiera que sea' },
    )
  const request = { by: parseAuthor(given), reason: parseReason(given, inBoth('--undo')) }
  const { undoClosing } = await import('../../../jobs/close.ts')
  const closeReport = fromThere(await undoClosing(contextOf(given, io), request), io)
  return {
    document: () => documentOf(closeReport, { undone: true }),
    text: () => undoText(closeReport, displayOf(io, io.language)),
  }
}

const documentOf = (
  { closing, forbidding, report: { runId, files } }: CloseReport,
  undone: { readonly undone?: true } = {},
) => CLOSE.of({ ...undone, runId, closing, forbidding, files })

const fromThere = ({ report, statements, ...rest }: CloseReport, { cwd }: Io): CloseReport => {
  const near = (files: readonly string[]): readonly string[] => files.map((file) => fromHere(file, cwd))
  return { ...rest, statements: near(statements), report: { ...report, files: near(report.files) } }
}
