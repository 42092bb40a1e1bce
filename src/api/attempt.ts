import type { Readable } from 'node:stream'
import type { Pool } from 'undici'
import { leaveUnread, readCapped } from './body.ts'
import type { Clock } from './gate.ts'
import { harmless } from './harmless.ts'
import { isObject, parseJson } from './json.ts'
import type { Limits } from './limits.ts'
import { networkTrouble } from './network-fault.ts'
import { httpDate, retryAfter } from './retry-after.ts'
import type { Target } from './target.ts'
import { type Trouble, trouble } from './trouble.ts'

/** A whole answer with a status that means something to who asked. */
export interface Answered {
  readonly kind: 'answered'
  readonly status: number
  readonly body: Uint8Array
  /** What the body says as JSON; undefined where nothing but the status was asked for. */
  readonly value: unknown
}

/**
 * What is made of a status beside 200, whose body must always be JSON: an answer if it is JSON, an answer whatever its body
 * is, or trouble.
 */
export type Welcome = (status: number) => 'json' | 'whatever' | 'trouble'

/** What an attempt needs to know of its client. */
export interface Line {
  readonly pool: Pool
  /** The path of the base URL, without a slash at its end: `/v1`. */
  readonly basePath: string
  readonly apiKey: string
  readonly limits: Limits
  readonly clock: Clock
  readonly onDate: (serviceDateMs: number, nowMs: number) => void
}

/**
 * One request, sent once. An abort by the caller is thrown; everything the world did wrong is returned.
 */
export const attempt = async (
  line: Line,
  target: Target,
  welcome: Welcome,
  caller: AbortSignal,
): Promise<Answered | Trouble> => {
  caller.throwIfAborted()
  const deadline = startDeadline(line.limits.attemptMs, caller)
  try {
    const outcome = await exchange(line, target, welcome, deadline.signal)
    caller.throwIfAborted()
    return outcome
  } catch (error) {
    caller.throwIfAborted()
    if (deadline.isOver()) return trouble('TIMED_OUT', `got no whole answer within ${line.limits.attemptMs / 1000} s`)
    const known = networkTrouble(error)
    if (known === null) throw error
    return known
  } finally {
    deadline.clear()
  }
}

/** One signal for the caller's abort and the deadline. By hand: in Node 20 `AbortSignal.any` on a long-lived signal leaks. */
const startDeadline = (ms: number, caller: AbortSignal) => {
  const controller = new AbortController()
  let over = false
  const onAbort = () => controller.abort(caller.reason)
  const timer = setTimeout(() => {
    over = true
    controller.abort()
  }, ms)
  caller.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    isOver: () => over,
    clear: () => {
      clearTimeout(timer)
      caller.removeEventListener('abort', onAbort)
    },
  }
}

const exchange = async (line: Line, target: Target, welcome: Welcome, signal: AbortSignal) => {
  const response = await line.pool.request({
    method: target.method,
    path: line.basePath + target.path,
    body: target.body,
    headers: {
      authorization: `Bearer ${line.apiKey}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'cuadre',
      ...(target.body === null ? {} : { 'content-type': 'application/json' }),
    },
    signal,
    // The deadline is the one timer: undici's two would only add a second, idle notion of lateness.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const head = readHead(response.statusCode, response.headers)
  const now = line.clock.now()
  if (head.date !== null) line.onDate(head.date, now)
  const expected = head.status === 200 ? 'json' : welcome(head.status)
  const refusal = refusalOf(head, expected, line)
  if (refusal === null) return readAnswer(head, expected, response.body, line.limits)
  const serviceText = SPEAKS_FOR_ITSELF.has(refusal.code)
    ? null
    : await readServiceText(head, response.body, line, target)
  leaveUnread(response.body)
  return { ...refusal, serviceText, retryAfterMs: retryAfter(head.retryAfter, head.date, now) }
}

/** Troubles that are told without the service's own words: their bodies are not read. */
const SPEAKS_FOR_ITSELF: ReadonlySet<Trouble['code']> = new Set(['REDIRECTED', 'ENCODED', 'BAD_ANSWER', 'TOO_LARGE'])

/** What is asked of the status line and headers. */
interface Head {
  readonly status: number
  /** Absent, `application/json` or `application/...+json`. */
  readonly isJson: boolean
  readonly contentType: string | undefined
  /** Null for none and for identity. */
  readonly encoding: string | null
  readonly bytes: number
  readonly date: number | null
  readonly retryAfter: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

const readHead = (status: number, headers: Headers): Head => {
  const text = (name: string): string | undefined => headers[name]?.toString()
  const contentType = text('content-type')
  const encoding = text('content-encoding')?.trim().toLowerCase()
  return {
    status,
    contentType,
    isJson: contentType === undefined || JSON_TYPE.test(contentType),
    encoding: encoding === undefined || encoding === '' || encoding === 'identity' ? null : encoding,
    bytes: Number(text('content-length') ?? 0),
    date: httpDate(text('date')),
    retryAfter: text('retry-after'),
  }
}

/** What can be said against an answer before its body is read; null when the body is wanted. */
const refusalOf = (head: Head, expected: ReturnType<Welcome>, { limits, apiKey }: Line): Trouble | null => {
  const { status } = head
  const refused = (code: Trouble['code'], reason: string) => trouble(code, `answered ${status}${reason}`, { status })
  if (status === 401 || status === 403) return refused('CREDENTIALS_REJECTED', '')
  if (status >= 300 && status < 400) return refused('REDIRECTED', ', a redirect, and redirects are not followed')
  if (expected === 'trouble' || (status !== 200 && expected === 'json' && !head.isJson))
    return refused('HTTP_STATUS', '')
  if (head.encoding !== null) return refused('ENCODED', ` encoded as ${harmless(head.encoding, [apiKey])}`)
  if (expected === 'json' && !head.isJson)
    return refused('BAD_ANSWER', `, but as ${harmless(head.contentType ?? '', [apiKey])}, not as JSON`)
  return head.bytes > limits.bodyBytes ? tooLarge(status, limits) : null
}

const tooLarge = (status: number, { bodyBytes }: Limits): Trouble =>
  trouble('TOO_LARGE', `answered ${status} with more than ${bodyBytes} bytes`, { status })

const readAnswer = async (
  { status, contentType }: Head,
  expected: ReturnType<Welcome>,
  from: Readable,
  limits: Limits,
): Promise<Answered | Trouble> => {
  const body = await readCapped(from, limits.bodyBytes)
  if (body === null) return tooLarge(status, limits)
  if (expected === 'whatever') return { kind: 'answered', status, body, value: undefined }
  const parsed = parseJson(body)
  if (parsed.ok) return { kind: 'answered', status, body, value: parsed.value }
  // Without a content type nobody promised JSON: such a 404 is a plain one.
  if (status !== 200 && contentType === undefined) return trouble('HTTP_STATUS', `answered ${status}`, { status })
  return trouble('BAD_ANSWER', `answered ${status}, but ${parsed.reason}`, { status })
}

/** The `{error}` of an error answer (api.md, Errors). That it cannot be read must not hide the status. */
const readServiceText = async (
  head: Head,
  from: Readable,
  { limits, apiKey }: Line,
  { personal }: Target,
): Promise<string | null> => {
  if (!head.isJson || head.encoding !== null) return null
  const body = await readCapped(from, limits.errorBytes).catch(() => null)
  const parsed = body === null ? null : parseJson(body)
  if (!parsed?.ok || !isObject(parsed.value) || typeof parsed.value.error !== 'string') return null
  return harmless(parsed.value.error, [apiKey], personal)
}
