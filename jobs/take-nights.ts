import { keepLease } from '../src/queue/keep-lease.ts'
import type { NightEnd, NightQueue, TakenNight } from '../src/queue/night-queue.ts'
import { isForNow } from '../src/queue/postgres.ts'
import { type CuadreError, hasCode } from '../src/std/errors.ts'
import { exitStatusOf, GRAVEST_FIRST } from '../src/std/exit-statuses.ts'

/** The worker's settings and actions. Time is an argument. */
export interface NightWork {
  readonly openQueue: () => Promise<NightQueue>
  readonly worker: string
  readonly atOnce: number
  readonly leaseSeconds: number
  /** Whether the worker ends, with the gravest status of its nights, when none waits or runs. Otherwise it waits for the next. */
  readonly untilDone: boolean
  /**
   * Runs a merchant's night and returns its result. `fence` throws when another worker may have taken over the
   * merchant.
   */
  readonly doNight: (taken: TakenNight, fence: () => Promise<void>, signal: AbortSignal) => Promise<NightEnd>
  readonly report: (event: NightEvent) => void
  readonly random: () => number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
}

export type NightEvent =
  | { readonly kind: 'began'; readonly night: TakenNight }
  | { readonly kind: 'ended'; readonly night: TakenNight; readonly end: NightEnd }
  | { readonly kind: 'left'; readonly night: TakenNight; readonly error: CuadreError }
  | { readonly kind: 'reclaimed'; readonly merchant: string }
  | { readonly kind: 'silent'; readonly error: CuadreError }
  | { readonly kind: 'answering' }

/** Pause, in ms, before an empty queue is asked again. */
const POLL_MS = 1_000
/** Pause, in ms, before a queue that did not answer is asked again. */
const RETRY_MS = 2_000
/** After this many storage faults in a row the disk of this machine is to blame, not the merchants' data. */
const STORAGE_FAULTS_MAX = 3

/** Takes nights from the queue, several side by side, until stopped. Returns the exit status of the worker. */
export const takeNights = async (work: NightWork): Promise<number> => {
  const askQueue = retryWhileUnreachable(work)
  const queue = await askQueue(work.openQueue).catch(unlessStopped(work.signal))
  if (queue === null) return exitStatusOf('agreed')
  try {
    return await takeNightsFrom({ ...work, queue })
  } finally {
    await queue.close()
  }
}

/** The work with an open queue. */
interface WorkAtQueue extends NightWork {
  readonly queue: NightQueue
}

const takeNightsFrom = async (work: WorkAtQueue): Promise<number> => {
  const failing = new AbortController()
  const signal = AbortSignal.any([work.signal, failing.signal])
  let faults = 0
  const ended = new Set<string>()
  const afterEnd = ({ night, merchant }: TakenNight, { exitStatus }: NightEnd): void => {
    ended.add(`${merchant} ${night}`)
    faults = exitStatus === exitStatusOf('storage') ? faults + 1 : 0
    if (faults >= STORAGE_FAULTS_MAX) failing.abort(new Error('storage'))
  }
  const askQueue = retryWhileUnreachable({ ...work, signal })
  const over = new AbortController()
  const stopAllOnError = async (loop: Promise<void>): Promise<void> => {
    try {
      await loop
    } catch (error) {
      failing.abort(error)
      throw error
    }
  }
  const keeping = stopAllOnError(reclaimNights({ ...work, signal: AbortSignal.any([signal, over.signal]) }))
  const lanes = Array.from({ length: work.atOnce }, () =>
    stopAllOnError(takeOneByOne({ ...work, signal }, askQueue, afterEnd)),
  )
  try {
    await Promise.all([keeping, Promise.all(lanes).finally(() => over.abort())])
  } finally {
    await Promise.allSettled([keeping, ...lanes])
  }
  if (failing.signal.aborted) return exitStatusOf('storage')
  const statuses = work.signal.aborted ? [] : await askQueue(() => work.queue.statusesOf([...ended]))
  return GRAVEST_FIRST.map(exitStatusOf).find((status) => statuses.includes(status)) ?? exitStatusOf('agreed')
}

type AskQueue = <T>(ask: () => Promise<T>) => Promise<T>

/** Retries while PostgreSQL does not answer, and reports that once. */
const retryWhileUnreachable = ({ report, sleep, signal }: Pick<NightWork, 'report' | 'sleep' | 'signal'>): AskQueue => {
  let isSilent = false
  return async (ask) => {
    for (;;) {
      try {
        const answer = await ask()
        if (isSilent) report({ kind: 'answering' })
        isSilent = false
        return answer
      } catch (error) {
        if (signal.aborted || !isForNow(error)) throw error
        if (!isSilent) report({ kind: 'silent', error })
        isSilent = true
        await sleep(RETRY_MS, signal).catch(() => undefined)
      }
    }
  }
}

const takeOneByOne = async (
  work: WorkAtQueue,
  askQueue: AskQueue,
  afterEnd: (taken: TakenNight, end: NightEnd) => void,
): Promise<void> => {
  const { queue, signal, sleep } = work
  while (!signal.aborted) {
    const taken = await askQueue(() => queue.take(work.worker, work.leaseSeconds)).catch(unlessStopped(signal))
    if (taken !== null) {
      await workAt(taken, work, askQueue, afterEnd)
      continue
    }
    if (work.untilDone && (await askQueue(() => queue.open()).catch(unlessStopped(signal))) === 0) return
    await sleep(POLL_MS, signal).catch(() => undefined)
  }
}

/** A query that fails while the worker stops is not reported. */
const unlessStopped =
  (signal: AbortSignal) =>
  (error: unknown): null => {
    if (signal.aborted) return null
    throw error
  }

const workAt = async (
  taken: TakenNight,
  work: WorkAtQueue,
  askQueue: AskQueue,
  afterEnd: (taken: TakenNight, end: NightEnd) => void,
): Promise<void> => {
  const { queue, leaseSeconds, report, random, sleep, signal } = work
  const renew = () => queue.renew(taken, leaseSeconds)
  const lease = keepLease({ merchant: taken.merchant, leaseSeconds, renew, sleep, signal })
  report({ kind: 'began', night: taken })
  try {
    const end = await work.doNight(taken, lease.fence, AbortSignal.any([signal, lease.signal]))
    lease.signal.throwIfAborted()
    await askQueue(() => queue.finish(taken, end, random()))
    report({ kind: 'ended', night: taken, end })
    afterEnd(taken, end)
  } catch (error) {
    // The night stays in the queue. The holder of the lease runs it; without a holder it waits again.
    if (!hasCode(error, 'LEASE_LOST') && !isForNow(error)) throw error
    report({ kind: 'left', night: taken, error })
  } finally {
    await lease.stop()
  }
}

/** Returns the nights of killed workers to the queue. Every worker does so. */
const reclaimNights = async ({ queue, leaseSeconds, report, sleep, signal }: WorkAtQueue): Promise<void> => {
  while (!signal.aborted) {
    try {
      for (const { merchant } of await queue.reclaim()) report({ kind: 'reclaimed', merchant })
    } catch (error) {
      if (!signal.aborted && !isForNow(error)) throw error
    }
    await sleep((leaseSeconds * 1000) / 4, signal).catch(() => undefined)
  }
}
