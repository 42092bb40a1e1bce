import { report } from '../report.ts'
import type { World } from '../world.ts'
import { attempt, replay } from './attempt.ts'
import type { DeliveryRow } from './deliveries.ts'

export type DueDelivery = DeliveryRow & { readonly next_at: number }

/** Makes attempts in parallel, so that a receiver that hangs does not delay the others. */
export interface DeliverySender {
  /** The delivery with the earliest due attempt, now or later. */
  readonly next: () => DueDelivery | undefined
  /** Begins an attempt without waiting for its end. */
  readonly send: (delivery: DeliveryRow) => void
  readonly replay: (delivery: DeliveryRow) => Promise<void>
  /** Resolves when no attempt is running. */
  readonly idle: () => Promise<void>
  /** Aborts the running attempts; they are due again when the sandbox restarts. */
  readonly stop: () => Promise<void>
}

/** The most attempts to one address at a time. */
const ATTEMPTS_PER_URL_MAX = 50

export const openDeliverySender = (world: World, onEnd: () => void): DeliverySender => {
  const stopping = new AbortController()
  const underWay = new Map<number, string>()
  const attempts = new Set<Promise<void>>()

  const hasRoom = ({ number, url }: DeliveryRow): boolean =>
    !underWay.has(number) && [...underWay.values()].filter((other) => other === url).length < ATTEMPTS_PER_URL_MAX

  const begin = (work: Promise<void>): Promise<void> => {
    const ended = work.finally(() => attempts.delete(ended))
    attempts.add(ended)
    return ended
  }

  const send = async (delivery: DeliveryRow): Promise<void> => {
    underWay.set(delivery.number, delivery.url)
    try {
      await attempt(world, delivery, stopping.signal)
    } catch (error) {
      report(`notification ${delivery.number} could not be sent`, error)
    } finally {
      underWay.delete(delivery.number)
      onEnd()
    }
  }

  const idle = async (): Promise<void> => {
    while (attempts.size > 0) await Promise.allSettled(attempts)
  }

  return {
    next: () => {
      if (stopping.signal.aborted) return undefined
      for (const delivery of world.deliveries.due()) if (hasRoom(delivery)) return delivery
      return undefined
    },
    send: (delivery) => void begin(send(delivery)),
    replay: (delivery) => begin(replay(world, delivery, stopping.signal)),
    idle,
    stop: async () => {
      stopping.abort()
      await idle()
    },
  }
}
