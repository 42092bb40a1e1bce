/** How long a request may still take, and the caller's own wish to end it. */
export interface Deadline {
  /** Aborts for both. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  readonly throwIfCallerAborted: () => void
  readonly clear: () => void
}

/** One signal for the caller's abort and the deadline. By hand: in Node 20 `AbortSignal.any` on a long-lived signal leaks. */
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
