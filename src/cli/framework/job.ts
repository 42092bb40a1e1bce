import { runDocument } from '../../../reports/documents/run-document.ts'
import { zoneByName } from '../../config/zone/zone.ts'
import type { JobContext, JobReport, JobRequest } from '../../pipeline/run/context.ts'
import { type ProgressStep, warning } from '../../pipeline/run/steps.ts'
import { displayOf } from '../../print/display.ts'
import { PLAIN_START, typed } from '../../std/start.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { LOG_FLAGS, progressOptionsIn, withProgress } from '../commands/nightly/progress-options.ts'
import { printJson } from '../terminal/print-json.ts'
import type { PrintOptions } from '../terminal/print-options.ts'
import { reportText } from '../terminal/report-text.ts'
import { asOfLines } from './as-of.ts'
import type { CommandArguments, Flags } from './command.ts'
import { FAIL_ON, parseCycles, parseDays, parseFailOn, SLOT_FLAGS } from './dates.ts'
import { effectiveSettings } from './effective-settings.ts'
import { failureLine, failureOf } from './failure.ts'
import { fromHere } from './from-here.ts'
import type { Io } from './io.ts'
import { warnIfOpen } from './warn-if-open.ts'

export const JSON_FLAG: Flags = {
  json: {
    kind: 'switch',
    describe: {
      en: 'Print one JSON document instead of the table',
      es: 'Imprime un documento JSON en vez de la tabla',
    },
  },
}
export const ALL_FLAG: Flags = {
  all: { kind: 'switch', describe: { en: 'Print also what is right', es: 'Muestra también lo que está bien' } },
}
export const JOB_FLAGS: Flags = { ...SLOT_FLAGS, ...FAIL_ON, ...ALL_FLAG, ...JSON_FLAG, ...LOG_FLAGS }

/** The request for a job, from the flags. */
export const requestIn = (given: CommandArguments): JobRequest => ({
  dates: parseDays(given),
  cycles: parseCycles(given),
  dryRun: given.isOn('dry-run'),
  failOn: parseFailOn(given),
  force: given.isOn('force'),
})

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
  if (given.isOn('json')) await printJson(runDocument({ command: name, ...report, files }), io)
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

export const statusOf = (error: unknown): number => failureOf(error, []).exitCode
