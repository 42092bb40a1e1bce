import type { Instant, Zone } from '../../core/calendar/calendar.ts'
import type { Display } from '../../print/display.ts'

/** How a report is printed, and when and where the command was typed. */
export interface PrintOptions {
  readonly display: Display
  readonly zone: Zone
  readonly now: Instant
  /** Whether correct settlements are shown as well. */
  readonly all: boolean
  /** Makes a command line that can be pasted into the terminal where this command was typed. */
  readonly pasteable: (command: string) => string
}
