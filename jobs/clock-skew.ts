import type { Instant } from '../src/domain/calendar.ts'

const MINUTE = 60_000
/** SPEC, section 3: further apart than this, what is due cannot be told. */
const MOST = 10 * MINUTE

/** This machine's clock and the service's are too far apart. */
export class ClockSkewFault extends Error {
  override readonly name = 'ClockSkewFault'
  readonly code = 'CLOCK_SKEW'
  readonly next = 'set the clock of this machine (or ask the operator about theirs), then run again'

  constructor(minutes: number) {
    super(`this machine's clock is ${minutes} minutes from the service's Date header: what is due depends on it`)
  }
}

/** The fault, when the two clocks are too far apart. */
export const skewBetween = (service: Instant, here: Instant): ClockSkewFault | null => {
  const apart = Math.abs(service - here)
  return apart > MOST ? new ClockSkewFault(Math.round(apart / MINUTE)) : null
}
