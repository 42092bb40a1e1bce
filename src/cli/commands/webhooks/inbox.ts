import type { InboxReport } from '../../../../jobs/read-inbox.ts'
import { runDocument } from '../../../../reports/documents/run-document.ts'
import { countOf } from '../../../i18n/counts.ts'
import type { Language } from '../../../i18n/language.ts'
import { jsonText } from '../../../publish/json.ts'
import type { Both } from '../../../std/both.ts'
import type { InboxEvent } from '../../../storage/inbox/inbox.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS } from '../../framework/command.ts'
import { FAIL_ON, parseFailOn } from '../../framework/dates.ts'
import { failureLine } from '../../framework/failure.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG, printOptionsOf, withContext } from '../../framework/job.ts'
import type { PrintOptions } from '../../terminal/print-options.ts'
import { reportText } from '../../terminal/report-text.ts'
import { LOG_FLAGS } from '../nightly/progress-options.ts'
import { unusableLines } from './unusable-lines.ts'

export const inbox: Command = {
  name: 'inbox',
  group: 'webhooks',
  exits: ['discrepancies', 'key', 'incomplete', 'locked'],
  describe: {
    en: 'Read again the settlements that waiting notifications name, and no others',
    es: 'Lee de nuevo las liquidaciones que nombran las notificaciones en espera, y ninguna otra',
  },
  manual: [['[--fail-on ...] [--json]', 'Reads again the settlements that waiting notifications name, and no others.']],
  examples: [
    [
      'cuadre inbox',
      {
        en: 'process what is waiting; a settlement that is not due yet keeps waiting',
        es: 'procesa lo que espera; una liquidación a la que aún no le llega su hora sigue en espera',
      },
    ],
    ['cuadre inbox --json', { en: 'for a program', es: 'para un programa' }],
  ],
  flags: { ...FAIL_ON, ...JSON_FLAG, ...LOG_FLAGS, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  writesReports: () => true,
  execute: (given, io) => workInbox('inbox', given, io, null),
}

/** Runs the job and prints its result: the report of a run, and the result of each notification. */
export const workInbox = async (
  name: string,
  given: CommandArguments,
  io: Io,
  again: readonly InboxEvent[] | null,
): Promise<number> => {
  const failOn = parseFailOn(given)
  const { readInbox } = await import('../../../../jobs/read-inbox.ts')
  const { worked, options } = await withContext(given, io, async (context) => ({
    worked: await readInbox(context, { failOn, again }),
    options: printOptionsOf(given, io, context),
  }))
  io.signal.throwIfAborted()
  if (worked.report?.error) io.stderr(failureLine(worked.report.error, io.language))
  await io.stdout(given.isOn('json') ? documentOf(name, worked, io) : textOf(worked, io, options))
  return worked.report?.exitCode ?? 0
}

const NOTHING = { runId: null, slots: [], files: [], outcome: 'nothing-due', exitCode: 0, error: null } as const

/** The document of a run with the results of the notifications. */
const documentOf = (command: string, { report, ...events }: InboxReport, io: Io): string => {
  const files = report?.files.map((path) => fromHere(path, io.cwd)) ?? []
  const document = runDocument({ command, ...(report ?? NOTHING), files })
  return `${jsonText({ ...document, events })}\n`
}

const textOf = ({ report, ...events }: InboxReport, io: Io, options: PrintOptions): string => {
  const files = report?.files.map((path) => fromHere(path, io.cwd)) ?? []
  return `${report === null ? '' : `${reportText(report, files, options)}\n`}${[sentence(events, io.language), ...unusableLines(events.unusable, io.language)].join('\n')}\n`
}

const sentence = ({ done, failed, early, waiting }: Omit<InboxReport, 'report'>, language: Language): string => {
  if (done + failed + early + waiting === 0)
    return { en: 'No notification is waiting.', es: 'No hay notificaciones en espera.' }[language]
  const all = countOf(done, 'notification', language)
  const parts: readonly Both<string>[] = [
    { en: `${all} processed`, es: `${all} ${done === 1 ? 'procesada' : 'procesadas'}` },
    ...(early === 0
      ? []
      : [
          {
            en: `${early} waiting until the settlement is due`,
            es: `${early} en espera de la hora de su liquidación`,
          },
        ]),
    ...(waiting === 0
      ? []
      : [
          {
            en: `${waiting} waiting for their next try`,
            es: `${waiting} en espera de su próximo intento`,
          },
        ]),
    ...(failed === 0
      ? []
      : [
          {
            en: `${failed} could not be processed and will be tried again`,
            es: `${failed} no se ${failed === 1 ? 'pudo procesar y se intentará' : 'pudieron procesar y se intentarán'} de nuevo`,
          },
        ]),
  ]
  return `${parts.map((part) => part[language]).join(', ')}.`
}
