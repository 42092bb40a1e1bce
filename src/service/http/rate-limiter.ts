/** Milliseconds since 1970, and nothing else: time is an argument. */
export interface Clock {
  readonly now: () => number
}

/** Rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** What every request of a client passes before it is sent: a 429 to one slot slows them all. */
export interface RateLimiter {
  readonly closeFor: (ms: number) => void
  readonly pass: (signal: AbortSignal) => Promise<void>
}

/**
 * A gate that is open at first. No single wait is longer than `longestMs`, and a wait that was slept through opens the
 * gate whatever the clock says then: a clock set back must not keep it shut.
 */
export const createRateLimiter = (clock: Clock, sleep: Sleep, longestMs: number): RateLimiter => {
  let opensAt = 0
  return {
    closeFor: (ms) => {
      opensAt = Math.max(opensAt, clock.now() + ms)
    },
    pass: async (signal) => {
      while (opensAt > clock.now()) {
        const slept = opensAt
        await sleep(Math.min(slept - clock.now(), longestMs), signal)
        if (opensAt === slept) opensAt = 0
      }
    },
  }
}
