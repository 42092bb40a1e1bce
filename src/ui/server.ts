import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Instant } from '../core/calendar/calendar.ts'
import { codeOf } from '../std/errors.ts'
import type { Session } from './session.ts'

/** The facts of a request that decide whether it is heard at all (SPEC, section 15). */
interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** Why a request is refused. */
type DeskRefusal = 'host' | 'method' | 'stranger' | 'origin' | 'site' | 'content-type'

const STATUS_OF: Readonly<Record<DeskRefusal, number>> = {
  ...{ host: 403, method: 405, stranger: 403, origin: 403, site: 403 },
  'content-type': 415,
}

/** The names of this machine; their port is not looked at, since a tunnel may have another. */
const HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i

export const FORM = 'application/x-www-form-urlencoded'
const FORM_WITH_FILE = 'multipart/form-data'

/** A name that leads here from elsewhere (DNS rebinding) is refused before anything else is looked at. */
const isHostOfMachine = ({ headers }: Pick<Heard, 'headers'>): boolean => HOST.test(headers.host ?? '')

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

/** What the desk says to a request. A page has text; after an act the browser is sent to another page. */
export type DeskAnswer =
  | { readonly status: number; readonly type: string; readonly body: string | Uint8Array }
  | { readonly status: 303; readonly to: string }

/** A request that passed the guard; `path` is that below the root of the session. */
export interface DeskRequest {
  readonly path: string
  readonly query: URLSearchParams
}

/** An act with what was filled in. */
export interface DeskAct extends DeskRequest {
  readonly form: FormData
}

/** The pages and acts behind the server. */
export interface Desk {
  readonly page: (request: DeskRequest) => Promise<DeskAnswer>
  readonly act: (act: DeskAct) => Promise<DeskAnswer>
  /** Whether the act at this path takes a file. */
  readonly takesFile: (path: string) => boolean
  /** A page that says why nothing was done. */
  readonly refusal: (why: DeskRefusal | 'entry' | 'too-large' | 'token') => string
}

export interface ServerOptions {
  readonly port: number
  readonly session: Session
  readonly desk: Desk
  readonly isReadOnly: boolean
  /** Ms without a request after which it ends. */
  readonly idleMs: number
  readonly now: () => Instant
  /** The address was opened a second time, or too late. */
  readonly onEntry: (entry: 'used' | 'expired') => void
}

export interface RunningDesk {
  /** The address to open, for one use. */
  readonly url: string
  /** Resolves when nobody asked for anything for so long. */
  readonly idle: Promise<void>
  /** Ends after the act that is being done. */
  readonly stop: () => Promise<void>
}

/** In bytes (SPEC, section 15). */
const FORM_MAX_BYTES = 64 * 1024
const FILE_MAX_BYTES = 32 * 2 ** 20

/** Nothing of another origin, no script in a page, in no frame, kept by no cache, and the address told to nobody. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

const HTML = 'text/html; charset=utf-8'

/** Serves the desk on 127.0.0.1 and, where there is one, [::1], and on no other address. */
export const startDesk = async (options: ServerOptions): Promise<RunningDesk> => {
  const { session } = options
  let last = options.now()
  const working = new Set<Promise<void>>()
  const heard = (request: IncomingMessage, response: ServerResponse): void => {
    last = options.now()
    const work = answer(request, response, options).catch(() => void response.destroy())
    working.add(work)
    void work.finally(() => working.delete(work))
  }
  const first = await listening(heard, '127.0.0.1', options.port)
  const { port } = first.address() as AddressInfo
  const servers = [first, ...(await secondOf(heard, port))]
  const idle = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (working.size > 0 || options.now() - last < options.idleMs) return
      clearInterval(timer)
      resolve()
    }, 1_000)
    timer.unref()
    first.once('close', () => clearInterval(timer))
  })
  const stop = async (): Promise<void> => {
    for (const server of servers) server.close()
    await Promise.all(working)
    for (const server of servers) server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}${session.entrance}`, idle, stop }
}

const listening = async (
  heard: (request: IncomingMessage, response: ServerResponse) => void,
  host: string,
  port: number,
): Promise<Server> => {
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 60_000 }, heard)
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** A machine may lack [::1], or another program may have that port there. */
const secondOf = async (
  heard: (request: IncomingMessage, response: ServerResponse) => void,
  port: number,
): Promise<readonly Server[]> => {
  try {
    return [await listening(heard, '::1', port)]
  } catch (error) {
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EADDRINUSE'].includes(codeOf(error) ?? '')) return []
    throw error
  }
}

const answer = async (request: IncomingMessage, response: ServerResponse, options: ServerOptions): Promise<void> => {
  const { session, desk, isReadOnly } = options
  const { method = '', headers } = request
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
  if (isHostOfMachine({ headers }) && method === 'GET' && path.startsWith('/enter/'))
    return enter(path, response, options)
  const below = path.slice(session.root.length)
  const takesFile = desk.takesFile(below)
  const type = isReadOnly ? null : takesFile ? FORM_WITH_FILE : FORM
  const refused = refusalOf({ method, path, headers }, session, type)
  if (refused !== null) {
    request.resume()
    return send(response, { status: STATUS_OF[refused], type: HTML, body: desk.refusal(refused) })
  }
  if (method !== 'POST') return send(response, await desk.page({ path: below, query }), method === 'HEAD')
  const body = await bodyOf(request, takesFile ? FILE_MAX_BYTES : FORM_MAX_BYTES)
  if (body === null) return send(response, { status: 413, type: HTML, body: desk.refusal('too-large') })
  const form = await formIn(body, headers['content-type'] ?? '')
  if (form === null || !session.gave(String(form.get('token') ?? '')))
    return send(response, { status: 403, type: HTML, body: desk.refusal('token') })
  return send(response, await desk.act({ path: below, query, form }))
}

/** The address opens the desk once: the browser gets the cookie and the path. */
const enter = async (path: string, response: ServerResponse, options: ServerOptions): Promise<void> => {
  const { session, desk, now, onEntry } = options
  const entry = session.enter(path, now())
  if (entry === 'used' || entry === 'expired') onEntry(entry)
  if (entry !== 'granted') return send(response, { status: 403, type: HTML, body: desk.refusal('entry') })
  const { name, value } = session.cookie
  response.setHeader('set-cookie', `${name}=${value}; Path=${session.root}; HttpOnly; SameSite=Strict`)
  return send(response, { status: 303, to: session.root })
}

/** Null when it is larger than it may be. Throws when the browser went away. */
const bodyOf = async (request: IncomingMessage, most: number): Promise<Buffer | null> => {
  if (Number(request.headers['content-length'] ?? 0) > most) {
    request.resume()
    return null
  }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.byteLength
    if (length > most) {
      request.resume()
      return null
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Null when the bytes are no form. */
const formIn = (body: Buffer, type: string): Promise<FormData | null> =>
  new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData().catch(() => null)

const send = async (response: ServerResponse, answer: DeskAnswer, isHead = false): Promise<void> => {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if ('to' in answer) {
    response.writeHead(answer.status, { location: answer.to, 'content-length': 0 })
    response.end()
    return
  }
  const bytes = Buffer.from(answer.body as string)
  response.writeHead(answer.status, { 'content-type': answer.type, 'content-length': bytes.byteLength })
  response.end(isHead ? undefined : bytes)
}
