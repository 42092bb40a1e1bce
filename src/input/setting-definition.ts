import type { Json } from '../core/cell.ts'
import type { Language } from '../words/language.ts'
import type { Reader } from './setting-readers.ts'

/** The definition of a setting of the file. */
export interface SettingDefinition<Value extends Json> {
  readonly reader: Reader<Value>
  /** The default. */
  readonly otherwise: Value
  /** One sentence in each language, which editors show with the name and the manual in its table. */
  readonly meaning: Readonly<Record<Language, string>>
}

/** A setting that also has a flag and an environment variable. */
export interface PlaceNames {
  readonly flag: `--${string}`
  readonly variable: `CUADRE_${string}`
}

export const setting = <Value extends Json>(
  reader: Reader<Value>,
  otherwise: Value,
  en: string,
  es: string,
): SettingDefinition<Value> => ({ reader, otherwise, meaning: { en, es } })

/** Defines a setting with a flag and a variable. */
export const place = <Value extends Json>(
  names: PlaceNames,
  definition: SettingDefinition<Value>,
): SettingDefinition<Value> & PlaceNames => ({
  ...names,
  ...definition,
})
