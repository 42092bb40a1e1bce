import { isUtf8 } from 'node:buffer'

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  /** Unlike the message of `JSON.parse`, the reason never quotes the body, which holds names and document numbers. */
  | { readonly ok: false; readonly reason: string }

/**
 * Parses a body as JSON. A byte order mark is accepted; bytes that are not UTF-8 are not, since decoding would change
 * them silently.
 */
export const parseJson = (body: Uint8Array): ParsedJson => {
  if (body.byteLength === 0) return { ok: false, reason: 'the body is empty' }
  if (!isUtf8(body)) return { ok: false, reason: 'the body is not UTF-8' }
  if (hasTooManyParts(body)) return { ok: false, reason: `the body has more than ${PARTS_MAX} objects and lists` }
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  try {
    return { ok: true, value: JSON.parse(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text) }
  } catch {
    return { ok: false, reason: 'the body is not JSON' }
  }
}
/**
 * The most values in a body: millions of empty objects are few bytes and much memory. An ordinary page has a few
 * hundred.
 */
const PARTS_MAX = 200_000
const hasTooManyParts = (body: Uint8Array): boolean => {
  if (body.byteLength < 2 * PARTS_MAX) return false
  let parts = 0
  for (const byte of body) if (byte === OPEN_BRACE || byte === OPEN_BRACKET) parts += 1
  return parts > PARTS_MAX
}
const OPEN_BRACE = 0x7b
const OPEN_BRACKET = 0x5b
const BYTE_ORDER_MARK = 0xfeff

/**
 * Whether a value is nested deeper than we support. JSON.parse accepts any depth, but JSON.stringify fails at one that
 * depends on the stack, and the same bytes must always read the same.
 */
export const isNestedTooDeep = (value: unknown, levels = DEPTH_MAX): boolean => {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((part) => isNestedTooDeep(part, levels - 1))
}
const DEPTH_MAX = 100
