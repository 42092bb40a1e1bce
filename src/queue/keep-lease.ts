import { leaseLost } from './lease-lost.ts'
import { isForNow } from './postgres.ts'

/** A lease during its holder's work. */
export interface Lease {
  /** Aborted when the lease is lost, or may be: nothing more may be written. */
  readonly signal: AbortSignal
  /** Throws when the lease is not ours. When PostgreSQL does not answer, waits until the lease has run out. */
  readonly fence: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Keeping {
  readonly merchant: string
  readonly leaseSeconds: number
  /** False when another holder has the lease. */
  readonly renew: () => Promise<boolean>
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** The signal of the work, which ends the waiting. */
  readonly signal: AbortSignal
}

/** We consider the lease lost before PostgreSQL does: by our own clock, counted from before the request. */
const SAFE_PART = 0.8
const RENEWALS_IN_LEASE = 4
const ASK_AGAIN_MS = 250

/** Renews a lease until it is stopped or lost. */
export const keepLease = ({ merchant, leaseSeconds, renew, sleep, signal }: Keeping): Lease => {
  const lost = new AbortController()
  const stopped = new AbortController()
  const over = AbortSignal.any([lost.signal, stopped.signal])
  const safeMs = leaseSeconds * 1000 * SAFE_PART
  const lose = (): void => lost.abort(leaseLost(merchant))
  let deadline = setTimeout(lose, safeMs)

  const ask = async (): Promise<void> => {
    const began = performance.now()
    if (!(await renew())) return lose()
    clearTimeout(deadline)
    if (!over.aborted) deadline = setTimeout(lose, Math.max(0, safeMs - (performance.now() - began)))
  }
  /** Without an answer, the deadline does not move. */
  const isAnswered = async (): Promise<boolean> => {
    try {
      await ask()
      return true
    } catch (error) {
      if (isForNow(error)) return false
      throw error
    }
  }
  const keeping = (async () => {
    while (!over.aborted) {
      await sleep((leaseSeconds * 1000) / RENEWALS_IN_LEASE, over).catch(() => undefined)
      if (!over.aborted) await isAnswered()
    }
  })().catch((error) => lost.abort(error))

  const working = AbortSignal.any([over, signal])
  return {
    signal: lost.signal,
    fence: async () => {
      working.throwIfAborted()
      while (!(await isAnswered())) {
        await sleep(ASK_AGAIN_MS, working).catch(() => undefined)
        working.throwIfAborted()
      }
      working.throwIfAborted()
    },
    stop: async () => {
      stopped.abort()
      clearTimeout(deadline)
      await keeping
      clearTimeout(deadline)
    },
  }
}
