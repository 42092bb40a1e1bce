import { exitStatusOf } from '../std/exit-statuses.ts'

/** What becomes of a night whose attempt ended. */
export type NightStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly afterSeconds: number }
  | { readonly kind: 'person' }

/** How often a night was tried, the attempt that just ended included, and how many of the workers at it never came back. */
export interface Tries {
  readonly attempts: number
  readonly lost: number
}

/** Half a day in all: the service had its time, and the morning has begun. */
const ATTEMPTS_MAX = 9
const FIRST_WAIT_SECONDS = 60
const WAIT_MAX_SECONDS = 2 * 3600
/** A night that ends its worker each time would end all of them. */
const LOST_MAX = 5

const DONE: readonly number[] = [exitStatusOf('agreed'), exitStatusOf('discrepancies')]
const AGAIN: readonly number[] = [exitStatusOf('incomplete'), exitStatusOf('locked')]

/** By its exit status. `random` is from 0 to 1: many nights that failed together do not come back together. */
export const stepAfter = (exitStatus: number, { attempts }: Tries, random: number): NightStep => {
  if (DONE.includes(exitStatus)) return { kind: 'done' }
  // A signal is no trouble of the night.
  if (exitStatus > 128) return { kind: 'again', afterSeconds: 0 }
  if (!AGAIN.includes(exitStatus) || attempts >= ATTEMPTS_MAX) return { kind: 'person' }
  const wait = Math.min(WAIT_MAX_SECONDS, FIRST_WAIT_SECONDS * 2 ** (attempts - 1))
  return { kind: 'again', afterSeconds: Math.round(wait * (0.5 + random / 2)) }
}

/** Of a worker whose lease ran out: it was killed, or its machine is gone. */
export const stepAfterLoss = ({ lost }: Tries): NightStep =>
  lost > LOST_MAX ? { kind: 'person' } : { kind: 'again', afterSeconds: 0 }
