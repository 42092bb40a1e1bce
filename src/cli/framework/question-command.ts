import type { JobContext } from '../../../jobs/steps/run/context.ts'
import { answerDocument } from '../../../reports/documents/answer-document.ts'
import type { Operands, Options } from '../../input/options.ts'
import { once } from '../../input/options.ts'
import { optional, text } from '../../input/readers.ts'
import { loadSharedSettings } from '../../input/settings.ts'
import { zoneByName } from '../../input/zone.ts'
import { displayOf } from '../../print/display.ts'
import { jsonText } from '../../print/json.ts'
import type { Report } from '../../print/report.ts'
import type { AnyQuestion, QuestionContext } from '../../questions/question.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { printReport } from '../terminal/print-report.ts'
import { AS_OF, parseAsOf } from './as-of.ts'
import {
  type Command,
  type CommandArguments,
  DEBUG,
  type Flag,
  type Flags,
  flagsOf,
  JSON_FLAG,
  LOG_FLAGS,
  optionsTyped,
  SETTINGS,
  sourcesOf,
  usageError,
} from './command.ts'
import { effectiveSettings, fromHere, refuseOwnFolder } from './effective-settings.ts'
import { statusOf } from './failure.ts'
import type { Io } from './io.ts'

const FORMAT: Flags = {
  format: once(
    { en: 'text, json, csv, html or xlsx (text)', es: 'text, json, csv, html o xlsx (text)' },
    optional(text),
  ),
  table: once(
    {
      en: 'With --format csv, where the answer has several tables: this one',
      es: 'Con --format csv, cuando la respuesta tiene varias tablas: esta',
    },
    optional(text),
  ),
}

/** What a command does beside its question, with flags that no other form of the question has. */
interface Act<Facts> {
  readonly flags: Flags
  /** The act asked for, which returns the facts after it; null where only the question is asked. */
  readonly asked?: (given: CommandArguments) => ((facts: Facts, context: QuestionContext) => Promise<Facts>) | null
}

/** The command of a question: it prints the answer on standard output, in any form. */
export const commandOf = <Facts>(asked: AnyQuestion<Facts>, act: Act<Facts> | null = null): Command => {
  const { name, group, describe, operands, options, isOfPast, asksService, about, manual, csv } = asked
  return {
    ...{ name, group, describe, examples: asked.examples },
    ...(asked.foldedInto === undefined ? {} : { foldedInto: asked.foldedInto }),
    ...(asked.inSight === undefined ? {} : { inSight: asked.inSight }),
    exits: [
      ...(asksService ? (['key', 'incomplete'] as const) : []),
      ...(asked.isOff ? (['discrepancies'] as const) : []),
    ],
    ...(Object.keys(operands).length === 0 ? {} : { operand: operandsTyped(asked).join(' ') }),
    ...(manual === undefined ? {} : { manual }),
    flags: {
      ...flagsOf(options),
      ...Object.fromEntries((asked.folds ?? []).map(foldedFlag)),
      ...act?.flags,
      ...(csv === undefined ? {} : { csv: { kind: 'switch', describe: csv } }),
      ...(asked.report === undefined ? {} : FORMAT),
      ...(isOfPast ? AS_OF : {}),
      ...JSON_FLAG,
      ...(asksService ? LOG_FLAGS : {}),
      ...SETTINGS,
      ...DEBUG,
    },
    ...(about === undefined
      ? { eachMerchant: (given: CommandArguments) => isForMany(typedForm(given)) && !act?.asked?.(given) }
      : {}),
    printsData: (given) => typedForm(given) === 'csv',
    execute: (given, io) => answer(asked, act, given, io),
  }
}

const operandsTyped = ({ operands, hasOptionalOperands }: AnyQuestion): readonly string[] =>
  Object.keys(operands).map((operand) => (hasOptionalOperands ? `[${operand}]` : operand))

/** The flag that asks a question which is part of a command; a value that it takes is the operand. */
const foldedFlag = ({
  foldedInto = '',
  describe,
  operands,
}: Pick<AnyQuestion, 'foldedInto' | 'describe' | 'operands'>): readonly [string, Flag] => [
  foldedInto.replace(/^.* --/, ''),
  { kind: Object.keys(operands).length === 0 ? 'switch' : 'once', describe },
]

const FORMS = ['text', 'json', 'csv', 'html', 'xlsx'] as const
type Form = (typeof FORMS)[number]

/** A file holds the answer of one merchant. */
const isForMany = (form: string): boolean => form === 'text' || form === 'json'

const typedForm = ({ text, isOn }: CommandArguments): string =>
  text('format') ?? (['json', 'csv'] as const).find(isOn) ?? 'text'

