import { createHash } from 'node:crypto'
import type { RecordFlaw } from '../../core/invoice.ts'
import { type Centavos, FRACTIONS_EXACT_BELOW, fromPesos } from '../../core/money.ts'
import type { KnownPage } from '../../core/pull/pull.ts'
import type { JsonObject } from '../../std/json/json-object.ts'
import { isNestedTooDeep } from '../../std/json/parse-json.ts'

/// <reference lib="es2024.string" />
// Node 20 has what the compiler's es2023 does not yet name; a pattern for half pairs takes several times as long.

/** Half a surrogate pair has no UTF-8: such text can be neither sent nor stored unchanged. */
export const isWellFormed = (text: string): boolean => text.isWellFormed()

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

/** Whether a body has the bytes of the known page, and its cursor is where the known page says. */
export const isBodyOf = (body: Uint8Array, { digest, cursor, cursorAt }: KnownPage): boolean => {
  const text = Buffer.from(JSON.stringify(cursor).slice(1, -1))
  return (
    text.equals(body.subarray(cursorAt, cursorAt + text.length)) &&
    createHash('sha256').update(body).digest().equals(digest)
  )
}
