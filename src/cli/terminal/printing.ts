import type { Instant, Zone } from '../../domain/calendar/calendar.ts'
import type { Display } from './display.ts'

/** How a report is to be printed, and when and where it was asked for. */
export interface Printing {
  readonly display: Display
  readonly zone: Zone
  readonly now: Instant
  /** Also what is right. */
  readonly all: boolean
  /** A command as it can be pasted where this one was typed. */
  readonly pasteable: (command: string) => string
}
