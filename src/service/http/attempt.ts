import { hasVersion } from '../../core/base-url.ts'
import { mayMeanAbsence } from '../wire/absence.ts'
import type { AnswerExpectation } from './answer-expectation.ts'
import { networkTrouble } from './errors.ts'
import { leaveUnread, readAnswer, readPossibleAbsence, readServiceText, type WholeAnswer } from './read-answer.ts'
import { type Head, readHead, refusalOf } from './read-head.ts'
import { retryAfter } from './retry.ts'
import type { Target } from './target.ts'
import type { Transport } from './transport.ts'
import { type RequestTrouble, requestTrouble } from './trouble.ts'

/** The time left to a request, and the caller's abort. */
export interface Deadline {
  /** Aborts when either of the two happens. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  readonly throwIfCallerAborted: () => void
  readonly clear: () => void
}

/**
 * Combines the caller's abort and the deadline into one signal. Written by hand, since `AbortSignal.any` on a long-lived signal leaks in
 * Node 20.
 */
export const startDeadline = (ms: number, caller: AbortSignal): Deadline => {
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
    throwIfCallerAborted: () => caller.throwIfAborted(),
    clear: () => {
      clearTimeout(timer)
      caller.removeEventListener('abort', onAbort)
    },
  }
}

/** Sends one request once. Throws when the caller aborts; returns any trouble with the service. */
export const attempt = async (
  transport: Transport,
  target: Target,
  expectation: AnswerExpectation,
  deadline: Deadline,
): Promise<WholeAnswer | RequestTrouble> => {
  try {
    deadline.throwIfCallerAborted()
    const outcome = await exchange(transport, target, expectation, deadline.signal)
    deadline.throwIfCallerAborted()
    return withVersionHint(outcome, transport)
  } catch (error) {
    deadline.throwIfCallerAborted()
    if (deadline.isOver())
      return requestTrouble('TIMED_OUT', `got no whole answer within ${transport.limits.requestMs / 1000} s`)
    const known = networkTrouble(error)
    if (known === null) throw error
    return known
  } finally {
    deadline.clear()
  }
}

const exchange = async (
  transport: Transport,
  target: Target,
  expectation: AnswerExpectation,
  signal: AbortSignal,
): Promise<WholeAnswer | RequestTrouble> => {
  const response = await send(transport, target, signal)
  const head = readHead(response.statusCode, response.headers)
  const now = transport.clock.now()
  if (head.date !== null) transport.onDate(head.date, now)
  const { absence } = expectation
  if (absence !== null && mayMeanAbsence(absence, head.status) && isReadable(head, transport))
    return withRetryAfter(await readPossibleAbsence(head, absence, response.body, transport, target), head, now)
  const expected = head.status === 200 ? 'json' : expectation.status(head.status)
  const refusal = refusalOf(head, expected, transport)
  if (refusal === null) return readAnswer(head, expected, response.body, transport, expectation.isKnown)
  const serviceText = CODES_WITHOUT_SERVICE_TEXT.has(refusal.code)
    ? null
    : await readServiceText(head, response.body, transport, target)
  leaveUnread(response.body)
  return withRetryAfter({ ...refusal, serviceText }, head, now)
}

const withRetryAfter = (
  outcome: WholeAnswer | RequestTrouble,
  head: Head,
  now: number,
): WholeAnswer | RequestTrouble =>
  outcome.kind === 'answered' ? outcome : { ...outcome, retryAfterMs: retryAfter(head.retryAfter, head.date, now) }

/** Adds a hint to "not found" when the address lacks the version. */
const withVersionHint = (
  outcome: WholeAnswer | RequestTrouble,
  { basePath }: Transport,
): WholeAnswer | RequestTrouble =>
  outcome.kind === 'answered' || outcome.status !== 404 || hasVersion(basePath)
    ? outcome
    : { ...outcome, reason: `${outcome.reason} (the base URL does not end with /v1)` }

const send = (transport: Transport, target: Target, signal: AbortSignal) =>
  transport.pool.request({
    method: target.method,
    path: transport.basePath + target.path,
    body: target.body,
    headers: {
      authorization: `Bearer ${transport.apiKey}`,
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'cuadre',
      ...(target.body === null ? {} : { 'content-type': 'application/json' }),
    },
    signal,
    // The deadline is the only timer; undici's own would also measure idle time.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

/** Whether only the body still has to be judged. */
const isReadable = ({ status, encoding, bytes }: Head, { limits }: Transport): boolean =>
  encoding === null && bytes <= limits.bodyBytes && status !== 401 && status !== 403

/** Troubles that are reported without the service's own words, so that their bodies are not read. */
const CODES_WITHOUT_SERVICE_TEXT: ReadonlySet<RequestTrouble['code']> = new Set([
  'REDIRECTED',
  'ENCODED',
  'BAD_ANSWER',
  'TOO_LARGE',
])
