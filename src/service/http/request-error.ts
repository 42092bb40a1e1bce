import { exchangeError, type ServiceError } from './errors.ts'
import type { GiveUpReason } from './retry.ts'
import type { Target } from './target.ts'
import type { RequestTrouble } from './trouble.ts'

/** The error of a request after its last trouble. */
export const requestError = (
  { method, shown }: Target,
  trouble: RequestTrouble,
  attempts: number,
  because: GiveUpReason,
): ServiceError => {
  const { code, status, serviceText, cause } = trouble
  const reason = [trouble.reason, atAttempt(attempts), WHY_NOT_AGAIN[because](trouble)].join('')
  return exchangeError(code, { method, path: shown, status, attempts, reason, serviceText, cause })
}

const atAttempt = (attempts: number): string => (attempts === 1 ? '' : `, at attempt ${attempts}`)

const WHY_NOT_AGAIN: Readonly<Record<GiveUpReason, (trouble: RequestTrouble) => string>> = {
  final: () => '',
  retries: () => '',
  'asked-too-long': ({ retryAfterMs }) =>
    ` and asked to wait ${Math.ceil((retryAfterMs ?? 0) / 1000)} s, which is longer than we wait`,
  'request-time': () => ', and its time is used up',
  'slot-waited': () => ', and its slot has waited long enough',
}
