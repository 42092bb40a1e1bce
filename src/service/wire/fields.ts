import type { RecordFlaw } from '../../domain/invoice.ts'
import { type Centavos, FRACTIONS_EXACT_BELOW, fromPesos } from '../../domain/money.ts'
import type { JsonObject } from '../../std/json/json-object.ts'
import { isNestedTooDeep } from '../../std/json/parse-json.ts'
import { isWellFormed } from './well-formed.ts'

/** `null` is absent (SPEC, section 1). */
export const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

/** Text that can be stored unchanged, or null. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && isWellFormed(value) ? value : null

/** Text that is not empty, or null. */
export const wordOf = (value: unknown): string | null => (value === '' ? null : textOf(value))

/** Why a value is not such a text. */
export const wordFault = (value: unknown): RecordFlaw => {
  if (isAbsent(value)) return 'is absent'
  if (value === '') return 'is empty'
  return typeof value === 'string' ? 'is not well-formed text' : 'is not text'
}

/** A sum in COP as centavos, or null when it is not one. */
export const sumOf = (value: unknown): Centavos | null => (typeof value === 'number' ? fromPesos(value) : null)

/** Why a value is not a sum in COP. */
export const sumFault = (value: unknown): RecordFlaw => {
  if (isAbsent(value)) return 'is absent'
  if (typeof value !== 'number') return 'is not a number'
  return Number.isSafeInteger(Math.round(value * 100)) && Math.abs(value) < FRACTIONS_EXACT_BELOW
    ? 'is not a whole number of centavos'
    : 'is beyond the exact range'
}

/**
 * The undocumented fields of an object that are not null, as the JSON text of an object, in their original order; null
 * when there are none, undefined when they are nested too deep to be stored. Written directly as text, so that no
 * object exists to which `__proto__` could be assigned.
 */
export const extraOf = (record: JsonObject, isDocumented: (field: string) => boolean): string | null | undefined => {
  let members = ''
  for (const key of Object.keys(record)) {
    if (isDocumented(key)) continue
    const value = record[key]
    if (isAbsent(value)) continue
    if (isNestedTooDeep(value)) return undefined
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${JSON.stringify(value)}`
  }
  return members === '' ? null : `{${members}}`
}
