import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { SplitMerchant } from '../../../jobs/database/split-database.ts'
import type { VerifiedFile } from '../../../jobs/steps/database/verified-copies.ts'
import { BACKUP, RESTORATION, SPLIT, VERIFICATION } from '../../../reports/documents/database.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import { once } from '../../input/options.ts'
import { optional, wholeNumberWithin } from '../../input/readers.ts'
import { databasesOf, loadDatabaseSettings } from '../../input/settings.ts'
import type { Sources } from '../../input/sources/sources.ts'
import { zoneByName } from '../../input/zone.ts'
import { timeIn } from '../../print/in-table.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { harmless } from '../../std/harmless.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import type { DatabaseVerification } from '../../store/maintenance/verify/verification-part.ts'
import type { Language } from '../../words/language.ts'
import type { Command, CommandArguments } from '../framework/command.ts'
import { commandWith, DEBUG, JSON_FLAG, SETTINGS, sourcesOf, usageError } from '../framework/command.ts'
import { databaseSettings, fromHere } from '../framework/effective-settings.ts'
import { failureOf, isBug, statusOf } from '../framework/failure.ts'
import type { Io } from '../framework/io.ts'

/** Makes a path as a person in this folder would type it. */
type Here = (path: string) => string

const fileFrom = ({ path, bytes, sha256 }: VerifiedFile, here: Here) => ({ file: here(path), bytes, sha256 })

/** A database and its inbox, which may be none. */
const filesFrom = (
  { database, inbox }: { readonly database: VerifiedFile; readonly inbox: VerifiedFile | null },
  here: Here,
) => ({ database: fileFrom(database, here), inbox: inbox && fileFrom(inbox, here) })

type FileName = 'backup' | 'database' | 'inbox'

/** A written file and its size. */
const fileLine = (name: FileName, { path, bytes }: VerifiedFile, here: Here, language: Language): string =>
  `${FILE_NAMES[language][name]} ${harmless(here(path))}  ${size(bytes)}`

