import { dirname } from 'node:path'
import { PLACE_NAMES, type PlaceSetting } from '../file-settings.ts'
import type { ConfigFile, Merchant } from './config-file.ts'
import type { SettingSource, Sources, Variables } from './sources.ts'

const isPlace = (name: string): name is PlaceSetting => Object.hasOwn(PLACE_NAMES, name)

/** The places of values, strongest first. */
export interface Places {
  readonly sources: Sources
  readonly variables: readonly Variables[]
  /** The merchant's own entry in the file; null when the file has none. */
  readonly merchant: Merchant | null
  readonly file: ConfigFile | null
}

/** The value of a setting from the strongest place that has one; null without any. An empty variable is absent. */
export const find = (name: string, places: Places): SettingSource | null =>
  findPassed(name, places.sources) ?? (isPlace(name) ? findTyped(name, places) : null) ?? findWritten(name, places)

/** The value that another program passes. */
export const findPassed = (name: string, { program, cwd }: Sources): SettingSource | null => {
  const raw = program?.[name]
  return raw === undefined ? null : { raw, origin: { from: 'program', name: PROGRAM }, base: cwd }
}

/** The source of values that another program passes. */
export const PROGRAM = 'openCuadre'

/** The value of a flag or a variable. */
const findTyped = (name: PlaceSetting, { sources: { flags, cwd }, variables }: Places): SettingSource | null => {
  const flag = flags[name]
  if (flag !== undefined) return { raw: flag, origin: { from: 'flag', name: PLACE_NAMES[name].flag }, base: cwd }
  const { variable } = PLACE_NAMES[name]
  const set = variables.find(({ values }) => values[variable])
  return set === undefined ? null : { raw: set.values[variable], origin: set.origin(variable), base: set.base }
}

/** The value in the settings file; the merchant's own entry comes first. */
const findWritten = (name: string, { merchant, file }: Places): SettingSource | null => {
  if (file === null) return null
  const base = dirname(file.path)
  if (merchant?.values.has(name)) {
    return { raw: merchant.values.get(name), origin: originIn(file, merchant), base }
  }
  return file.values.has(name) ? { raw: file.values.get(name), origin: originIn(file, null), base } : null
}

export const originIn = ({ path }: ConfigFile, merchant: Merchant | null): SettingSource['origin'] => ({
  from: 'file',
  name: merchant === null ? path : `merchant ${merchant.name} in ${path}`,
})
