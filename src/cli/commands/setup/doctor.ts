import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { diagnosisDocument, exitCodeOfDiagnoses } from '../../../../reports/documents/diagnosis.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, SETTINGS, sourcesOf } from '../../framework/command.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { diagnosisText } from './diagnosis-text.ts'

export const doctor: Command = {
  name: 'doctor',
  group: 'set-up',
  exits: ['key', 'incomplete'],
  describe: {
    en: 'Check everything a run needs, and say how to correct what is wrong; it changes nothing',
    es: 'Revisa todo lo que necesita una ejecución y dice cómo corregir lo que esté mal; no cambia nada',
  },
  manual: [
    [
      '[--json]',
      'Checks everything a run needs (Node, settings, database, disk, service, key, clock), prints a line for each with the fix to paste, and changes nothing. Ends with 0, or with the status of the first failure.',
    ],
  ],
  examples: [
    [
      'cuadre doctor',
      {
        en: 'after setting up, after moving, and whenever a night failed',
        es: 'después de instalar, de mudar, y cuando falle una noche',
      },
    ],
    ['cuadre doctor --json', { en: 'the same for a program', es: 'lo mismo para un programa' }],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const { diagnose } = await import('../../../../jobs/doctor.ts')
    const sources = sourcesOf(given, io)
    const diagnoses = await diagnose({ ...io, sources, version: versionOfPackage() })
    const exitCode = exitCodeOfDiagnoses(diagnoses)
    const document = answerDocument('doctor', exitCode, diagnosisDocument(diagnoses))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : diagnosisText(diagnoses, io.language))
    return exitCode
  },
}
