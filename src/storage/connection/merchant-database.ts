import type { Instant } from '../../domain/calendar/calendar.ts'
import type { OpenDatabase } from './database.ts'
import type { Pace } from './pace.ts'

/** What every part of the store works on: the open database, its merchant, and the pace of writing. */
export interface MerchantDatabase extends Pick<OpenDatabase, 'path' | 'sqlite' | 'db'> {
  readonly merchant: string
  /** The version of cuadre at work. */
  readonly version: string
  readonly pace: Pace
  readonly clock: () => Instant
}
