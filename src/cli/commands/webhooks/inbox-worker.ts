import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Instant } from '../../../domain/calendar/calendar.ts'
import type { Io } from '../../framework/io.ts'

/** When the worker last began, and since when there has been something for it. */
export interface Waiting {
  readonly readySince: Instant | null
  readonly lastStart: Instant | null
}

/** The invoices and the settlement of one slot tend to be told together: the first of them waits for the others. */
const SETTLE_MS = 3000
/** At most one pull of a slot a minute, however many events speak of it. */
const APART_MS = 60_000

export const isTimeToWork = ({ readySince, lastStart }: Waiting, now: Instant): boolean =>
  readySince !== null && now - readySince >= SETTLE_MS && (lastStart === null || now - lastStart >= APART_MS)

const LOOK_MS = 500
/** A job told to stop has four seconds by itself; this is what the receiver can spare for it. */
const STOPPING_MS = 3000

/**
 * Starts the job in a process of its own whenever something is ready for it: SQLite blocks while it works, and the receiver has
 * five seconds to answer. What it prints goes to our standard error.
 */
export const inboxWorker = (words: readonly string[], inbox: { isReady: (at: Instant) => boolean }, io: Io) => {
  let child: ChildProcess | null = null
  let readySince: Instant | null = null
  let lastStart: Instant | null = null

  const start = (now: Instant): void => {
    const [program = ''] = process.argv.slice(1)
    const started = spawn(process.execPath, [...process.execArgv, program, ...words], {
      cwd: io.cwd,
      env: { ...io.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    started.once('error', () => {
      child = null
    })
    started.once('exit', () => {
      child = null
    })
    child = started
    lastStart = now
    readySince = null
  }

  const look = (): void => {
    const now = io.now()
    if (child !== null) return
    readySince = isReadyIn(inbox, now) ? (readySince ?? now) : null
    if (isTimeToWork({ readySince, lastStart }, now)) start(now)
  }

  const timer = setInterval(look, LOOK_MS)
  return {
    stop: async (): Promise<void> => {
      clearInterval(timer)
      if (child === null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const force = setTimeout(() => child?.kill('SIGKILL'), STOPPING_MS)
      await ended
      clearTimeout(force)
    },
  }
}

/** A locked file will be readable again; what is wrong with a damaged one, the receiver itself tells. */
const isReadyIn = (inbox: { isReady: (at: Instant) => boolean }, now: Instant): boolean => {
  try {
    return inbox.isReady(now)
  } catch {
    return false
  }
}
