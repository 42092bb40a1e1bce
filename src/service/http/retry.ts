import type { Limits } from './limits.ts'
import type { RequestTrouble } from './trouble.ts'

/** The cost of a request and its slot so far. */
interface RetryCost {
  readonly attempts: number
  /** Without the waits, in ms. */
  readonly attemptsMs: number
  /** Waits of the slot over all of its requests, in ms. */
  readonly slotWaitedMs: number
}

/** Why a request is given up. */
export type GiveUpReason = 'final' | 'asked-too-long' | 'retries' | 'request-time' | 'slot-waited'

type RetryDecision =
  | { readonly retry: true; readonly waitMs: number; readonly slowAllMs: number }
  | { readonly retry: false; readonly because: GiveUpReason; readonly slowAllMs: number }

type FailedRequest = Pick<RequestTrouble, 'code' | 'status' | 'retryAfterMs'>
type RetryLimits = Pick<
  Limits,
  'requestMs' | 'retries' | 'firstBackOffMs' | 'backOffMs' | 'retryAfterMs' | 'slotWaitMs'
>

/**
 * Whether a GET is tried again, after which wait, and how long every other slot is held back. `chance` is in [0, 1):
 * full jitter spreads slots that met the same trouble at the same instant.
 */
export const decideRetry = (
  failure: FailedRequest,
  spent: RetryCost,
  limits: RetryLimits,
  chance: number,
): RetryDecision => {
  const waitMs = waitFor(failure, spent.attempts, limits, chance)
  const slowAllMs = failure.status === 429 ? waitMs : 0
  const because = giveUpReason(failure, spent, limits)
  return because === null ? { retry: true, waitMs, slowAllMs } : { retry: false, because, slowAllMs }
}

const giveUpReason = (failure: FailedRequest, spent: RetryCost, limits: RetryLimits): GiveUpReason | null => {
  if (!isPassing(failure)) return 'final'
  if (isAskedTooLong(failure, limits)) return 'asked-too-long'
  if (spent.attempts > limits.retries) return 'retries'
  if (spent.attemptsMs >= limits.requestMs) return 'request-time'
  return spent.slotWaitedMs >= limits.slotWaitMs ? 'slot-waited' : null
}

/** Statuses that may change within moments. */
export const isPassingStatus = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500

/**
 * Troubles that may be over soon. A body that cannot be parsed may have been cut; a late answer used up the time of its
 * request.
 */
const isPassing = ({ code, status }: FailedRequest): boolean => {
  if (code === 'HTTP_STATUS') return status !== null && isPassingStatus(status)
  return code === 'UNREACHABLE' || code === 'BAD_ANSWER'
}

const isAskedTooLong = ({ retryAfterMs }: FailedRequest, limits: RetryLimits): boolean =>
  retryAfterMs !== null && retryAfterMs > limits.retryAfterMs

/**
 * The longer of the wait in `Retry-After` and our own back-off, since `Retry-After: 0` does not mean to retry at once.
 */
const waitFor = (failure: FailedRequest, attempts: number, limits: RetryLimits, chance: number): number => {
  const ceiling = Math.min(limits.backOffMs, limits.firstBackOffMs * 2 ** (attempts - 1))
  const backOff = Math.floor(ceiling * chance)
  return failure.retryAfterMs === null || isAskedTooLong(failure, limits)
    ? backOff
    : Math.max(failure.retryAfterMs, backOff)
}

const SECONDS = /^\d+$/
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .* GMT$/

/** The moment an HTTP date names, or null. `Date.parse` alone would take `-5` for a month of 2001. */
export const httpDate = (text: string | undefined): number | null => {
  if (text === undefined || !HTTP_DATE.test(text)) return null
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : moment
}

/**
 * The wait that `Retry-After` asks for, in ms, or null when it is not readable (RFC 9110, section 10.2.3). A date is
 * compared with the service's own `Date` if it sent one, since our clock may be wrong.
 */
export const retryAfter = (text: string | undefined, serviceDate: number | null, now: number): number | null => {
  if (text === undefined) return null
  if (SECONDS.test(text)) return Number(text) * 1000
  const moment = httpDate(text)
  return moment === null ? null : Math.max(0, moment - (serviceDate ?? now))
}
