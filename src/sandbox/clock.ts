import type { Notes } from './notes.ts'

/** The sandbox's own time: the machine's, or one that stands still until it is moved. */
export interface Clock {
  readonly fixed: boolean
  readonly now: () => number
  /** Only a fixed clock can be moved, and only forwards: what has happened has happened. */
  readonly moveTo: (instant: number) => void
}

export const realClock = (): Clock => ({
  fixed: false,
  now: Date.now,
  moveTo: () => {
    throw new Error('A real clock cannot be moved')
  },
})

/** A fixed clock is noted, so that a sandbox with a file goes on where it stopped. */
export const fixedClock = (notes: Notes, start: number): Clock => {
  let instant = Math.max(start, Number(notes.get('clock') ?? start))
  return {
    fixed: true,
    now: () => instant,
    moveTo: (next) => {
      if (next < instant) throw new Error('The clock only moves forwards')
      instant = next
      notes.put('clock', String(next))
    },
  }
}
