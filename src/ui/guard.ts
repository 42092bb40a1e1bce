import type { IncomingHttpHeaders } from 'node:http'

/** The facts of a request that decide whether it is heard at all (SPEC, section 15). */
export interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** Why a request is refused. */
export type DeskRefusal = 'host' | 'method' | 'stranger' | 'origin' | 'site' | 'content-type'

export const STATUS_OF: Readonly<Record<DeskRefusal, number>> = {
  ...{ host: 403, method: 405, stranger: 403, origin: 403, site: 403 },
  'content-type': 415,
}

/** The names of this machine; their port is not looked at, since a tunnel may have another. */
const HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

export const FORM = 'application/x-www-form-urlencoded'
export const FORM_WITH_FILE = 'multipart/form-data'

/** A name that leads here from elsewhere (DNS rebinding) is refused before anything else is looked at. */
export const isHostOfMachine = ({ headers }: Pick<Heard, 'headers'>): boolean => HOST.test(headers.host ?? '')

/**
 * What forbids the request; null when it may be answered. `contentType` is the one that the act takes; null for a page.
 */
export const refusalOf = (
  asked: Heard,
  session: { readonly root: string; readonly isOf: (cookies: string) => boolean },
  contentType: string | null,
): DeskRefusal | null => {
  const { method, path, headers } = asked
  if (!isHostOfMachine(asked)) return 'host'
  if (!['GET', 'HEAD', 'POST'].includes(method)) return 'method'
  if (!path.startsWith(session.root) || !session.isOf(headers.cookie ?? '')) return 'stranger'
  if (method !== 'POST') return null
  if (headers.origin !== `http://${headers.host}`) return 'origin'
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') return 'site'
  return contentType !== null && typeOf(headers) === contentType ? null : 'content-type'
}

const typeOf = (headers: IncomingHttpHeaders): string => (headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
