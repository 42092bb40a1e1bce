import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { runFacts } from '../../../../reports/documents/run-facts.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, type Given, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { runsText } from './runs-text.ts'

export const runsList: Command = {
  name: 'runs list',
  group: 'questions',
  exits: [],
  describe: 'The runs of the past, newest first: when, how long, what they read, how they ended',
  manual: [
    [
      '[--job J] [--last N] [--failed] [--json]',
      'The runs of the past, newest first: when, how long, what they read, how they ended.',
    ],
  ],
  examples: [
    ['cuadre runs list', 'the newest 20'],
    ['cuadre runs list --failed', 'those that did not read everything, or never ended'],
    ['cuadre runs list --job run --last 365 --json', 'a year of nights, for a program'],
  ],
  flags: {
    job: { kind: 'once', describe: 'Only this job: run, check, sweep, ...' },
    last: { kind: 'once', describe: 'How many, 1 to 100000 (20)' },
    failed: { kind: 'switch', describe: 'Only those that did not end with 0 or 3' },
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const filter = { job: jobIn(given), failed: given.isOn('failed'), most: mostIn(given) }
    const { settings } = effectiveSettings(given, io)
    const zone = zoneNamed(settings.policy.timeZone)
    const { tellRuns } = await import('../../../../jobs/tell-runs.ts')
    const runs = await tellRuns({ ...io, settings, zone, version: versionOfPackage() }, filter)
    const document = answerDocument('runs list', 0, { runs: runs.map(runFacts) })
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : runsText(runs, zone))
    return 0
  },
}

const jobIn = ({ text }: Given): string | null => {
  const job = text('job')
  if (job === undefined || /^[a-z][a-z -]{0,30}$/.test(job)) return job ?? null
  throw usageError('--job is not the name of a job', 'for one: --job run')
}

const mostIn = ({ text }: Given): number => {
  const typed = text('last') ?? '20'
  if (/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 100_000) return Number(typed)
  throw usageError('--last must be a whole number from 1 to 100000', 'for one: --last 100')
}
