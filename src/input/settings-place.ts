import { realpathSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { CuadreError } from '../std/errors.ts'
import { writeWhole } from '../std/files/whole-file.ts'
import { isObject, type JsonObject } from '../std/json/json-object.ts'
import type { JsonPath } from '../std/json/set-member.ts'
import type { Settings } from './settings.ts'

/** The settings file to write to; throws when there is none. */
export const fileOfSettings = ({ configFile }: Pick<Settings, 'configFile'>): string => {
  if (configFile !== null) return configFile
  throw new CuadreError(
    'NO_SETTINGS_FILE',
    { en: 'there is no settings file to write to', es: 'no hay archivo de parámetros en que escribir' },
    {
      en: 'make one with "cuadre init", or name it with --config',
      es: 'cree uno con "cuadre init", o indíquelo con --config',
    },
  )
}

/** Where the settings of a merchant are in the file: at the top, or under "policy". */
export interface SettingsPlace {
  readonly pathOf: (name: string) => JsonPath
  readonly valueOf: (name: string) => unknown
}

/** With several merchants, the merchant's own entry; the others stay unchanged. */
export const settingsPlace = (document: unknown, merchant: string): SettingsPlace => {
  const { merchants } = membersOf(document)
  if (isObject(merchants)) throw noSettingsFileError(merchant)
  const entry = Array.isArray(merchants) ? merchants.findIndex((one) => membersOf(one).name === merchant) : -1
  const own = membersOf(Array.isArray(merchants) ? merchants[entry] : document)
  const path = entry === -1 ? [] : ['merchants', entry]
  const group = membersOf(own.policy)
  return {
    pathOf: (name) => (Object.hasOwn(group, name) ? [...path, 'policy'] : path),
    valueOf: (name) => group[name] ?? own[name],
  }
}

const noSettingsFileError = (merchant: string): CuadreError =>
  new CuadreError(
    'NO_SETTINGS_FILE',
    {
      en: `the settings of merchant ${merchant} are not in the settings file; they come from a folder or a command`,
      es: `los parámetros del comercio ${merchant} no están en el archivo de parámetros; vienen de una carpeta o de un comando`,
    },
    { en: 'write it there by hand', es: 'escríbalo allí a mano' },
  )

const membersOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** Replaces the content of a file and keeps its permissions; a symbolic link stays one. */
export const writeOver = async (path: string, text: string): Promise<void> => {
  const file = realpathSync(path)
  const mode = statSync(file).mode & 0o777
  await writeWhole(dirname(file), basename(file), [{ text, rows: 0 }], undefined, mode)
}
