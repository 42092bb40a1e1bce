import { resolve } from 'node:path'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { databasesOf, loadDatabaseSettings } from '../../../config/settings.ts'
import type { Sources } from '../../../config/sources/sources.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import type { Both } from '../../../std/both.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, DEBUG, SETTINGS, sourcesOf } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { checksDocument, fileDocument, fileLine, upToLine } from './check-lines.ts'

export const dbRestore: Command = {
  name: 'db restore',
  group: 'care',
  exits: ['locked'],
  describe: {
    en: 'Restore a backup to a place without a database; it is verified first, and replaces nothing',
    es: 'Restaura una copia de seguridad donde no haya base de datos; primero se verifica, y no reemplaza nada',
  },
  manual: [['FILE [--json]', 'Verifies a backup and restores it to a place without a database; it replaces nothing.']],
  operand: 'file',
  examples: [
    [
      'cuadre db restore backups/cuadre-20260313T033000Z.db',
      { en: 'to where CUADRE_DB says', es: 'donde indica CUADRE_DB' },
    ],
    [
      'cuadre db restore /mnt/usb/cuadre.db --db ./data/cuadre.db',
      { en: 'on a new machine', es: 'en un equipo nuevo' },
    ],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const sources = sourcesOf(given, io)
    const { settings } = loadDatabaseSettings(sources)
    const file = resolve(io.cwd, given.operands[0] ?? '')
    const { restoreDatabase } = await import('../../../../jobs/database/restore-database.ts')
    const report = await restoreDatabase(
      { ...io, settings, version: versionOfPackage() },
      file,
      ownerOf(settings.merchant, sources),
    )
    const here = (path: string): string => fromHere(path, io.cwd)
    const document = answerDocument('db restore', 0, {
      from: here(file),
      database: fileDocument(report.database, here),
      inbox: report.inbox === null ? null : fileDocument(report.inbox, here),
      ...checksDocument(report.verified),
    })
    const lines = [
      fileLine('database', report.database, here, io.language),
      ...(report.inbox === null ? [] : [fileLine('inbox', report.inbox, here, io.language)]),
      upToLine(report.verified, zoneByName(settings.policy.timeZone), io.language),
      NEXT[io.language],
    ]
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${lines.join('\n')}\n`)
    return 0
  },
}

/** The merchant, if its database is its own; null when several share it, or the settings name none. */
const ownerOf = (merchant: string, sources: Sources): string | null =>
  new Set(databasesOf(sources).values()).size > 1 ? merchant : null

const NEXT: Both<string> = {
  en: 'Next: "cuadre run" reads what has become due since.',
  es: 'Siguiente: "cuadre run" lee lo que quedó pendiente desde entonces.',
}
