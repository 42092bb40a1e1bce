import type { Instant } from '../../domain/calendar/calendar.ts'
import type { DeliveryInbox } from './taking.ts'

/** Whether events can be taken in, and how many wait to be worked. */
export interface Health {
  readonly ok: boolean
  readonly waiting: number | null
  /** Why not; a code of ours, never what the disk said. */
  readonly reason: string | null
}

/** Asking costs a commit, since only that proves that one is possible; whoever asks more often hears the last answer again. */
const ANSWER_REUSE_MS = 1000

/** Another process writes for a moment and that is no illness; a delivery is not refused for it either. */
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
