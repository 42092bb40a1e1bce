import { keepLease } from '../src/queue/keep-lease.ts'
import type { NightEnd, NightQueue, TakenNight } from '../src/queue/night-queue.ts'
import { type CuadreError, hasCode } from '../src/std/errors.ts'
import { exitStatusOf } from '../src/std/exit-statuses.ts'

/** What a worker is given: time, and the ways to act, are arguments. */
export interface NightWork {
  readonly queue: Pick<NightQueue, 'take' | 'renew' | 'finish' | 'reclaim' | 'open'>
  readonly worker: string
  readonly atOnce: number
  readonly leaseSeconds: number
  /** Ends when no night waits or is worked at any more; otherwise it waits for the next. */
  readonly untilDone: boolean
  /** Does the night of a merchant and says how it ended. `fence` throws where another may be at the merchant by now. */
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

const LOOK_MS = 1_000
const SILENT_WAIT_MS = 2_000
/** So many in a row whose database or files could not be written: the disk of this machine is at fault, not theirs. */
const STORAGE_FAULTS_MAX = 3

/** Takes nights from the queue, some side by side, until it is told to stop. Gives the exit status of the worker. */
export const takeNights = async (work: NightWork): Promise<number> => {
  const failing = new AbortController()
  const signal = AbortSignal.any([work.signal, failing.signal])
  let faults = 0
  const afterEnd = ({ exitStatus }: NightEnd): void => {
    faults = exitStatus === exitStatusOf('storage') ? faults + 1 : 0
    if (faults >= STORAGE_FAULTS_MAX) failing.abort(new Error('storage'))
  }
  const askQueue = retryWhileUnreachable({ ...work, signal })
  const over = new AbortController()
  const keeping = reclaimNights({ ...work, signal: AbortSignal.any([signal, over.signal]) })
  const lanes = Array.from({ length: work.atOnce }, async () => {
    try {
      await takeOneByOne({ ...work, signal }, askQueue, afterEnd)
    } catch (error) {
      failing.abort(error)
      throw error
    }
  })
  try {
    await Promise.all(lanes)
  } finally {
    over.abort()
    await Promise.allSettled([keeping, ...lanes])
  }
  return failing.signal.aborted ? exitStatusOf('storage') : exitStatusOf('agreed')
}

type AskQueue = <T>(ask: () => Promise<T>) => Promise<T>

/** Asks again while PostgreSQL does not answer, and says so once. */
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
        if (signal.aborted || !hasCode(error, 'QUEUE_UNREACHABLE')) throw error
        if (!isSilent) report({ kind: 'silent', error })
        isSilent = true
        await sleep(SILENT_WAIT_MS, signal).catch(() => undefined)
      }
    }
  }
}

const takeOneByOne = async (work: NightWork, askQueue: AskQueue, afterEnd: (end: NightEnd) => void): Promise<void> => {
  const { queue, signal, sleep } = work
  while (!signal.aborted) {
    const taken = await askQueue(() => queue.take(work.worker, work.leaseSeconds)).catch(unlessStopped(signal))
    if (taken !== null) {
      await workAt(taken, work, askQueue, afterEnd)
      continue
    }
    if (work.untilDone && (await askQueue(() => queue.open()).catch(unlessStopped(signal))) === 0) return
    await sleep(LOOK_MS, signal).catch(() => undefined)
  }
}

/** Whatever a question failed with while the worker stops is no trouble of its own. */
const unlessStopped =
  (signal: AbortSignal) =>
  (error: unknown): null => {
    if (signal.aborted) return null
    throw error
  }

const workAt = async (
  taken: TakenNight,
  work: NightWork,
  askQueue: AskQueue,
  afterEnd: (end: NightEnd) => void,
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
    afterEnd(end)
  } catch (error) {
    // It stays in the queue: whoever has the lease does it, and when nobody has, it waits again.
    if (!hasCode(error, 'LEASE_LOST', 'QUEUE_UNREACHABLE')) throw error
    report({ kind: 'left', night: taken, error })
  } finally {
    await lease.stop()
  }
}

/** Nights of workers that were killed go back to the queue: every worker sees to it. */
const reclaimNights = async ({ queue, leaseSeconds, report, sleep, signal }: NightWork): Promise<void> => {
  while (!signal.aborted) {
    try {
      for (const { merchant } of await queue.reclaim()) report({ kind: 'reclaimed', merchant })
    } catch (error) {
      if (!signal.aborted && !hasCode(error, 'QUEUE_UNREACHABLE')) throw error
    }
    await sleep((leaseSeconds * 1000) / 4, signal).catch(() => undefined)
  }
}
