import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { loadDatabaseSettings } from '../../../config/settings.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, SETTINGS, sourcesOf } from '../../framework/command.ts'
import { failureLine, failureOf } from '../../framework/failure.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { checkLines, checksDocument, upToLine } from './check-lines.ts'

export const dbVerify: Command = {
  name: 'db verify',
  group: 'care',
  exits: [],
  describe: {
    en: 'Verify everything the database holds: every answer by its SHA-256, every list by its sums, all else by a chain of digests',
    es: 'Verifica todo lo que tiene la base de datos: cada respuesta por su SHA-256, cada lista por sus sumas, lo demás por una cadena de huellas',
  },
  manual: [
    [
      '[--json]',
      "Verifies everything: the schema, SQLite's own checks, every stored answer by its SHA-256, every invoice and settlement by reading the answers again, all else by the chain of digests. When something is damaged it names it and ends with 6.",
    ],
  ],
  examples: [
    [
      'cuadre db verify',
      { en: 'the database, also while a run goes on', es: 'la base de datos, también durante una ejecución' },
    ],
    ['cuadre db verify --db backups/cuadre-20260313T033000Z.db', { en: 'a backup', es: 'una copia de seguridad' }],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  eachDatabase: true,
  execute: async (given, io) => {
    const { settings } = loadDatabaseSettings(sourcesOf(given, io))
    const { verifyDatabase } = await import('../../../../jobs/database/verify-database.ts')
    const { damageOf } = await import('../../../storage/maintenance/verify/verify.ts')
    const verified = await verifyDatabase({ ...io, settings, version: versionOfPackage() })
    const fault = damageOf(settings.db, verified)
    const failure = fault === null ? null : failureOf(fault, [])
    const exitCode = failure?.exitCode ?? 0
    if (failure !== null) io.stderr(failureLine(failure, io.language))
    const error = failure
    const document = answerDocument('db verify', exitCode, checksDocument(verified), error)
    const lines = [
      ...checkLines(verified, io.language),
      upToLine(verified, zoneByName(settings.policy.timeZone), io.language),
    ]
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${lines.join('\n')}\n`)
    return exitCode
  },
}
