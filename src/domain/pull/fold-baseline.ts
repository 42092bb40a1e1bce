import type { Assessment } from '../assessment/assessment.ts'
import type { NotificationClaims } from '../notifications/notification-claims.ts'
import type { Departure, Pull } from './pull.ts'
import type { Totals } from './tally.ts'

/** What is known of a slot before its list is read back. */
export interface Before {
  readonly pull: Pull
  readonly assessment: Assessment | null
  readonly rulebook: string
  /** The check before this one showed a discrepancy. */
  readonly isShowing: boolean
  readonly departures: ReadonlyMap<string, Departure>
  readonly notificationClaims: NotificationClaims
  /** The day is closed, or was: what was found then was held against the closing, and not against the slot's own past. */
  readonly wasClosed: boolean
}

/**
 * The totals of a list that need not be folded again: an earlier pull showed the same content, the same rules found nothing at all in
 * it, and nobody has told anything of its invoices. Whatever depends on the time or on other slots is checked again all the same.
 * Null when the list must be read back.
 */
export const foldBaseline = (before: Before): Totals | null => {
  const { pull, assessment, rulebook, isShowing, departures, notificationClaims, wasClosed } = before
  if (wasClosed || assessment === null || assessment.rulebook !== rulebook) return null
  const isRepeated = assessment.pullId >= pull.contentId && assessment.pullId < pull.id
  const wasFlawless = !isShowing && departures.size === 0
  return isRepeated && wasFlawless && notificationClaims.told.length === 0 ? assessment.totals : null
}
