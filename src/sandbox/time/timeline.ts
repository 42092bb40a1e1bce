import { type DeliverySender, openDeliverySender } from '../notifications/delivery-sender.ts'
import { report } from '../report.ts'
import type { World } from '../world.ts'
import { type MakeRequest, nextInstant, runLifeUntil, runUntil } from './timeline-context.ts'

/** Simulates time in the sandbox: one event after another, however many requests ask for it at once. */
export interface Timeline {
  /** Starts real time. */
  readonly start: () => void
  /** Updates invoices and settlements before a request reads them. */
  readonly refresh: () => void
  /** Runs every event that is due now, and resolves when all have run. */
  readonly runDue: () => Promise<void>
  /** Starts `runDue` without waiting for it. */
  readonly runDueLater: () => void
  /** Moves the clock, and resolves when every event due on the way has run. */
  readonly moveTo: (instant: number) => Promise<void>
  /** Sends a notification once more. */
  readonly replay: DeliverySender['replay']
  readonly stop: () => Promise<void>
}

/** A timer lasts at most 24 days, and a machine that slept should react soon after. */
const SLEEP_MAX_MS = 60_000

export const openTimeline = (world: World, makeRequest: MakeRequest): Timeline => {
  let turn = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const mine = turn.then(async () => {
      if (!stopped) await work()
    })
    turn = mine.catch(() => undefined)
    return mine
  }

  /** With real time: waits until the next event is due. */
  const sleep = (): void => {
    clearTimeout(timer)
    if (stopped || world.clock.isFixed()) return
    const wait = Math.min(Math.max(nextInstant(world, context) - world.clock.now(), 0), SLEEP_MAX_MS)
    timer = setTimeout(runDueLater, wait).unref()
  }

  const sender = openDeliverySender(world, () => sleep())
  const context = { sender, makeRequest }

  const runInTurn = async (instant: number): Promise<void> => {
    await inTurn(() => runUntil(world, instant, context))
    sleep()
  }

  const runDueLater = (): void => {
    runInTurn(world.clock.now()).catch((error) => report('what was due could not happen', error))
  }

  return {
    start: sleep,
    refresh: () => {
      if (!world.clock.isFixed()) runLifeUntil(world, world.clock.now())
    },
    runDue: () => runInTurn(world.clock.now()),
    runDueLater,
    moveTo: (instant) => {
      // A real clock is stopped here, so that time during the move follows the events and not the machine.
      world.clock.stop()
      return runInTurn(instant)
    },
    replay: sender.replay,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await sender.stop()
      await turn
    },
  }
}
