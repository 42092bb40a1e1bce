import type { Instant } from '../../../domain/calendar/calendar.ts'
import type { Io } from '../../framework/io.ts'
import { startChildJob } from './child-job.ts'

/** When the worker last began, and since when notifications are ready for it. */
export interface Waiting {
  readonly readySince: Instant | null
  readonly lastStart: Instant | null
}

/** Notifications of one settlement and its invoices tend to arrive together: the first of them waits this many ms for the others. */
const SETTLE_MS = 3000
/** At most one pull a minute for each settlement, however many notifications name it. */
const APART_MS = 60_000

/** A clock that was set back by more than these times delays nothing. */
export const isTimeToWork = ({ readySince, lastStart }: Waiting, now: Instant): boolean =>
  readySince !== null &&
  Math.abs(now - readySince) >= SETTLE_MS &&
  (lastStart === null || Math.abs(now - lastStart) >= APART_MS)

/** Pause, in ms, between two looks into the inbox. */
const POLL_MS = 500

/**
 * Starts the job in a process of its own whenever notifications are ready: SQLite blocks the process during its work, and the receiver
 * has five seconds to answer. The job's output goes to our standard error.
 */
export const inboxWorker = (words: readonly string[], inbox: { isReady: (at: Instant) => boolean }, io: Io) => {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let readySince: Instant | null = null
  let lastStart: Instant | null = null

  const start = (now: Instant): void => {
    running = startChildJob(words, { ...io, signal: stopping.signal }, 'ignore').then(() => {
      running = null
    })
    lastStart = now
    readySince = null
  }

  const poll = (): void => {
    const now = io.now()
    if (running !== null) return
    readySince = isReadyIn(inbox, now) ? (readySince ?? now) : null
    if (isTimeToWork({ readySince, lastStart }, now)) start(now)
  }

  const timer = setInterval(poll, POLL_MS)
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** A locked file becomes readable again; the receiver itself reports a damaged one. */
const isReadyIn = (inbox: { isReady: (at: Instant) => boolean }, now: Instant): boolean => {
  try {
    return inbox.isReady(now)
  } catch {
    return false
  }
}
