import type { Instant } from '../../core/calendar/calendar.ts'
import type { Delivery, IntakeResult } from '../../core/notifications/notification.ts'

/**
 * The part of the inbox that the receiver uses. Its methods are synchronous, fast, and throw when the file cannot be
 * written.
 */
export interface DeliveryInbox {
  readonly store: (deliveries: readonly Delivery[]) => readonly IntakeResult[]
  readonly listening: (at: Instant) => void
  readonly waiting: () => number
}

/** The outcome of a delivery: stored durably, with the result, or the reason why it was not. */
export type DeliveryOutcome = { readonly stored: IntakeResult } | { readonly fault: Error }

/** Deliveries that wait to be stored. */
export interface DeliveryQueue {
  /** Resolves when the delivery is durable, or cannot be made so in time. */
  readonly add: (delivery: Delivery) => Promise<DeliveryOutcome>
  /** Resolves when no delivery is waiting. */
  readonly drained: () => Promise<void>
}

interface QueuedDelivery {
  readonly delivery: Delivery
  /** When it was queued, in ms of `performance.now`. */
  readonly since: number
  readonly settle: (outcome: DeliveryOutcome) => void
}

/** The most deliveries in one commit, since a commit blocks everything else. */
const COMMIT_MAX_DELIVERIES = 500
/** api.md gives five seconds; the sender should get the 503 well within them, with time left to stop cleanly. */
const LOCK_WAIT_MAX_MS = 2500
/** Time between two attempts at a locked file, in ms. */
const PAUSE_MS = 10
/** The most bytes of bodies that wait for a locked file, to protect memory. */
const QUEUED_MAX_BYTES = 64 * 2 ** 20

/** Too many bytes are waiting for the inbox; nothing more is accepted. */
class OverfullFault extends Error {
  override readonly name = 'OverfullFault'
}

/**
 * Stores deliveries in groups: one commit stores all deliveries of one turn of the event loop; the first waits no
 * longer than alone.
 */
export const deliveryQueueTo = (inbox: DeliveryInbox): DeliveryQueue => {
  const queue: QueuedDelivery[] = []
  const idle: (() => void)[] = []
  let bytes = 0
  let isScheduled = false

  const schedule = (pauseMs: number): void => {
    if (isScheduled) return
    isScheduled = true
    if (pauseMs === 0) setImmediate(commit)
    else setTimeout(commit, pauseMs)
  }

  const settle = (group: readonly QueuedDelivery[], outcomes: readonly DeliveryOutcome[]): void => {
    for (const [index, outcome] of outcomes.entries()) {
      const waiting = group[index]
      if (waiting === undefined) continue
      bytes -= waiting.delivery.body.byteLength
      waiting.settle(outcome)
    }
  }

  const commit = (): void => {
    isScheduled = false
    const group = queue.splice(0, COMMIT_MAX_DELIVERIES)
    try {
      const outcomes = inbox.store(group.map(({ delivery }) => delivery)).map((stored) => ({ stored }))
      settle(group, outcomes)
      if (queue.length > 0) schedule(0)
    } catch (error) {
      const fault = error instanceof Error ? error : new Error(String(error))
      const [expired, waiting] = split(
        group,
        isLocked(fault) ? performance.now() - LOCK_WAIT_MAX_MS : Number.POSITIVE_INFINITY,
      )
      queue.unshift(...waiting)
      settle(
        expired,
        expired.map(() => ({ fault })),
      )
      if (queue.length > 0) schedule(PAUSE_MS)
    }
    if (queue.length === 0) for (const resolve of idle.splice(0)) resolve()
  }

  return {
    add: (delivery) =>
      new Promise((resolve) => {
        if (bytes + delivery.body.byteLength > QUEUED_MAX_BYTES)
          return resolve({ fault: new OverfullFault('too much waits') })
        bytes += delivery.body.byteLength
        queue.push({ delivery, since: performance.now(), settle: resolve })
        schedule(0)
      }),
    drained: () => new Promise((resolve) => (queue.length === 0 ? resolve() : void idle.push(resolve))),
  }
}

/** Whether another process holds the file. Any other error is answered at once; the service retries in a minute. */
const isLocked = (fault: Error): boolean => 'code' in fault && fault.code === 'BUSY'

/** The deliveries that arrived before the moment, and the others. */
const split = (
  group: readonly QueuedDelivery[],
  before: number,
): readonly [readonly QueuedDelivery[], readonly QueuedDelivery[]] => [
  group.filter(({ since }) => since <= before),
  group.filter(({ since }) => since > before),
]
