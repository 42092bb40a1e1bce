import type { Instant } from '../../core/calendar/calendar.ts'
import type { DeliveryInbox } from './delivery-queue.ts'

/** Whether notifications can be stored, and how many wait to be processed. */
export interface Health {
  readonly ok: boolean
  readonly waiting: number | null
  /** A code of ours, never a text of the operating system; null when all is well. */
  readonly reason: string | null
}

/** A check costs a commit, which alone proves that writing works. More frequent requests get the last answer. */
const ANSWER_REUSE_MS = 1000

/** How long a locked inbox still counts as healthy, in ms: another process may be writing. */
const LOCK_TOLERANCE_MS = 2500

export const healthOf = (inbox: DeliveryInbox, now: () => Instant): (() => Health) => {
  let known: { readonly health: Health; readonly at: number } | null = null
  return () => {
    const age = known === null ? Number.POSITIVE_INFINITY : performance.now() - known.at
    if (known !== null && age <= ANSWER_REUSE_MS) return known.health
    const health = ask(inbox, now())
    if (known?.health.ok && health.reason === 'BUSY' && age <= LOCK_TOLERANCE_MS) return known.health
    known = { health, at: performance.now() }
    return health
  }
}

const ask = (inbox: DeliveryInbox, at: Instant): Health => {
  try {
    inbox.listening(at)
    return { ok: true, waiting: inbox.waiting(), reason: null }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'FAILED'
    return { ok: false, waiting: null, reason }
  }
}
