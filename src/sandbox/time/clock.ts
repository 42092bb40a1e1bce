import type { Notes } from '../notes.ts'

/** The sandbox's clock: the machine's, or a fixed one that only moves on request. */
export interface SandboxClock {
  readonly isFixed: () => boolean
  readonly now: () => number
  /** Stops a real clock. */
  readonly stop: () => void
  /** Moves a fixed clock forwards, never back. */
  readonly moveTo: (instant: number) => void
}

/** A fixed clock is stored, so that a sandbox with a file continues where it stopped. */
export const openClock = (notes: Notes, start: number | undefined): SandboxClock => {
  const noted = notes.get('clock')
  let stopped = noted === undefined ? start : Math.max(Number(noted), start ?? 0)
  const now = (): number => stopped ?? Date.now()
  const standAt = (instant: number): void => {
    if (instant === stopped) return
    stopped = instant
    notes.put('clock', String(instant))
  }
  return {
    isFixed: () => stopped !== undefined,
    now,
    stop: () => standAt(now()),
    moveTo: (instant) => {
      if (stopped === undefined || instant < stopped) throw new Error('Only a fixed clock moves, and only forwards')
      standAt(instant)
    },
  }
}
