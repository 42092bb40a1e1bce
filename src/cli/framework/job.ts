import { MultiBar, Presets, type SingleBar } from 'cli-progress'
import { statOf } from '../../../jobs/steps/doctor/check-node.ts'
import { checkPrivateFile } from '../../../jobs/steps/doctor/check-settings.ts'
import {
  type JobContext,
  type JobReport,
  type JobRequest,
  type Progress,
  type ProgressStep,
  warning,
} from '../../../jobs/steps/run/context.ts'
import { JOB } from '../../../reports/documents/run-document.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import { datesIn } from '../../input/dates.ts'
import { aSwitch, CYCLES, DAYS } from '../../input/options.ts'
import { zoneByName } from '../../input/zone.ts'
import { displayOf } from '../../print/display.ts'
import { asOfLines } from '../../questions/question.ts'
import type { Both } from '../../std/both.ts'
import { PLAIN_START, typed } from '../../std/start.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import { LOG_FORMS, type LogForm, type LogLevel, openLog } from '../terminal/log.ts'
import { printJson } from '../terminal/print-json.ts'
import type { PrintOptions } from '../terminal/print-options.ts'
import { both, ProgressState, type ProgressTotals } from '../terminal/progress-state.ts'
import { reportText } from '../terminal/report-text.ts'
import { parseAsOf } from './as-of.ts'
import {
  type CommandArguments,
  type Flags,
  flagsOf,
  JSON_FLAG,
  LOG_FLAGS,
  optionsTyped,
  usageError,
} from './command.ts'
import { FAIL_ON } from './dates.ts'
import { effectiveSettings, fromHere } from './effective-settings.ts'
import { failureLine, statusOf } from './failure.ts'
import type { Io } from './io.ts'

/** A line of progress on a screen. */
export interface Meter {
  readonly progress: Progress
  /** Prints a line above it. */
  readonly print: (line: string) => void
  readonly stop: () => void
}

const WORDS = {
  en: { settlements: 'settlements', again: 'tried again' },
  es: { settlements: 'liquidaciones', again: 'reintentos' },
} as const satisfies Both<object>

/** Draws one bar over all settlements that are read. */
export const meterOn = (
  screen: NodeJS.WritableStream,
  seen: ProgressState,
  now: () => number,
  printPlain: (line: string) => void,
  language: Language,
): Meter => {
  const bars = barsOn(
    screen,
    `{bar} {value}/{total} ${WORDS[language].settlements} | {pages} | {invoices} | {rate}/s{again}`,
  )
  const began = now()
  let bar: SingleBar | null = null
  let planned = 0
  const facts = () => factsOf(seen.totals, now() - began, language)
  const progress: Progress = (step) => {
    if (step.kind === 'planned') {
      planned += step.slots
      bar ??= bars.create(planned, 0, facts())
      bar.setTotal(planned)
    } else if (step.kind === 'slot-read' || step.kind === 'slot-not-read') bar?.increment(1, facts())
    else bar?.update(facts())
  }
  return {
    progress,
    print: (line) => (bar === null ? printPlain(line) : bars.log(line)),
    stop: () => {
      // Draws what was printed but not yet drawn, since stopping would discard it.
      if (bar !== null) bars.update()
      bars.stop()
      bar = null
    },
  }
}

const barsOn = (stream: NodeJS.WritableStream, format: string): MultiBar =>
  new MultiBar(
    {
      stream,
      format,
      barsize: 24,
      fps: 5,
      emptyOnZero: true,
      clearOnComplete: true,
      hideCursor: true,
      // The process handles signals itself.
      gracefulExit: false,
    },
    Presets.legacy,
  )

const factsOf = ({ pages, invoices, retries }: ProgressTotals, ms: number, language: Language) => ({
  pages: countOf(pages, 'page', language),
  invoices: countOf(invoices, 'invoice', language),
  rate: Math.round((invoices * 1000) / Math.max(1, ms)),
  again: retries === 0 ? '' : ` | ${WORDS[language].again}: ${retries}`,
})

/** Every job warns about an env file that others can read, but does not fail: others may already know the key. */
const warnIfOpen = (envFile: string | null, progress: Progress): void => {
  const stats = envFile === null ? null : statOf(envFile)
  if (envFile === null || stats === null) return
  const { message, fix } = checkPrivateFile({
    path: envFile,
    what: { en: 'env file', es: 'archivo de variables' },
    mode: stats.mode,
  })
  if (fix !== null) progress(warning({ code: 'READABLE_BY_OTHERS', texts: { message, next: fix } }))
}

/** The progress display of a command. */
interface ProgressView {
  readonly progress: Progress
  readonly progressState: ProgressState
}

/** How a command shows its progress; contradictory flags are refused before anything is read or written. */
interface ProgressOptions {
  readonly form: LogForm
  readonly level: LogLevel
}

const progressOptionsIn = (
  { isOn }: Pick<CommandArguments, 'isOn'>,
  { env, log, screen }: Pick<Io, 'env' | 'log' | 'screen'>,
): ProgressOptions => {
  if (isOn('quiet') && isOn('verbose'))
    throw usageError(
      { en: '--quiet excludes --verbose', es: '--quiet excluye --verbose' },
      { en: 'give one of the two', es: 'dé una de las dos' },
    )
  const form = formIn(env.CUADRE_LOG)
  // A person at a terminal sees a line of progress; whoever sets the form of the log wants to read it.
  const usual = screen !== null && form === null ? 'warn' : 'info'
  return { form: form ?? log, level: isOn('quiet') ? 'error' : isOn('verbose') ? 'debug' : usual }
}

