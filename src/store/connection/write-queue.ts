import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { CuadreError } from '../../std/errors.ts'

/**
 * SQLite waits by polling and misses short gaps, so that back-to-back transactions keep another process waiting for a
 * second. After the transactions of this process have held the write lock for this long in all, the queue pauses.
 */
const LOCK_HELD_MAX_MS = 60
/** Long enough for another process to take the lock. */
const PAUSE_MS = 25
/** The longest transaction of `writeAll` and `writeAllUnflushed`; a step that has begun is completed. */
const TRANSACTION_MAX_MS = 60

/** The writes of this process to one database, first come, first served, with pauses for other processes. */
export interface WriteQueue {
  /** Runs the work in one immediate transaction, in its turn. */
  write<T>(work: () => T): Promise<T>
  /** Runs the steps one after the other, in as many transactions as their duration requires. */
  writeAll(steps: Iterable<() => void>): Promise<void>
  /**
   * Like `writeAll`, for rows that are not visible yet or can be made again. Their transactions need not survive a
   * power cut. The write that makes them visible flushes all of them.
   */
  writeAllUnflushed(steps: Iterable<() => void>): Promise<void>
}

const clockMs = (): number => performance.now()

/** `requireWriter` is called within each transaction, before its work, and rolls it back when it throws. */
export const writeQueueOf = (sqlite: Database.Database, requireWriter: () => void, now = clockMs): WriteQueue => {
  let lockHeldMs = 0
  /** How long the transactions took that are in the journal and need not be on the disk yet, in ms. */
  let unflushedMs = 0
  let freeSince = now()
  let queue: Promise<unknown> = Promise.resolve()
  /** The mode that SQLite was last told; null before the first transaction. */
  let synchronousMode: 'FULL' | 'NORMAL' | null = null

  /** Pauses when the lock was held for long; time in which nothing was written counts as a pause. */
  const pauseIfNeeded = async (): Promise<void> => {
    const pause = PAUSE_MS - (now() - freeSince)
    if (pause > 0 && lockHeldMs < LOCK_HELD_MAX_MS) return
    // Timers count whole milliseconds, so the wait is rounded up.
    if (pause > 0) await sleep(Math.ceil(pause))
    lockHeldMs = 0
  }

  /** A commit flushes the journal while it holds the lock. After long work it is flushed before. */
  const flushLongWork = async (): Promise<void> => {
    if (unflushedMs >= LOCK_HELD_MAX_MS) await flushJournal(sqlite.name)
  }

  const transact = <T>(work: () => T, synchronous: 'FULL' | 'NORMAL'): T => {
    const begun = now()
    try {
      if (synchronousMode !== synchronous) sqlite.pragma(`synchronous = ${synchronous}`)
      synchronousMode = synchronous
      const result = sqlite.transaction(inOrder(requireWriter, work)).immediate()
      unflushedMs = synchronous === 'FULL' ? 0 : unflushedMs + now() - begun
      return result
    } finally {
      freeSince = now()
      lockHeldMs += freeSince - begun
    }
  }

  /** First come, first served. A writer that pauses delays only those after it. */
  const inTurn = <T>(work: () => T, synchronous: 'FULL' | 'NORMAL'): Promise<T> => {
    const flushed = synchronous === 'FULL' ? queue.then(flushLongWork) : queue
    const turn = flushed.then(pauseIfNeeded).then(() => transact(work, synchronous))
    queue = turn.catch(() => undefined)
    return turn
  }

  const inSteps = async (steps: Iterable<() => void>, synchronous: 'FULL' | 'NORMAL'): Promise<void> => {
    const iterator = steps[Symbol.iterator]()
    let step = iterator.next()
    while (!step.done) {
      const next = step
      step = await inTurn(() => doSome(iterator, next, now), synchronous)
    }
  }

  return {
    write: (work) => inTurn(work, 'FULL'),
    writeAll: (steps) => inSteps(steps, 'FULL'),
    writeAllUnflushed: (steps) => inSteps(steps, 'NORMAL'),
  }
}

const inOrder =
  <T>(first: () => void, then: () => T) =>
  (): T => {
    first()
    return then()
  }

type Steps = Iterator<() => void>

/** Does steps for as long as one transaction may take, from the one given on; returns the step to go on with. */
const doSome = (steps: Steps, first: ReturnType<Steps['next']>, now: () => number): ReturnType<Steps['next']> => {
  const end = now() + TRANSACTION_MAX_MS
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

/**
 * Makes this connection the only one that writes, for the holder of the run lock. Returns what each of its transactions
 * asks first: it throws when another run has become the writer since, as may happen where locks of files do not hold.
 */
export const becomeWriter = (sqlite: Database.Database): (() => void) => {
  const token = randomUUID()
  sqlite
    .prepare('INSERT INTO writer (id, token) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET token = excluded.token')
    .run(token)
  const current = sqlite.prepare<[], string>('SELECT token FROM writer').pluck()
  return () => {
    if (current.get() !== token) throw takenOver(sqlite.name)
  }
}

const takenOver = (path: string): CuadreError =>
  new CuadreError(
    'TAKEN_OVER',
    {
      en: `another run took over ${path}, although this one held the lock`,
      es: `otra ejecución tomó ${path}, aunque esta tenía el bloqueo`,
    },
    {
      en: 'keep the database on a local disk, where locks of files hold, and run again when the other run has ended; nothing half-done was kept',
      es: 'tenga la base de datos en un disco local, donde los bloqueos de archivos funcionan, y ejecute de nuevo cuando termine la otra ejecución; nada quedó a medias',
    },
  )
