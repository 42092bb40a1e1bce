import { CuadreError } from '../std/errors.ts'
import { type Reader, Refusal } from './setting-readers.ts'
import { KEY_SOURCES, KEYS } from './sources/config-file.ts'
import type { SettingSource } from './sources/sources.ts'

/** The value of a setting, checked by its reader. Throws a CuadreError that says what the value must be. */
export const checkSetting = <T>(name: string, { raw, origin }: SettingSource, reader: Reader<T>): T => {
  const value = reader(raw)
  if (!(value instanceof Refusal)) return value
  const isSilent = SILENT.includes(name)
  throw new CuadreError(
    'SETTING_INVALID',
    {
      en: `${name}${isSilent ? '' : ` is ${printSetting(raw)} and`} must be ${value.mustBe.en} (from ${origin.name})`,
      es: `${name}${isSilent ? '' : ` es ${printSetting(raw)} y`} debe ser ${value.mustBe.es} (de ${origin.name})`,
    },
    { en: 'correct it there', es: 'corríjalo allí' },
  )
}

/**
 * Settings whose values are not repeated in messages: secrets, and those into which a key or an address with a password
 * may have been pasted.
 */
const SILENT = [...KEYS, ...KEY_SOURCES, 'databaseKey', 'baseUrl', 'pingUrl', 'notifyUrl']

export const printSetting = (raw: unknown): string => {
  const text = (JSON.stringify(raw) ?? 'undefined').replace(/[\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
