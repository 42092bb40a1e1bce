/** Why one attempt gave no usable answer. Retrying is decided elsewhere. */
export interface RequestTrouble {
  readonly kind: 'trouble'
  readonly code: TroubleCode
  /** Null when no answer came. */
  readonly status: number | null
  /** The problem, as the end of a sentence, without host, key or contents. */
  readonly reason: string
  /** The `{error}` of the service, cut and made harmless. */
  readonly serviceText: string | null
  /** The wait of `Retry-After` in ms. */
  readonly retryAfterMs: number | null
  readonly cause: Error | null
  /** There was no connection, so nothing was sent. */
  readonly neverSent: boolean
}

export type TroubleCode =
  | 'UNREACHABLE'
  | 'TIMED_OUT'
  | 'HTTP_STATUS'
  | 'CREDENTIALS_REJECTED'
  | 'BAD_ANSWER'
  | 'TOO_LARGE'
  | 'REDIRECTED'
  | 'ENCODED'

export const requestTrouble = (
  code: TroubleCode,
  reason: string,
  more: Partial<Omit<RequestTrouble, 'kind' | 'code' | 'reason'>> = {},
): RequestTrouble => ({
  kind: 'trouble',
  code,
  reason,
  status: null,
  serviceText: null,
  retryAfterMs: null,
  cause: null,
  neverSent: false,
  ...more,
})
