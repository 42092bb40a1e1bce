import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { wholeRunFacts } from '../../../../reports/documents/run-facts.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
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
  describe: {
    en: 'One run: the settlements it read, their results, how long it took, how it ended',
    es: 'Una ejecución: las liquidaciones que leyó, sus resultados, cuánto duró, cómo terminó',
  },
  manual: [['RUN [--json]', 'One run, by number or id: the settlements it read, their results, how it ended.']],
  operand: 'run',
  examples: [
    ['cuadre runs show 12', { en: 'by its number', es: 'por su número' }],
    ['cuadre runs show 6f1d0c1e', { en: 'by its id, or how it begins', es: 'por su id, o por su comienzo' }],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const [name = ''] = given.operands
    const { readRun } = await import('../../../../jobs/list-runs.ts')
    const run = theOne(name, await readRun({ ...io, settings, zone, version: versionOfPackage() }, name))
    const document = answerDocument('runs show', 0, wholeRunFacts(run))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : runText(run, zone, io.language))
    return 0
  },
}

const theOne = (name: string, [run, other]: readonly WholeRun[]): WholeRun => {
  if (run === undefined)
    throw usageError(
      { en: 'no run has this number or id', es: 'ninguna ejecución tiene este número o id' },
      { en: 'see "cuadre runs list"', es: 'vea "cuadre runs list"' },
    )
  const isExact = run.id === name || String(run.ordinal) === name
  if (other === undefined || isExact) return run
  throw usageError(
    { en: 'more than one run begins like this', es: 'más de una ejecución empieza así' },
    { en: 'write more of its id, or its number', es: 'escriba más de su id, o su número' },
  )
}
