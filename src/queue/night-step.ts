import { exitStatusOf, WORK_DONE_STATUSES } from '../std/exit-statuses.ts'

/** The next step of a night after an attempt. `person`: it is tried no more until a person has seen to it. */
export type NightStep =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly afterSeconds: number }
  | { readonly kind: 'person' }

/** The number of attempts at a night, with the one that just ended, and how many of them were lost with their worker. */
export interface Tries {
  readonly attempts: number
  readonly lost: number
}

/** Half a day of attempts in all, until the next morning. */
const ATTEMPTS_MAX = 9
const FIRST_WAIT_SECONDS = 60
const WAIT_MAX_SECONDS = 2 * 3600
/** A night that kills its worker each time would otherwise kill all workers. */
const LOST_MAX = 5

const AGAIN: readonly number[] = [exitStatusOf('incomplete'), exitStatusOf('locked')]

/**
 * The next step by the exit status. `random` is from 0 to 1: it spreads nights that failed together, so that they do
 * not return together.
 */
export const stepAfter = (exitStatus: number, { attempts }: Tries, random: number): NightStep => {
  if (WORK_DONE_STATUSES.includes(exitStatus)) return { kind: 'done' }
  // A signal is not a failure of the night.
  if (exitStatus > 128) return { kind: 'again', afterSeconds: 0 }
  if (!AGAIN.includes(exitStatus) || attempts >= ATTEMPTS_MAX) return { kind: 'person' }
  const wait = Math.min(WAIT_MAX_SECONDS, FIRST_WAIT_SECONDS * 2 ** (attempts - 1))
  return { kind: 'again', afterSeconds: Math.round(wait * (0.5 + random / 2)) }
}

/** The next step after a lease ran out: the worker was killed, or its machine is gone. */
export const stepAfterLoss = ({ lost }: Tries): NightStep =>
  lost > LOST_MAX ? { kind: 'person' } : { kind: 'again', afterSeconds: 0 }
