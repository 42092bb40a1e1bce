import { existsSync } from 'node:fs'
import { type Effective, loadSettings, type Settings } from '../../config/settings.ts'
import { CuadreError } from '../../std/errors.ts'
import { type CommandArguments, type Flags, type settingsFlags, sourcesOf } from './command.ts'
import { fromHere } from './from-here.ts'
import type { Io } from './io.ts'

export const CREATE: Flags = {
  create: {
    kind: 'switch',
    describe: {
      en: 'Create the database that --db names, or add a merchant that "merchants" in the settings file lists',
      es: 'Crea la base de datos que indica --db, o agrega un comercio que figura en "merchants" del archivo de parámetros',
    },
  },
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

/** Refuses a database named by a flag when it does not exist. */
export const refuseMissingDatabase = ({ db }: Pick<Settings, 'db'>, { cwd }: Pick<Io, 'cwd'>): void => {
  if (existsSync(db)) return
  throw new CuadreError(
    'NO_DATABASE',
    {
      en: `there is no database ${fromHere(db, cwd)} (from --db)`,
      es: `no existe la base de datos ${fromHere(db, cwd)} (de --db)`,
    },
    {
      en: 'correct the path, or create it with: cuadre run --create --db PATH',
      es: 'corrija la ruta, o créela con: cuadre run --create --db RUTA',
    },
  )
}
