import { dirname, resolve } from 'node:path'
import { CuadreError } from '../std/errors.ts'
import { nearest } from '../std/nearest.ts'
import { checkSetting } from './check-setting.ts'
import { plainText } from './setting-readers.ts'
import {
  type ConfigFile,
  type FileNames,
  KEY_SOURCES,
  KEYS,
  type Merchant,
  readConfigFile,
  refuseUnknown,
} from './sources/config-file.ts'
import { find, originIn, type Places, PROGRAM } from './sources/find.ts'
import type { SettingSource, Sources } from './sources/sources.ts'
import { variablesOf } from './sources/variables.ts'

/** All places of a setting's value: the file, its env file, and the selected merchant. */
export const placesOf = (sources: Sources, names: FileNames): Places => {
  const places = sharedPlaces(sources, names)
  return { ...places, merchant: merchantMeant(places) }
}

/** The same places without a merchant, and the merchants asked for; null when the file names none. */
export const merchantsToRun = (sources: Sources, names: FileNames): readonly string[] | null => {
  const places = sharedPlaces(sources, names)
  if (places.file?.merchants == null) return null
  if (find('merchant', places) !== null) return [merchantMeant(places)?.name ?? '']
  return places.file.merchants.map(({ name }) => name)
}

/** The places that all merchants share, for commands about the whole database. */
export const sharedPlaces = (sources: Sources, names: FileNames): Places => {
  const { program, flags, cwd } = sources
  if (program !== undefined) refuseUnusable(Object.keys(program), names.all)
  // Another program names its settings file; the one in the current folder is not read by default.
  const read = (): ConfigFile | null =>
    program !== undefined && flags.config === undefined ? null : readConfigFile(flags.config, cwd, names)
  const file = sources.cache?.file === undefined ? read() : sources.cache.file
  if (sources.cache !== undefined) sources.cache.file = file
  return { sources, file, merchant: null, variables: variablesOf(sources, envFileOf(file), variablesNamedIn(file)) }
}

/** A program passes the settings of the file; of a key not its place but the key itself. */
const refuseUnusable = (given: readonly string[], ofFile: readonly string[]): void => {
  const unusable = given.find((name) => ['envFile', 'queue', 'databaseKey', ...KEY_SOURCES].includes(name))
  if (unusable !== undefined)
    throw new CuadreError(
      'SETTING_UNKNOWN',
      { en: `${PROGRAM} does not take ${unusable}`, es: `${PROGRAM} no recibe ${unusable}` },
      {
        en: `pass keys themselves (${KEYS.join(', ')}), and variables as env`,
        es: `pase las claves mismas (${KEYS.join(', ')}), y las variables como env`,
      },
    )
  refuseUnknown(given, [...ofFile, ...KEYS], PROGRAM)
}

/** The env file that the settings file names; null when it names none. */
export const envFileOf = (file: ConfigFile | null): string | null => {
  if (!file?.values.has('envFile')) return null
  const found = { raw: file.values.get('envFile'), origin: originIn(file, null), base: dirname(file.path) }
  return resolve(
    found.base,
    checkSetting(
      'envFile',
      found,
      plainText({ en: 'the path of a file that sets variables', es: 'la ruta de un archivo de variables' }),
    ),
  )
}

/** The variables that the settings file names for keys. */
export const variablesNamedIn = (file: ConfigFile | null): readonly string[] =>
  [file, ...(file?.merchants ?? [])].flatMap((place) =>
    KEY_SOURCES.flatMap((source) => {
      const name = source.endsWith('Variable') ? place?.values.get(source) : undefined
      return typeof name === 'string' ? [name] : []
    }),
  )

/** The merchant that a flag or a variable names, or the only one. */
export const merchantMeant = (places: Places): Merchant | null => {
  const { file } = places
  if (file?.merchants == null) return null
  const { path, merchants } = file
  const { currentMerchant } = places.sources
  const found =
    currentMerchant === undefined ? find('merchant', places) : { raw: currentMerchant, origin: originIn(file, null) }
  const names = merchants.map(({ name }) => name)
  const [first, ...others] = merchants
  if (found === null) {
    if (first !== undefined && others.length === 0) return first
    const message = {
      en: `${path} names several merchants: ${names.join(', ')}`,
      es: `${path} nombra varios comercios: ${names.join(', ')}`,
    }
    throw new CuadreError('MERCHANT_NOT_NAMED', message, {
      en: `say which one is meant: --merchant ${names[0]}`,
      es: `indique cuál: --merchant ${names[0]}`,
    })
  }
  const merchant = merchants.find(({ name }) => name === found.raw)
  if (merchant !== undefined) return merchant
  const message = {
    en: `merchant (from ${found.origin.name}) is none of those that ${path} names: ${names.join(', ')}`,
    es: `merchant (de ${found.origin.name}) no es ninguno de los que nombra ${path}: ${names.join(', ')}`,
  }
  throw new CuadreError('SETTING_INVALID', message, {
    en: `did you mean ${nearest(String(found.raw), names)}?`,
    es: `¿quiso decir ${nearest(String(found.raw), names)}?`,
  })
}

/** Where the name of the chosen merchant came from. */
export const placeChosen = ({ name }: Merchant, places: Places): SettingSource => {
  const { file, sources } = places
  const typed = sources.currentMerchant === undefined ? find('merchant', places) : null
  if (typed !== null) return typed
  return { raw: name, origin: file === null ? { from: 'default', name: '' } : originIn(file, null), base: sources.cwd }
}