/** An empty variable counts as absent. */
const formIn = (text: string | undefined): LogForm | null => {
  if (!text) return null
  const form = LOG_FORMS.find((known) => known === text)
  if (form === undefined)
    throw usageError(
      {
        en: `CUADRE_LOG must be one of ${LOG_FORMS.join(', ')}`,
        es: `CUADRE_LOG debe ser uno de ${LOG_FORMS.join(', ')}`,
      },
      { en: 'correct or unset it', es: 'corríjala o quítela' },
    )
  return form
}

/** Without a screen there are no bars, and their library is not loaded. */
const meterFor = async (screen: Io['screen'], progressState: ProgressState, io: Io): Promise<Meter> => {
  if (screen === null) return { progress: () => undefined, print: io.stderr, stop: () => undefined }
  return meterOn(screen, progressState, () => performance.now(), io.stderr, io.language)
}

/** Shows bars and log lines during the work, and removes the bars before anything else is printed, also after an error. */
export const withProgress = async <T>(
  { form, level }: ProgressOptions,
  io: Io,
  zone: Zone,
  work: (view: ProgressView) => Promise<T>,
): Promise<T> => {
  const progressState = new ProgressState(io.now)
  const meter = await meterFor(level === 'error' ? null : io.screen, progressState, io)
  const colour = io.screen !== null && !io.env.NO_COLOR
  const { language, currentMerchant: merchant } = io
  const log = await openLog({
    form,
    level,
    print: meter.print,
    now: io.now,
    zone,
    colour,
    progressState,
    merchant,
    language,
  })
  const ended: Progress = (step) => {
    if (step.kind === 'slot-read' || step.kind === 'slot-not-read') progressState.forget(step.slot)
  }
  const progress = both(both(progressState.step, meter.progress), both(log, ended))
  try {
    return await work({ progress, progressState })
  } finally {
    meter.stop()
  }
}

export const ALL_FLAG: Flags = {
  all: aSwitch({ en: 'Print also what is right', es: 'Muestra también lo que está bien' }),
}
const JOB_OPTIONS = { ...DAYS, ...CYCLES, ...FAIL_ON }
export const JOB_FLAGS: Flags = { ...flagsOf(JOB_OPTIONS), ...ALL_FLAG, ...JSON_FLAG, ...LOG_FLAGS }

/** The request for a job, from the flags. */
export const requestIn = (given: CommandArguments): JobRequest => {
  const { cycles, failOn, ...days } = optionsTyped(JOB_OPTIONS, given)
  return {
    dates: datesIn(days, '--'),
    cycles: [...new Set(cycles)],
    dryRun: given.isOn('dry-run'),
    failOn,
    force: given.isOn('force'),
  }
}

/** Runs a job in its context, prints its report, and returns the exit status. */
export const doJob = async (
  name: 'run' | 'check',
  given: CommandArguments,
  io: Io,
  job: (context: JobContext, request: JobRequest) => Promise<JobReport>,
): Promise<number> => {
  const request = requestIn(given)
  const { report, zone, options } = await withContext(given, io, async (context) => ({
    report: await job(context, request),
    zone: context.zone,
    options: printOptionsOf(given, io, context),
  }))
  if (report.error !== null) io.stderr(failureLine(report.error, io.language))
  const files = report.files.map((path) => fromHere(path, io.cwd))
  if (given.isOn('json')) await printJson(JOB.of({ command: name, ...report, files }), io)
  else
    await io.stdout(
      [
        ...asOfLines(report.asOf ?? null, zone, io.language).map((line) => `${line}\n\n`),
        reportText(report, files, options),
      ].join(''),
    )
  return report.exitCode
}

export const printOptionsOf = (
  given: CommandArguments,
  io: Io,
  { settings, zone }: Pick<JobContext, 'settings' | 'zone'>,
): PrintOptions => ({
  display: displayOf(io, settings.language),
  zone,
  now: io.now(),
  all: given.isOn('all'),
  pasteable: (command) => typed(command, io.start ?? PLAIN_START),
})

export const withContext = async <T>(
  given: CommandArguments,
  io: Io,
  work: (context: JobContext) => Promise<T>,
): Promise<T> => {
  const options = progressOptionsIn(given, io)
  const { settings, envFile, unknownVariables } = effectiveSettings(given, io)
  const zone = zoneByName(settings.policy.timeZone)
  return withProgress(options, io, zone, ({ progress }) => {
    warnIfOpen(envFile, progress)
    for (const name of unknownVariables) progress(unknownVariable(name))
    const create = given.isOn('create')
    return work({ ...io, create, settings, zone, version: versionOfPackage(), progress, statusOf })
  })
}

/** The context of what is too short for progress messages: the settings in force, their zone, and the past state asked for. */
export const contextOf = (given: CommandArguments, io: Io, instead?: Parameters<typeof effectiveSettings>[2]) => {
  const { settings } = effectiveSettings(given, io, instead)
  const zone = zoneByName(settings.policy.timeZone)
  const asOf = parseAsOf(given, zone)
  return { ...io, settings, zone, version: versionOfPackage(), asOf, progress: () => undefined, statusOf }
}

const unknownVariable = (name: string): ProgressStep =>
  warning({
    code: 'VARIABLE_UNKNOWN',
    texts: {
      message: {
        en: `the variable ${name} is not a setting, and is ignored`,
        es: `la variable ${name} no es un parámetro y se ignora`,
      },
      next: {
        en: 'correct its name, or remove it from the environment',
        es: 'corrija su nombre, o quítela del entorno',
      },
    },
  })
