import { resolve } from 'node:path'
import type { Both } from '../../std/both.ts'
import { CuadreError } from '../../std/errors.ts'
import { readTextFile } from '../../std/files/text-file.ts'
import { find, type Places } from '../sources/find.ts'
import type { SettingSource } from '../sources/sources.ts'

/** The place of the tariff: the settings (`tariff`), or a file that they name (`tariffFile`); null without a tariff. */
export const tariffSource = (places: Places): SettingSource | null => {
  const [tariff, file] = [find('tariff', places), find('tariffFile', places)]
  if (file === null || file.raw === null) return tariff
  if (tariff === null) return tariffOfFile(file)
  const own = places.merchant?.values
  if (own?.has('tariff') !== own?.has('tariffFile')) return own?.has('tariff') ? tariff : tariffOfFile(file)
  const message = {
    en: `tariff and tariffFile are both set (from ${tariff.origin.name})`,
    es: `tariff y tariffFile están a la vez (en ${tariff.origin.name})`,
  }
  throw new CuadreError('SETTING_CONTRADICTS', message, { en: 'remove one of the two', es: 'quite uno de los dos' })
}

const tariffOfFile = ({ raw, origin, base }: SettingSource): SettingSource | null => {
  if (typeof raw !== 'string' || raw === '') return null
  const path = resolve(base, raw)
  return { raw: documentIn(path), origin: { ...origin, name: path }, base }
}

const documentIn = (path: string): unknown => {
  const refuse = (what: Both<string>, next: Both<string>): never => {
    throw new CuadreError(
      'CONFIG_NOT_READ',
      { en: `${path}, the tariffFile, ${what.en}`, es: `${path}, el archivo de tariffFile, ${what.es}` },
      next,
    )
  }
  const text =
    textOf(path) ??
    refuse(
      { en: 'could not be read', es: 'no se pudo leer' },
      { en: 'name a file that can be read', es: 'indique un archivo que se pueda leer' },
    )
  try {
    return JSON.parse(text)
  } catch {
    return refuse(
      { en: 'is not valid JSON', es: 'no es JSON válido' },
      { en: 'correct it there', es: 'corríjalo allí' },
    )
  }
}

const textOf = (path: string): string | null => {
  try {
    return readTextFile(path).replace(/^\uFEFF/, '')
  } catch {
    return null
  }
}
