import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Delivery, IntakeResult } from '../../domain/notifications/notification.ts'

/** The inbox as the receiver sees it. Its methods are synchronous, short, and throw when the file cannot be written. */
export interface DeliveryInbox {
  readonly take: (deliveries: readonly Delivery[]) => readonly IntakeResult[]
  readonly listening: (at: Instant) => void
  readonly waiting: () => number
}

/** What became of a delivery: durable, or the reason why the inbox could not take it in time. */
export type DeliveryOutcome = { readonly taken: IntakeResult } | { readonly fault: Error }

export interface Taking {
  /** Resolves when the delivery is durable, or cannot be made so in time. */
  readonly take: (delivery: Delivery) => Promise<DeliveryOutcome>
  /** Resolves when nothing waits any more. */
  readonly drained: () => Promise<void>
}

interface Waiting {
  readonly delivery: Delivery
  readonly since: number
  readonly settle: (outcome: DeliveryOutcome) => void
}

/** One commit for so many at most: a commit blocks everything else for as long as it lasts. */
const COMMIT_MAX_DELIVERIES = 500
/** api.md gives five seconds; the sender should hear 503 well within them, with time left to stop cleanly. */
const LOCK_WAIT_MAX_MS = 2500
/** How soon a locked file is asked for again. */
const PAUSE_MS = 10
/** Bodies that wait for a locked file must not fill the memory. */
const QUEUED_MAX_BYTES = 64 * 2 ** 20

/** The inbox has so much waiting for it that nothing more is accepted. */
class OverfullFault extends Error {
  override readonly name = 'OverfullFault'
}

/**
 * Takes deliveries in by groups: whatever has arrived by the end of one turn of the event loop is made durable by one commit.
 * The first of them waits no longer than it would alone, and the disk is asked once instead of 64 times.
 */
export const takingInto = (inbox: DeliveryInbox): Taking => {
  const queue: Waiting[] = []
  const idle: (() => void)[] = []
  let bytes = 0
  let isScheduled = false

  const soon = (pauseMs: number): void => {
    if (isScheduled) return
    isScheduled = true
    if (pauseMs === 0) setImmediate(commit)
    else setTimeout(commit, pauseMs)
  }

  const settle = (group: readonly Waiting[], outcomes: readonly DeliveryOutcome[]): void => {
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
      const outcomes = inbox.take(group.map(({ delivery }) => delivery)).map((taken) => ({ taken }))
      settle(group, outcomes)
      if (queue.length > 0) soon(0)
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
      if (queue.length > 0) soon(PAUSE_MS)
    }
    if (queue.length === 0) for (const tell of idle.splice(0)) tell()
  }

  return {
    take: (delivery) =>
      new Promise((tell) => {
        if (bytes + delivery.body.byteLength > QUEUED_MAX_BYTES)
          return tell({ fault: new OverfullFault('too much waits') })
        bytes += delivery.body.byteLength
        queue.push({ delivery, since: performance.now(), settle: tell })
        soon(0)
      }),
    drained: () => new Promise((tell) => (queue.length === 0 ? tell() : void idle.push(tell))),
  }
}

/** Another process is writing; that passes. Everything else is told at once, and the sender comes again in a minute. */
const isLocked = (fault: Error): boolean => 'code' in fault && fault.code === 'BUSY'

/** Those that came before the moment, and the others. */
const split = (group: readonly Waiting[], before: number): readonly [readonly Waiting[], readonly Waiting[]] => [
  group.filter(({ since }) => since <= before),
  group.filter(({ since }) => since > before),
]
