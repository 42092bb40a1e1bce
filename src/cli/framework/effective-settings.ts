import { existsSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { aSwitch } from '../../input/options.ts'
import { clockMeant, type Effective, loadDatabaseSettings, loadSettings, type Settings } from '../../input/settings.ts'
import { CuadreError } from '../../std/errors.ts'
import { realPathOf } from '../../std/files/real-path.ts'
import { quoteForShell } from '../../std/quote-for-shell.ts'
import { type CommandArguments, type Flags, type settingsFlags, sourcesOf, usageError } from './command.ts'
import type { Io } from './io.ts'

/** A path as a person in this folder would type it. */
export const fromHere = (path: string, cwd: string): string => {
  const near = relative(cwd, path)
  return near === '' || near.startsWith('..') || isAbsolute(near) ? path : near
}

export const CREATE: Flags = {
  create: aSwitch({
    en: 'Create the database that --db names, or add a merchant that "merchants" in the settings file lists',
    es: 'Crea la base de datos que indica --db, o agrega un comercio que figura en "merchants" del archivo de parámetros',
  }),
}

/** The same, where the settings have a clock with that as now. */
export const byClock = (given: CommandArguments, io: Io): Io => {
  const clock = clockMeant(sourcesOf(given, io))
  return clock === null ? io : { ...io, now: () => clock }
}

/** The settings in force. A database named by a flag must exist, since a typing error would create an empty one. */
export const effectiveSettings = (
  given: CommandArguments,
  io: Pick<Io, 'env' | 'cwd' | 'cache'>,
  instead: Partial<ReturnType<typeof settingsFlags>> = {},
): Effective => {
  const sources = sourcesOf(given, io)
  const flags = { ...sources.flags, ...instead }
  const effective = loadSettings({ ...sources, flags })
  if (flags.db !== undefined && !given.isOn('create')) refuseMissingDatabase(effective.settings, io)
  return effective
}

/** Loads the settings of a command about a whole database that must be there. */
export const databaseSettings = (given: CommandArguments, io: Pick<Io, 'env' | 'cwd' | 'cache'>): Settings => {
  const sources = sourcesOf(given, io)
  const { settings } = loadDatabaseSettings(sources)
  if (sources.flags.db !== undefined) refuseMissingDatabase(settings, io)
  return settings
}

/** Refuses a database named by a flag when it does not exist. */
export const refuseMissingDatabase = (
  { db, dbPattern }: Pick<Settings, 'db' | 'dbPattern'>,
  { cwd }: Pick<Io, 'cwd'>,
): void => {
  if (existsSync(db)) return
  const create = `cuadre run --create --db ${quoteForShell(fromHere(dbPattern, cwd))}`
  throw new CuadreError(
    'NO_DATABASE',
    {
      en: `there is no database ${fromHere(db, cwd)} (from --db)`,
      es: `no existe la base de datos ${fromHere(db, cwd)} (de --db)`,
    },
    {
      en: `correct the path, or create it with: ${create}`,
      es: `corrija la ruta, o créela con: ${create}`,
    },
  )
}

/** Masked copies and files of the past go only to a folder that the user names, never over the files of the nights. */
export const refuseOwnFolder = (flag: '--mask' | '--as-of', given: CommandArguments, io: Io): void => {
  const sources = sourcesOf(given, io)
  if (sources.flags.out === undefined)
    throw usageError(
      { en: `${flag} needs --out`, es: `${flag} necesita --out` },
      { en: 'name a folder for its files', es: 'indique una carpeta para sus archivos' },
    )
  const { out: folder } = loadSettings(sources).settings
  const { out: own } = loadSettings({ ...sources, flags: { ...sources.flags, out: undefined } }).settings
  if (isWithin(realPathOf(folder), realPathOf(own))) {
    throw usageError(
      {
        en: `${flag} with --out in the folder of the originals`,
        es: `${flag} con --out en la carpeta de los originales`,
      },
      { en: 'name another folder for its files', es: 'indique otra carpeta para sus archivos' },
    )
  }
}

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`))
}
