/** Returns milliseconds since 1970. Time is an argument. */
export interface Clock {
  readonly now: () => number
}

/** Rejects when the signal aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/** Every request of a client passes it before it is sent, so that a 429 for one slot slows all of them. */
export interface RateLimiter {
  readonly closeFor: (ms: number) => void
  readonly pass: (signal: AbortSignal) => Promise<void>
}

/**
 * Makes a limiter that lets requests pass at first. No wait is longer than `longestMs`. After a wait requests pass whatever the clock
 * says, so that a clock that was set back cannot block them.
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
