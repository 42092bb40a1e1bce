import { createHmac, timingSafeEqual } from 'node:crypto'

/** The current key and, during a rotation, the previous one. */
export type IntegrityKeys = readonly [string, ...string[]]

/**
 * Two headers of one name arrive joined by a comma, and `Buffer.from(_, 'hex')` would ignore everything after the
 * digits.
 */
const SIGNATURE = /^[0-9a-f]{64}$/

/**
 * Whether the signature is the lowercase hexadecimal HMAC-SHA256 of these bytes under one of the keys (api.md,
 * Signature verification). Every key is tried, so that the time taken does not depend on which one fits.
 */
export const isSigned = (signed: Uint8Array | string, signature: unknown, keys: IntegrityKeys): boolean => {
  if (typeof signature !== 'string' || !SIGNATURE.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return keys.map((key) => timingSafeEqual(hmac(signed, key), given)).includes(true)
}

const hmac = (signed: Uint8Array | string, key: string): Buffer => createHmac('sha256', key).update(signed).digest()