/** The form asked for. Refuses forms that there are not, or that contradict each other. */
const formIn = (given: CommandArguments, { isPage }: Io): Form => {
  const typed = typedForm(given)
  const form = isPage && typed === 'text' ? 'html' : FORMS.find((one) => one === typed)
  const choose = { en: `choose one of ${FORMS.join(', ')}`, es: `elija uno de ${FORMS.join(', ')}` }
  if (form === undefined)
    throw usageError({ en: '--format is not a known form', es: '--format no es una forma conocida' }, choose)
  const other = (['json', 'csv'] as const).find((one) => given.isOn(one) && form !== one)
  if (other !== undefined)
    throw usageError({ en: `--${other} excludes another form`, es: `--${other} excluye otra forma` }, choose)
  if (given.text('table') !== undefined && form !== 'csv')
    throw usageError(
      { en: '--table needs --format csv', es: '--table necesita --format csv' },
      { en: 'add it, or leave out --table', es: 'agréguelo, u omita --table' },
    )
  return form
}

const answer = async <Facts>(
  asked: AnyQuestion<Facts>,
  act: Act<Facts> | null,
  given: CommandArguments,
  io: Io,
): Promise<number> => {
  const form = formIn(given, io)
  const doIt = act?.asked?.(given) ?? null
  const request = requestIn(asked, given)
  const isWritten = given.text('as-of') === undefined || given.text('out') !== undefined
  if (asked.writes && isWritten && given.text('as-of') !== undefined) refuseOwnFolder('--as-of', given, io)
  const { context, facts } = await inContext(asked, given, io, async (job) => {
    const context: QuestionContext = {
      ...{ ...job, isWritten },
      asOf: asked.isOfPast ? parseAsOf(given, job.zone) : null,
      databases: () => loadSharedSettings(sourcesOf(given, io)).databases(),
      pathAsTyped: (path) => fromHere(path, io.cwd),
    }
    const read = await asked.read(context, request)
    return { context, facts: doIt === null ? read : await doIt(read, context) }
  })
  const exitCode = asked.isOff?.(facts) ? DISCREPANCIES : 0
  if (form === 'json') await io.stdout(`${jsonText(answerDocument(asked.name, exitCode, asked.shape.of(facts)))}\n`)
  else if (asked.report !== undefined)
    await PRINTERS[form](asked.report(facts, context, request), given, io, context.settings.csvProfile)
  else await io.stdout(asked.text?.(facts, context, displayOf(io, io.language), request) ?? '')
  return exitCode
}

const DISCREPANCIES = 3

const inContext = async <T>(
  { about, asksService }: AnyQuestion,
  given: CommandArguments,
  io: Io,
  work: (job: JobContext) => Promise<T>,
): Promise<T> => {
  if (asksService) {
    const { withContext } = await import('./job.ts')
    return withContext(given, io, work)
  }
  const { settings } = about === 'all' ? loadSharedSettings(sourcesOf(given, io)) : effectiveSettings(given, io)
  const zone = zoneByName(settings.policy.timeZone)
  return work({ ...io, settings, zone, version: versionOfPackage(), progress: () => undefined, statusOf })
}

/** What was typed, read by the readers of the question. */
const requestIn = ({ operands, options }: AnyQuestion, given: CommandArguments): Record<string, unknown> =>
  Object.fromEntries([
    ...Object.entries(operands as Operands).map(([name, read], at) => [name, read(`<${name}>`, given.operands[at])]),
    ...Object.entries(optionsTyped(options as Options, given)),
  ])

type Print = (
  report: Report,
  given: CommandArguments,
  io: Io,
  profile: QuestionContext['settings']['csvProfile'],
) => Promise<void>

/** A printer is loaded when it is asked for. */
const PRINTERS: Readonly<Record<Exclude<Form, 'json'>, Print>> = {
  text: (report, _given, io) => printReport(report, io),
  csv: async (report, given, io, profile) => {
    const [{ csvSheet }, { csvPieces }] = await Promise.all([
      import('../../print/csv.ts'),
      import('../../print/csv/csv.ts'),
    ])
    const { heads, rows } = csvSheet(report, given.text('table') ?? null, io.language)
    for await (const { text } of csvPieces(heads, [rows], profile)) await io.stdout(String(text))
  },
  html: (report, _given, io) => printReport(report, { ...io, isPage: true }),
  xlsx: async (report, _given, io) => {
    const print = bytesOf(io)
    const [{ workbookOf }, { workbookPieces }] = await Promise.all([
      import('../../print/xlsx.ts'),
      import('../../print/xlsx/xlsx.ts'),
    ])
    for await (const { text } of workbookPieces(workbookOf(report, io.language))) await print(Buffer.from(text))
  },
}

const bytesOf = ({ bytes }: Io): NonNullable<Io['bytes']> => {
  if (bytes !== undefined) return bytes
  throw usageError(
    { en: 'a workbook cannot be shown on a terminal', es: 'un libro de Excel no se puede mostrar en una terminal' },
    {
      en: 'write it to a file: ... --format xlsx > answer.xlsx',
      es: 'escríbalo en un archivo: ... --format xlsx > respuesta.xlsx',
    },
  )
}