const FILE_NAMES: Both<Readonly<Record<FileName, string>>> = {
  en: { backup: 'backup  ', database: 'database', inbox: 'inbox   ' },
  es: { backup: 'copia de seguridad', database: 'base de datos     ', inbox: 'notificaciones    ' },
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The newest moment in the database, which shows how recent a restored copy is. */
const upToLine = ({ upTo, damages }: DatabaseVerification, zone: Zone, language: Language): string => {
  const state = damages === 0 ? { en: 'whole', es: 'completa' } : { en: 'damaged', es: 'dañada' }
  const since =
    upTo === null
      ? { en: 'nothing in it yet', es: 'aún sin nada' }
      : {
          en: `up to ${zone.clockAt(upTo)} ${zone.name}`,
          es: `hasta el ${timeIn(upTo, zone, 'es')} ${zone.name}`,
        }
  return `${state[language]}, ${since[language]}`
}

export const dbBackup = commandWith({
  name: 'db backup',
  group: 'db',
  exits: [],
  describe: {
    en: 'Copy the database, also while a run goes on; the copy is kept only when all of it was verified',
    es: 'Copia la base de datos, también durante una ejecución; la copia se conserva solo si se verificó completa',
  },
  manual: 'Without a file it goes into `backups/` beside the database, where the newest seven (`backupsKept`) stay.',
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
  options: {
    keep: once(
      {
        en: 'How many backups to keep beside the database, 1 to 10000 (backupsKept, 7)',
        es: 'Cuántas copias conservar junto a la base de datos, de 1 a 10000 (backupsKept, 7)',
      },
      optional(wholeNumberWithin(1, 10_000)),
    ),
  },
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  eachDatabase: ({ operands }) => operands.length === 0,
  execute: async ({ keep }, given, io) => {
    if (keep !== undefined && given.operands.length > 0)
      throw usageError(
        {
          en: '--keep applies only to backups beside the database',
          es: '--keep solo sirve para las copias junto a la base de datos',
        },
        { en: 'leave it out where a file is named', es: 'omítala cuando indica un archivo' },
      )
    const settings = databaseSettings(given, io)
    const [named] = given.operands
    const file = named === undefined ? null : resolve(io.cwd, named)
    const { backUp } = await import('../../../jobs/database/back-up.ts')
    const report = await backUp(
      { ...io, settings, version: versionOfPackage() },
      { file, keep: keep ?? settings.backupsKept },
    )
    const here = (path: string): string => fromHere(path, io.cwd)
    const removed = report.removed.map(here)
    return {
      document: () => BACKUP.of({ ...filesFrom(report, here), ...report.verified, removed }),
      text: () => [
        fileLine('backup', report.database, here, io.language),
        ...(report.inbox === null ? [] : [fileLine('inbox', report.inbox, here, io.language)]),
        upToLine(report.verified, zoneByName(settings.policy.timeZone), io.language),
        ...removed.map((path) => `${REMOVED[io.language]}  ${path}`),
      ],
    }
  },
})

const REMOVED: Both<string> = { en: 'removed', es: 'borrada' }

export const dbVerify: Command = {
  name: 'db verify',
  group: 'db',
  exits: [],
  describe: {
    en: 'Verify everything the database holds: every answer by its SHA-256, every list by its sums, all else by a chain of digests',
    es: 'Verifica todo lo que tiene la base de datos: cada respuesta por su SHA-256, cada lista por sus sumas, lo demás por una cadena de huellas',
  },
  manual: 'It names what is damaged, and ends with 6.',
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
    const settings = databaseSettings(given, io)
    const { verifyDatabase } = await import('../../../jobs/database/verify-database.ts')
    const { damageOf } = await import('../../store/maintenance/verify/verify.ts')
    const { checkLines } = await import('../terminal/check-lines.ts')
    const verified = await verifyDatabase({ ...io, settings, version: versionOfPackage() })
    const fault = damageOf(settings.db, verified)
    return {
      document: () => VERIFICATION.of(verified),
      text: () => [
        ...checkLines(verified, io.language),
        upToLine(verified, zoneByName(settings.policy.timeZone), io.language),
      ],
      error: fault === null ? null : failureOf(fault, []),
    }
  },
}

export const dbRestore: Command = {
  name: 'db restore',
  group: 'db',
  exits: ['locked'],
  describe: {
    en: 'Restore a backup to a place without a database; it is verified first, and replaces nothing',
    es: 'Restaura una copia de seguridad donde no haya base de datos; primero se verifica, y no reemplaza nada',
  },
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
    const { restoreDatabase } = await import('../../../jobs/database/restore-database.ts')
    const report = await restoreDatabase(
      { ...io, settings, version: versionOfPackage() },
      file,
      ownerOf(settings.merchant, sources),
    )
    const here = (path: string): string => fromHere(path, io.cwd)
    return {
      document: () => RESTORATION.of({ from: here(file), ...filesFrom(report, here), ...report.verified }),
      text: () => [
        fileLine('database', report.database, here, io.language),
        ...(report.inbox === null ? [] : [fileLine('inbox', report.inbox, here, io.language)]),
        upToLine(report.verified, zoneByName(settings.policy.timeZone), io.language),
        NEXT[io.language],
      ],
    }
  },
}

/** The merchant, if its database is its own; null when several share it, or the settings name none. */
const ownerOf = (merchant: string, sources: Sources): string | null =>
  new Set(databasesOf(sources).values()).size > 1 ? merchant : null

const NEXT: Both<string> = {
  en: 'Next: "cuadre run" reads what has become due since.',
  es: 'Siguiente: "cuadre run" lee lo que quedó pendiente desde entonces.',
}

