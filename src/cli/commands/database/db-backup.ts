import { resolve } from 'node:path'
import { answerDocument } from '../../../../reports/documents/answer-document.ts'
import { loadDatabaseSettings } from '../../../config/settings.ts'
import { zoneByName } from '../../../config/zone/zone.ts'
import { jsonText } from '../../../publish/json.ts'
import type { Both } from '../../../std/both.ts'
import { versionOfPackage } from '../../../std/version-of-package.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, sourcesOf, usageError } from '../../framework/command.ts'
import { fromHere } from '../../framework/from-here.ts'
import { JSON_FLAG } from '../../framework/job.ts'
import { checksDocument, fileDocument, fileLine, upToLine } from './check-lines.ts'

export const dbBackup: Command = {
  name: 'db backup',
  group: 'care',
  exits: [],
  describe: {
    en: 'Copy the database, also while a run goes on; the copy is kept only when all of it was verified',
    es: 'Copia la base de datos, también durante una ejecución; la copia se conserva solo si se verificó completa',
  },
  manual: [
    [
      '[FILE] [--keep N] [--json]',
      'Copies the database and its inbox, also while a run goes on. The copy is kept only when all of it was verified. Without FILE it goes into `backups/` beside the database, where the newest N (7) stay.',
    ],
  ],
  operand: '[file]',
  examples: [
    [
      'cuadre db backup',
      {
        en: 'into backups/ beside the database; the newest 7 stay (backupsKept)',
        es: 'en backups/, junto a la base de datos; quedan las 7 más recientes (backupsKept)',
      },
    ],
    ['cuadre db backup --keep 30', { en: 'the newest 30 stay', es: 'quedan las 30 más recientes' }],
    [
      'cuadre db backup /mnt/usb/cuadre.db',
      { en: 'into this file, which must not be there yet', es: 'en este archivo, que aún no debe existir' },
    ],
  ],
  flags: {
    keep: {
      kind: 'once',
      describe: {
        en: 'How many backups to keep beside the database, 1 to 10000 (backupsKept, 7)',
        es: 'Cuántas copias conservar junto a la base de datos, de 1 a 10000 (backupsKept, 7)',
      },
    },
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachDatabase: ({ operands }) => operands.length === 0,
  execute: async (given, io) => {
    const keep = keepIn(given)
    const { settings } = loadDatabaseSettings(sourcesOf(given, io))
    const [named] = given.operands
    const file = named === undefined ? null : resolve(io.cwd, named)
    const { backUp } = await import('../../../../jobs/database/back-up.ts')
    const report = await backUp(
      { ...io, settings, version: versionOfPackage() },
      { file, keep: keep ?? settings.backupsKept },
    )
    const here = (path: string): string => fromHere(path, io.cwd)
    const document = answerDocument('db backup', 0, {
      database: fileDocument(report.database, here),
      inbox: report.inbox === null ? null : fileDocument(report.inbox, here),
      ...checksDocument(report.verified),
      removed: report.removed.map(here),
    })
    const lines = [
      fileLine('backup', report.database, here, io.language),
      ...(report.inbox === null ? [] : [fileLine('inbox', report.inbox, here, io.language)]),
      upToLine(report.verified, zoneByName(settings.policy.timeZone), io.language),
      ...report.removed.map((path) => `${REMOVED[io.language]}  ${here(path)}`),
    ]
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : `${lines.join('\n')}\n`)
    return 0
  },
}

const REMOVED: Both<string> = { en: 'removed', es: 'borrada' }

const keepIn = ({ text, operands }: CommandArguments): number | null => {
  const typed = text('keep')
  if (typed === undefined) return null
  if (operands.length > 0)
    throw usageError(
      {
        en: '--keep applies only to backups beside the database',
        es: '--keep solo sirve para las copias junto a la base de datos',
      },
      { en: 'leave it out where a file is named', es: 'omítala cuando indica un archivo' },
    )
  const keep = Number(typed)
  if (/^\d{1,5}$/.test(typed) && keep >= 1 && keep <= 10_000) return keep
  throw usageError(
    { en: '--keep must be a whole number from 1 to 10000', es: '--keep debe ser un número entero de 1 a 10000' },
    { en: 'for example: --keep 30', es: 'por ejemplo: --keep 30' },
  )
}
