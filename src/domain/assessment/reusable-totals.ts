import type { NotificationClaims } from '../notifications/notification-claims.ts'
import type { Departure, Pull } from '../pull/pull.ts'
import type { Totals } from '../pull/tally.ts'
import type { Assessment } from './assessment.ts'

/** The facts that decide whether the totals of a slot's last check hold for its latest pull. */
export interface ReuseFacts {
  readonly pull: Pull
  /** That of the last check; null before the first. */
  readonly assessment: Assessment | null
  /** The rules of the present check; see `rulebookOf`. */
  readonly rulebook: string
  /** Whether the last check showed a discrepancy. */
  readonly isShowing: boolean
  readonly departures: ReadonlyMap<string, Departure>
  readonly notificationClaims: NotificationClaims
  /**
   * Whether the day is or was closed. Its findings were then compared with the closing, not with the slot's own past.
   */
  readonly wasClosed: boolean
}

/**
 * The totals of a list that need not be read back and folded again, since an earlier pull had the same content, the same rules found
 * nothing in it, and no notification names its invoices. Checks that depend on time or on other slots still run. Null
 * when the list must be read back.
 */
export const reusableTotals = (facts: ReuseFacts): Totals | null => {
  const { pull, assessment, rulebook, isShowing, departures, notificationClaims, wasClosed } = facts
  if (wasClosed || assessment === null || assessment.rulebook !== rulebook) return null
  const isRepeated = assessment.pullId >= pull.contentId && assessment.pullId < pull.id
  const wasFlawless = !isShowing && departures.size === 0
  return isRepeated && wasFlawless && notificationClaims.claims.length === 0 ? assessment.totals : null
}