export const dbSplit: Command = {
  name: 'db split',
  group: 'db',
  exits: ['locked'],
  describe: {
    en: 'Give each merchant of a shared database one of its own; each is verified and must give the same reports, and the shared one stays',
    es: 'Da a cada comercio de una base compartida una propia; cada una se verifica y debe dar los mismos informes, y la compartida queda',
  },
  manual: 'PATTERN has `{merchant}` for the name; see [Operations](operations.md#from-one-database-to-one-each).',
  operand: '[pattern]',
  examples: [
    ['cuadre db split', { en: 'beside the shared one', es: 'junto a la compartida' }],
    [
      'cuadre db split "data/{merchant}.db"',
      { en: 'as "db" will stand in the settings file', es: 'como quedará "db" en el archivo de parámetros' },
    ],
  ],
  flags: { ...JSON_FLAG, ...SETTINGS, ...DEBUG },
  execute: async (given, io) => {
    const settings = databaseSettings(given, io)
    const pattern = resolve(io.cwd, given.operands[0] ?? join(dirname(settings.db), '{merchant}.db'))
    if (!pattern.includes('{merchant}')) throw patternWithoutMerchant()
    const { splitDatabase } = await import('../../../jobs/database/split-database.ts')
    const zone = zoneByName(settings.policy.timeZone)
    const job = { ...io, settings, zone, version: versionOfPackage(), statusOf, progress: () => undefined }
    const split = await splitDatabase(job, pattern)
    const here = (path: string): string => fromHere(path, io.cwd)
    const [from, db] = [here(settings.db), here(pattern)]
    return {
      document: () => SPLIT.of({ from, db, merchants: split.map((one) => ({ ...one, ...filesFrom(one, here) })) }),
      text: () => [...merchantLines(split, here, io.language), '', ...next(from, db, io.language)],
    }
  },
}

const patternWithoutMerchant = () =>
  usageError(
    {
      en: 'the place of the new databases must have {merchant} in it',
      es: 'el lugar de las bases nuevas debe contener {merchant}',
    },
    {
      en: 'for example: cuadre db split "data/{merchant}.db"',
      es: 'por ejemplo: cuadre db split "data/{merchant}.db"',
    },
  )

const merchantLines = (
  split: readonly SplitMerchant[],
  here: (path: string) => string,
  language: Language,
): readonly string[] =>
  alignColumns(
    split.map(({ merchant, database, reports, wasThere }) => [
      merchant,
      harmless(here(database.path)),
      { en: `whole, ${reports} reports the same`, es: `completa, ${reports} informes iguales` }[language] +
        (wasThere ? { en: ' (was there)', es: ' (ya estaba)' }[language] : ''),
    ]),
    3,
  )

const next = (shared: string, pattern: string, language: Language): readonly string[] =>
  ({
    en: [
      `${harmless(shared)} is as it was: keep it as the record of what it holds.`,
      `Next: set "db": "${harmless(pattern)}" in the settings file (and remove CUADRE_DB), then "cuadre run".`,
    ],
    es: [
      `${harmless(shared)} quedó como estaba: consérvela como soporte de lo que contiene.`,
      `Siguiente: ponga "db": "${harmless(pattern)}" en el archivo de parámetros (y quite CUADRE_DB); luego "cuadre run".`,
    ],
  })[language]

/**
 * A damaged value in the database may cause any error. A bug is reported as damage when the database does not verify;
 * any other error is unchanged.
 */
export const damageBehind = async (
  error: unknown,
  given: CommandArguments,
  io: Pick<Io, 'env' | 'cwd' | 'cache' | 'signal'>,
): Promise<unknown> => {
  if (io.signal.aborted || !isBug(error)) return error
  try {
    const { settings } = loadDatabaseSettings(sourcesOf(given, io))
    if (!existsSync(settings.db)) return error
    const { verifyDatabase } = await import('../../../jobs/database/verify-database.ts')
    const { damageOf } = await import('../../store/maintenance/verify/verify.ts')
    const verified = await verifyDatabase({ settings, version: versionOfPackage(), signal: io.signal })
    return damageOf(settings.db, verified) ?? error
  } catch (fault) {
    // A database that cannot be opened reports the reason.
    return fault instanceof CuadreError && fault.exit === 6 ? fault : error
  }
}
