import type { InboxReport } from '../../../../jobs/read-inbox.ts'
import { runDocument } from '../../../../reports/documents/run-document.ts'
import { jsonText } from '../../../publish/json.ts'
import { howMany } from '../../../std/how-many.ts'
import type { InboxEvent } from '../../../storage/inbox/inbox.ts'
import { type Command, DEBUG, type Given, SETTINGS } from '../../framework/command.ts'
import { FAIL_ON, failOnGiven } from '../../framework/dates.ts'
import { failureLine } from '../../framework/failure.ts'
import { fromHere } from '../../framework/from-here.ts'
import type { Io } from '../../framework/io.ts'
import { JSON_FLAG, printingOf, withContext } from '../../framework/job.ts'
import type { Printing } from '../../terminal/printing.ts'
import { reportText } from '../../terminal/report-text.ts'
import { WATCHING } from '../nightly/watching.ts'
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
  flags: { ...FAIL_ON, ...JSON_FLAG, ...WATCHING, ...SETTINGS, ...DEBUG },
  eachMerchant: true,
  writesReports: () => true,
  execute: (given, io) => workInbox('inbox', given, io, null),
}

/** Does the job and prints how it went: what a run prints, and what became of the events. */
export const workInbox = async (
  name: string,
  given: Given,
  io: Io,
  again: readonly InboxEvent[] | null,
): Promise<number> => {
  const failOn = failOnGiven(given)
  const { readInbox } = await import('../../../../jobs/read-inbox.ts')
  const { worked, printing } = await withContext(given, io, async (context) => ({
    worked: await readInbox(context, { failOn, again }),
    printing: printingOf(given, io, context),
  }))
  io.signal.throwIfAborted()
  if (worked.report?.error) io.stderr(failureLine(worked.report.error, io.language))
  await io.stdout(given.isOn('json') ? documentOf(name, worked, io) : textOf(worked, io, printing))
  return worked.report?.exitCode ?? 0
}

const NOTHING = { runId: null, slots: [], files: [], outcome: 'nothing-due', exitCode: 0, error: null } as const

/** The document of a run, and what became of the events. */
const documentOf = (command: string, { report, done, failed, early, unusable }: InboxReport, io: Io): string => {
  const files = report?.files.map((path) => fromHere(path, io.cwd)) ?? []
  const document = runDocument({ command, ...(report ?? NOTHING), files })
  return `${jsonText({ ...document, events: { done, failed, early, unusable } })}\n`
}

const textOf = ({ report, ...events }: InboxReport, io: Io, printing: Printing): string => {
  const files = report?.files.map((path) => fromHere(path, io.cwd)) ?? []
  return `${report === null ? '' : `${reportText(report, files, printing)}\n`}${[sentence(events), ...unusableLines(events.unusable, io.language)].join('\n')}\n`
}

const sentence = ({ done, failed, early }: Omit<InboxReport, 'report'>): string => {
  if (done + failed + early === 0) return 'No notification is waiting.'
  const parts = [`${howMany(done, 'notification')} processed`]
  if (early > 0) parts.push(`${early} waiting until the settlement is due`)
  if (failed > 0) parts.push(`${failed} could not be processed and will be tried again`)
  return `${parts.join(', ')}.`
}
