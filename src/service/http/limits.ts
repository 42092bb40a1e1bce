/** Time and size limits of the client. The defaults are those of SPEC, section 3; tests use smaller ones. */
export interface Limits {
  /**
   * Limit in ms for one request over all of its attempts, from connecting to the last byte of the body, without the
   * waits between them. An idle timer would let a slow body continue without end.
   */
  readonly requestMs: number
  /** Attempts after the first. */
  readonly retries: number
  /** Upper end of the first back-off; each later one doubles, up to `backOffMs`. */
  readonly firstBackOffMs: number
  readonly backOffMs: number
  /** The longest `Retry-After` that is honoured. */
  readonly retryAfterMs: number
  /** In ms. A slot that has waited this long in all does not wait again. */
  readonly slotWaitMs: number
  /** A larger answer, in bytes, is not read to its end. A page of 100 invoices is about 54 kB. */
  readonly bodyBytes: number
  /** The most bytes read of an error's body, of which only `{error}` is used. */
  readonly errorBytes: number
  /** A list with more pages counts as endless: its cursors would fill the memory. */
  readonly mostPages: number
}

export const DEFAULT_LIMITS: Limits = {
  requestMs: 30_000,
  retries: 4,
  firstBackOffMs: 1_000,
  backOffMs: 8_000,
  retryAfterMs: 60_000,
  slotWaitMs: 30_000,
  bodyBytes: 16 * 1024 * 1024,
  errorBytes: 64 * 1024,
  mostPages: 1_000_000,
}
