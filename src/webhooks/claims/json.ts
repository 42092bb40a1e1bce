import { isUtf8 } from 'node:buffer'
import { isObject, type JsonObject } from '../../std/json/json-object.ts'
import { repeatedMember } from '../../std/json/repeated-member.ts'

/**
 * Parses a JSON object; null when it is none, is nested deeper than 100, or repeats a member. The reason is not given,
 * since it could quote personal data.
 */
export const objectIn = (bytes: Uint8Array): JsonObject | null => {
  const value = parseOrUndefined(bytes)
  return isObject(value) && isPlain(value, DEPTH_MAX) && repeatedMember(bytes, value) === null ? value : null
}

const parseOrUndefined = (bytes: Uint8Array): unknown => {
  if (!isUtf8(bytes)) return null
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  } catch {
    return null
  }
}

/** JSON.parse accepts any depth; recursive functions over its result do not. */
const DEPTH_MAX = 100

/** Whether the value is not too deep, and lacks the one member name that JavaScript treats specially. */
const isPlain = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  if (Array.isArray(value)) return value.every((part) => isPlain(part, levels - 1))
  for (const name of Object.keys(value)) {
    if (name === '__proto__') return false
    if (!isPlain((value as JsonObject)[name], levels - 1)) return false
  }
  return true
}

/** The same text for the same contents: members sorted by name. Only for results of `objectIn`. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
  return `{${members.join(',')}}`
}
