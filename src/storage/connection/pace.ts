import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'

/**
 * SQLite's waiting polls and misses short gaps: transactions back to back keep another process waiting for a second. So the writers of
 * this process share one pace: once they have held the write lock for a while, they leave it alone long enough to be noticed.
 */
const HELD_ENOUGH_MS = 60
const REST_MS = 25
/** A step of a long piece of work ends when this much time is gone, and its transaction with it. */
const STEP_MS = 60

export interface Pace {
  /** Runs the work in one immediate transaction, when it is its turn. */
  write<T>(work: () => T): Promise<T>
  /** Runs the steps one after the other, in as many transactions as their time asks for. */
  writeAll(steps: Iterable<() => void>): Promise<void>
  /**
   * The same for what is not visible yet, or is made again from what is: its transactions need not outlive a power cut by themselves. The
   * write that makes it visible flushes all that went before it.
   */
  writeUnseen(steps: Iterable<() => void>): Promise<void>
}

export const paceOf = (sqlite: Database.Database, now: () => number = performance.now.bind(performance)): Pace => {
  let heldFor = 0
  let freeSince = now()
  let queue: Promise<unknown> = Promise.resolve()
  let flushing: 'FULL' | 'NORMAL' | null = null

  const rested = async (): Promise<void> => {
    const rest = REST_MS - (now() - freeSince)
    if (rest > 0 && heldFor < HELD_ENOUGH_MS) return
    // Timers count whole milliseconds, and leave the rest of one out.
    if (rest > 0) await sleep(Math.ceil(rest))
    heldFor = 0
  }

  const transact = <T>(work: () => T, synchronous: 'FULL' | 'NORMAL'): T => {
    const begun = now()
    try {
      if (flushing !== synchronous) sqlite.pragma(`synchronous = ${synchronous}`)
      flushing = synchronous
      return sqlite.transaction(work).immediate()
    } finally {
      freeSince = now()
      heldFor += freeSince - begun
    }
  }

  /** First come, first served: a writer that rests holds up those behind it, and nobody else. */
  const inTurn = <T>(work: () => T, synchronous: 'FULL' | 'NORMAL'): Promise<T> => {
    const turn = queue.then(rested).then(() => transact(work, synchronous))
    queue = turn.catch(() => undefined)
    return turn
  }
  const write = <T>(work: () => T): Promise<T> => inTurn(work, 'FULL')

  const inSteps = async (steps: Iterable<() => void>, synchronous: 'FULL' | 'NORMAL'): Promise<void> => {
    const iterator = steps[Symbol.iterator]()
    let step = iterator.next()
    while (!step.done) {
      await inTurn(() => {
        const end = now() + STEP_MS
        for (let count = 1; !step.done; count += 1) {
          step.value()
          step = iterator.next()
          if (count % CLOCK_EVERY === 0 && now() > end) return
        }
      }, synchronous)
    }
  }

  return {
    write,
    writeAll: (steps) => inSteps(steps, 'FULL'),
    writeUnseen: (steps) => inSteps(steps, 'NORMAL'),
  }
}

/** Steps between two looks at the clock. */
const CLOCK_EVERY = 64
