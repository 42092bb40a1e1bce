import { existsSync, realpathSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'

/**
 * SQLite waits by polling and misses short gaps, so that back-to-back transactions keep another process waiting for a
 * second. All writers of this process therefore share one pace: after holding the write lock for this long, in ms, they
 * pause long enough for others.
 */
const HELD_ENOUGH_MS = 60
const REST_MS = 25
/** The longest transaction of a long piece of work, in ms. */
const STEP_MS = 60

export interface Pace {
  /** Runs the work in one immediate transaction, in its turn. */
  write<T>(work: () => T): Promise<T>
  /** Runs the steps one after the other, in as many transactions as their duration requires. */
  writeAll(steps: Iterable<() => void>): Promise<void>
  /**
   * Like `writeAll`, for rows that are not visible yet or can be made again. Their transactions need not survive a
   * power cut. The write that makes them visible flushes all of them.
   */
  writeUnseen(steps: Iterable<() => void>): Promise<void>
}

export const paceOf = (sqlite: Database.Database, now: () => number = performance.now.bind(performance)): Pace => {
  let heldFor = 0
  /** How long the transactions took that are in the journal and need not be on the disk yet, in ms. */
  let unflushedFor = 0
  let freeSince = now()
  let queue: Promise<unknown> = Promise.resolve()
  let flushing: 'FULL' | 'NORMAL' | null = null

  const rested = async (): Promise<void> => {
    const rest = REST_MS - (now() - freeSince)
    if (rest > 0 && heldFor < HELD_ENOUGH_MS) return
    // Timers count whole milliseconds, so the wait is rounded up.
    if (rest > 0) await sleep(Math.ceil(rest))
    heldFor = 0
  }

  /** A commit flushes the journal while it holds the lock. After long work it is flushed before. */
  const flushLongWork = async (): Promise<void> => {
    if (unflushedFor >= HELD_ENOUGH_MS) await flushJournal(sqlite.name)
  }

  const transact = <T>(work: () => T, synchronous: 'FULL' | 'NORMAL'): T => {
    const begun = now()
    try {
      if (flushing !== synchronous) sqlite.pragma(`synchronous = ${synchronous}`)
      flushing = synchronous
      const result = sqlite.transaction(work).immediate()
      unflushedFor = synchronous === 'FULL' ? 0 : unflushedFor + now() - begun
      return result
    } finally {
      freeSince = now()
      heldFor += freeSince - begun
    }
  }

  /** First come, first served. A writer that pauses delays only those after it. */
  const inTurn = <T>(work: () => T, synchronous: 'FULL' | 'NORMAL'): Promise<T> => {
    const flushed = synchronous === 'FULL' ? queue.then(flushLongWork) : queue
    const turn = flushed.then(rested).then(() => transact(work, synchronous))
    queue = turn.catch(() => undefined)
    return turn
  }
  const write = <T>(work: () => T): Promise<T> => inTurn(work, 'FULL')

  const inSteps = async (steps: Iterable<() => void>, synchronous: 'FULL' | 'NORMAL'): Promise<void> => {
    const iterator = steps[Symbol.iterator]()
    let step = iterator.next()
    while (!step.done) {
      const next = step
      step = await inTurn(() => doSome(iterator, next, now), synchronous)
    }
  }

  return {
    write,
    writeAll: (steps) => inSteps(steps, 'FULL'),
    writeUnseen: (steps) => inSteps(steps, 'NORMAL'),
  }
}

type Steps = Iterator<() => void>

/** Does steps for as long as one transaction may take, from the one given on; returns the step to go on with. */
const doSome = (steps: Steps, first: ReturnType<Steps['next']>, now: () => number): ReturnType<Steps['next']> => {
  const end = now() + STEP_MS
  let step = first
  for (let count = 1; !step.done; count += 1) {
    step.value()
    step = steps.next()
    if (count % CLOCK_EVERY === 0 && now() > end) break
  }
  return step
}
/** Steps between two checks of the clock. */
const CLOCK_EVERY = 64

/**
 * Flushes the journal, which SQLite names after the database itself, not after a link to it. A disk on which SQLite
 * keeps no journal of this kind has none.
 */
const flushJournal = async (database: string): Promise<void> => {
  const journal = `${existsSync(database) ? realpathSync(database) : database}-wal`
  if (!existsSync(journal)) return
  const file = await open(journal, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}
