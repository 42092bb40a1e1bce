/** The time left to a request, and the caller's abort. */
export interface Deadline {
  /** Aborts when either of the two happens. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  readonly throwIfCallerAborted: () => void
  readonly clear: () => void
}

/**
 * Combines the caller's abort and the deadline into one signal. Written by hand, since `AbortSignal.any` on a long-lived signal leaks in
 * Node 20.
 */
export const startDeadline = (ms: number, caller: AbortSignal): Deadline => {
  const controller = new AbortController()
  let over = false
  const onAbort = () => controller.abort(caller.reason)
  const timer = setTimeout(() => {
    over = true
    controller.abort()
  }, ms)
  caller.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    isOver: () => over,
    throwIfCallerAborted: () => caller.throwIfAborted(),
    clear: () => {
      clearTimeout(timer)
      caller.removeEventListener('abort', onAbort)
    },
  }
}
