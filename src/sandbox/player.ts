import { type MakeRequest, nextInstant, playLifeUntil, playUntil } from './invoices/timeline-means.ts'
import { type Courier, openCourier } from './notifications/courier.ts'
import { report } from './report.ts'
import type { World } from './world.ts'

/** Lets time pass in the sandbox: one thing after another, however many ask for it at once. */
export interface Player {
  /** From now on, real time passes. */
  readonly start: () => void
  /** Brings invoices and settlements up to date before a request reads them. */
  readonly refresh: () => void
  /** Lets everything happen that is due now, and answers when it has. */
  readonly playDue: () => Promise<void>
  /** The same without waiting for it. */
  readonly playDueLater: () => void
  /** Moves the clock, and answers when everything due on the way has happened. */
  readonly moveTo: (instant: number) => Promise<void>
  /** Sends a notification once more. */
  readonly replay: Courier['replay']
  readonly stop: () => Promise<void>
}

/** A timer cannot be set for longer than 24 days, and a machine that slept should not wait much longer still. */
const LONGEST_SLEEP_MS = 60_000

export const openPlayer = (world: World, makeRequest: MakeRequest): Player => {
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

  /** Real time passes by itself: wake when the next thing is due. */
  const sleep = (): void => {
    clearTimeout(timer)
    if (stopped || world.clock.isFixed()) return
    const wait = Math.min(Math.max(nextInstant(world, means) - world.clock.now(), 0), LONGEST_SLEEP_MS)
    timer = setTimeout(playDueLater, wait).unref()
  }

  const courier = openCourier(world, () => sleep())
  const means = { courier, makeRequest }

  const play = async (instant: number): Promise<void> => {
    await inTurn(() => playUntil(world, instant, means))
    sleep()
  }

  const playDueLater = (): void => {
    play(world.clock.now()).catch((error) => report('what was due could not happen', error))
  }

  return {
    start: sleep,
    refresh: () => {
      if (!world.clock.isFixed()) playLifeUntil(world, world.clock.now())
    },
    playDue: () => play(world.clock.now()),
    playDueLater,
    moveTo: (instant) => {
      // A real clock stops here, so that time on the way passes as it is told and not by itself.
      world.clock.stop()
      return play(instant)
    },
    replay: courier.replay,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await courier.stop()
      await turn
    },
  }
}
