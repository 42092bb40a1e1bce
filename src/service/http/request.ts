import { repeatedMember } from '../../std/json/repeated-member.ts'
import type { AnswerExpectation } from './answer-expectation.ts'
import { attempt, startDeadline } from './attempt.ts'
import { type Exchange, exchangeError } from './errors.ts'
import type { RateLimiter, Sleep } from './rate-limiter.ts'
import type { WholeAnswer } from './read-answer.ts'
import { requestError } from './request-error.ts'
import { decideRetry } from './retry.ts'
import type { Target } from './target.ts'
import type { Transport } from './transport.ts'
import type { RequestTrouble } from './trouble.ts'

/** The context that the requests of one slot share: the signal that stops them, and their waiting time so far. */
export interface RequestContext {
  readonly signal: AbortSignal
  readonly waited: { ms: number }
  readonly onRetry: (retry: Retry) => void
}

/** Reported before each wait for another attempt. */
export interface Retry {
  readonly method: 'GET'
  readonly path: string
  /** Attempts made so far. */
  readonly attempts: number
  readonly waitMs: number
  readonly code: RequestTrouble['code']
  readonly status: number | null
  readonly reason: string
}

/** What the retries of a request depend on. */
export interface RetryBudget {
  readonly rateLimiter: RateLimiter
  readonly sleep: Sleep
  readonly random: () => number
}

/** A usable answer, and the number of attempts it took. */
export interface ReceivedAnswer extends WholeAnswer {
  readonly attempts: number
}

/** Sends a GET until there is an answer or a reason to give up, which is thrown. Only GETs: a POST sent twice may act twice. */
export const get = async (
  transport: Transport,
  budget: RetryBudget,
  target: Target,
  expectation: AnswerExpectation,
  context: RequestContext,
): Promise<ReceivedAnswer> => {
  let attemptsMs = 0
  for (let attempts = 1; ; attempts += 1) {
    await budget.rateLimiter.pass(context.signal)
    const began = transport.clock.now()
    const deadline = startDeadline(transport.limits.requestMs - attemptsMs, context.signal)
    const outcome = await attempt(transport, target, expectation, deadline)
    attemptsMs = deadline.isOver()
      ? transport.limits.requestMs
      : attemptsMs + Math.max(0, transport.clock.now() - began)
    if (outcome.kind === 'answered') return unambiguous(target, { ...outcome, attempts })
    const spent = { attempts, attemptsMs, slotWaitedMs: context.waited.ms }
    const decision = decideRetry(outcome, spent, transport.limits, budget.random())
    if (decision.slowAllMs > 0) budget.rateLimiter.closeFor(decision.slowAllMs)
    if (!decision.retry) throw requestError(target, outcome, attempts, decision.because)
    const { code, status, reason } = outcome
    const { waitMs } = decision
    context.onRetry({ method: 'GET', path: target.shown, attempts, waitMs, code, status, reason })
    context.waited.ms += waitMs
    await budget.sleep(waitMs, context.signal)
  }
}

/** An answer with a repeated member is not requested again, since the service would repeat it. */
const unambiguous = (target: Target, received: ReceivedAnswer): ReceivedAnswer => {
  const repeated = received.isKnown ? null : repeatedMember(received.body, received.value)
  if (repeated === null) return received
  throw exchangeError('BAD_ANSWER', exchangeOf(target, received, `answered ${received.status}, but ${repeated}`))
}

/** The request of an answer for people: `GET /settlements/2026-03-12/11`. */
export const requestOf = ({ method, path }: Target): string => `${method} ${path}`

/** The facts of an exchange whose answer came and was wrong. */
export const exchangeOf = (
  { method, shown }: Target,
  { status, attempts }: ReceivedAnswer,
  reason: string,
): Exchange => ({
  method,
  path: shown,
  status,
  attempts,
  reason,
  serviceText: null,
  cause: null,
})
