import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { wholeRunFacts } from '../../../../reports/documents/run-facts.ts'
import { zoneNamed } from '../../../config/zone/zone.ts'
import type { WholeRun } from '../../../domain/past-run.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, SETTINGS, usageError } from '../../framework/command.ts'
import { effectiveSettings } from '../../framework/effective-settings.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { runText } from './runs-text.ts'

export const runsShow: Command = {
  name: 'runs show',
  group: 'questions',
  exits: [],
  describe: 'One run: the settlements it read, their results, how long it took, how it ended',
  manual: [['RUN [--json]', 'One run, by number or id: the settlements it read, their results, how it ended.']],
  operand: 'run',
  examples: [
    ['cuadre runs show 12', 'by its number'],
    ['cuadre runs show 6f1d0c1e', 'by its id, or how it begins'],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneNamed(settings.policy.timeZone)
    const [name = ''] = given.operands
    const { tellRun } = await import('../../../../jobs/tell-runs.ts')
    const run = theOne(name, await tellRun({ ...io, settings, zone, version: versionOfPackage() }, name))
    const document = answerDocument('runs show', 0, wholeRunFacts(run))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : runText(run, zone))
    return 0
  },
}

const theOne = (name: string, [run, other]: readonly WholeRun[]): WholeRun => {
  if (run === undefined) throw usageError('no run has this number or id', 'see "cuadre runs list"')
  const isExact = run.id === name || String(run.ordinal) === name
  if (other === undefined || isExact) return run
  throw usageError('more than one run begins like this', 'write more of its id, or its number')
}
