import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Instant } from '../core/calendar/calendar.ts'

/** The address that is printed holds for its first use within ten minutes, in ms (SPEC, section 15). */
const ENTRY_MS = 10 * 60_000

/** 256 bits, in 43 characters that stand in a path and in a cookie as they are. */
const secretText = (): string => randomBytes(32).toString('base64url')

/** Takes as long for any wrong text. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digestOf(a), digestOf(b))

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export type Entry = 'granted' | 'used' | 'expired' | 'unknown'

/** The one user of a desk. Cookies know no ports, so that the path is secret as well. */
export interface Session {
  /** The path that opens the desk once. */
  readonly entrance: string
  /** All pages stand below it; ends with a slash. */
  readonly root: string
  readonly cookie: { readonly name: string; readonly value: string }
  readonly enter: (path: string, now: Instant) => Entry
  /** Whether the request has the cookie. */
  readonly isOf: (cookies: string) => boolean
  /** A token for one form: an act is done once for it. */
  readonly formToken: () => string
  /** Whether this session gave it. */
  readonly gave: (formToken: string) => boolean
}

export const openSession = (begin: Instant): Session => {
  const entrance = `/enter/${secretText()}`
  const root = `/${secretText()}/`
  const cookie = { name: `cuadre-${randomBytes(6).toString('hex')}`, value: secretText() }
  const key = randomBytes(32)
  let isUsed = false
  const signed = (nonce: string): string => `${nonce}.${createHmac('sha256', key).update(nonce).digest('base64url')}`
  return {
    ...{ entrance, root, cookie },
    enter: (path, now) => {
      if (!isEqual(path, entrance)) return 'unknown'
      if (isUsed) return 'used'
      if (now - begin > ENTRY_MS) return 'expired'
      isUsed = true
      return 'granted'
    },
    isOf: (cookies) =>
      cookies
        .split(';')
        .map((one) => one.trim())
        .some((one) => one.startsWith(`${cookie.name}=`) && isEqual(one.slice(cookie.name.length + 1), cookie.value)),
    formToken: () => signed(randomBytes(16).toString('base64url')),
    gave: (token) => isEqual(signed(token.split('.')[0] ?? ''), token),
  }
}
