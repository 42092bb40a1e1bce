import { Interrupted, type Io } from './io.ts'

/** The time in ms that a command has to stop; SPEC allows five seconds in all. */
const GRACE_PERIOD_MS = 4_000

/** Aborts on a signal. If the command has not stopped in time, or a second signal comes, the process exits at once. */
export const abortOnSignals = (controller: AbortController): void => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const interrupted = new Interrupted(signal)
      if (controller.signal.aborted) process.exit(interrupted.exitCode)
      controller.abort(interrupted)
      setTimeout(() => process.exit(interrupted.exitCode), GRACE_PERIOD_MS).unref()
    })
  }
}

/** Serves until a signal ends it, which is its normal end. */
export const untilStopped = ({ signal }: Io): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
