import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { runFacts } from '../../../../reports/documents/run-facts.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { runsText } from './runs-text.ts'

export const runsList: Command = {
  name: 'runs list',
  group: 'questions',
  exits: [],
  describe: {
    en: 'The runs of the past, newest first: when, how long, what they read, how they ended',
    es: 'Las ejecuciones anteriores, la más reciente primero: cuándo, cuánto duraron, qué leyeron, cómo terminaron',
  },
  manual: [
    [
      '[--job J] [--last N] [--failed] [--json]',
      'The runs of the past, newest first: when, how long, what they read, how they ended.',
    ],
  ],
  examples: [
    ['cuadre runs list', { en: 'the newest 20', es: 'las 20 más recientes' }],
    [
      'cuadre runs list --failed',
      { en: 'those that did not read everything, or never ended', es: 'las que no leyeron todo, o nunca terminaron' },
    ],
    [
      'cuadre runs list --job run --last 365 --json',
      { en: 'a year of nights, for a program', es: 'un año de noches, para un programa' },
    ],
  ],
  flags: {
    job: {
      kind: 'once',
      describe: { en: 'Only this job: run, check, sweep, ...', es: 'Solo este trabajo: run, check, sweep, ...' },
    },
    last: { kind: 'once', describe: { en: 'How many, 1 to 100000 (20)', es: 'Cuántas, de 1 a 100000 (20)' } },
    failed: {
      kind: 'switch',
      describe: { en: 'Only those that did not end with 0 or 3', es: 'Solo las que no terminaron con 0 o 3' },
    },
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const filter = { job: jobIn(given), failed: given.isOn('failed'), most: mostIn(given) }
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const { listRuns } = await import('../../../../jobs/list-runs.ts')
    const runs = await listRuns({ ...io, settings, zone, version: versionOfPackage() }, filter)
    const document = answerDocument('runs list', 0, { runs: runs.map(runFacts) })
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : runsText(runs, zone, io.language))
    return 0
  },
}

const jobIn = ({ text }: CommandArguments): string | null => {
  const job = text('job')
  if (job === undefined || /^[a-z][a-z -]{0,30}$/.test(job)) return job ?? null
  throw usageError(
    { en: '--job is not the name of a job', es: '--job no es el nombre de un trabajo' },
    { en: 'for example: --job run', es: 'por ejemplo: --job run' },
  )
}

const mostIn = ({ text }: CommandArguments): number => {
  const typed = text('last') ?? '20'
  if (/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 100_000) return Number(typed)
  throw usageError(
    { en: '--last must be a whole number from 1 to 100000', es: '--last debe ser un número entero de 1 a 100000' },
    { en: 'for example: --last 100', es: 'por ejemplo: --last 100' },
  )
}
