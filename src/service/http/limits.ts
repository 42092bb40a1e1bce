/** How long and how much the client bears. The defaults are those of SPEC, section 3; tests hand in smaller ones. */
export interface Limits {
  /**
   * One request over all of its attempts, each from connecting to the last byte of the body; waits between them are not part of it.
   * An idle timer would let a slow drip go on for ever.
   */
  readonly requestMs: number
  /** Attempts after the first. */
  readonly retries: number
  /** Upper end of the first back-off; each later one doubles, up to `backOffMs`. */
  readonly firstBackOffMs: number
  readonly backOffMs: number
  /** The longest `Retry-After` that is honoured. */
  readonly retryAfterMs: number
  /** Once a slot has waited this long in all, no further wait begins. */
  readonly slotWaitMs: number
  /** An answer larger than this is not read to its end. A page of 100 invoices is about 54 kB. */
  readonly bodyBytes: number
  /** Of an error's body only `{error}` is wanted, so it is given less. */
  readonly errorBytes: number
  /** A list longer than this does not end: the memory of its cursors would grow for as long as the service liked. */
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
