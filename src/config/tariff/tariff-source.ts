import { resolve } from 'node:path'
import { CuadreError } from '../../std/errors.ts'
import { readTextFile } from '../../std/files/text-file.ts'
import { find, type Places } from '../sources/find.ts'
import type { SettingSource } from '../sources/sources.ts'

/** Where the tariff stands: in the settings (`tariff`), or in a file of its own that they name (`tariffFile`); null when nowhere. */
export const tariffSource = (places: Places): SettingSource | null => {
  const [tariff, file] = [find('tariff', places), find('tariffFile', places)]
  if (file === null || file.raw === null) return tariff
  if (tariff === null) return tariffOfFile(file)
  const own = places.merchant?.values
  if (own?.has('tariff') !== own?.has('tariffFile')) return own?.has('tariff') ? tariff : tariffOfFile(file)
  const message = `tariff and tariffFile are both set (from ${tariff.origin.name})`
  throw new CuadreError('SETTING_CONTRADICTS', message, 'remove one of the two')
}

const tariffOfFile = ({ raw, origin, base }: SettingSource): SettingSource | null => {
  if (typeof raw !== 'string' || raw === '') return null
  const path = resolve(base, raw)
  return { raw: documentIn(path), origin: { ...origin, name: path }, base }
}

const documentIn = (path: string): unknown => {
  const refuse = (what: string, next: string): never => {
    throw new CuadreError('CONFIG_NOT_READ', `${path}, the tariffFile, ${what}`, next)
  }
  const text = textOf(path) ?? refuse('could not be read', 'name a file that can be read')
  try {
    return JSON.parse(text)
  } catch {
    return refuse('is not valid JSON', 'correct it there')
  }
}

const textOf = (path: string): string | null => {
  try {
    return readTextFile(path).replace(/^\uFEFF/, '')
  } catch {
    return null
  }
}
