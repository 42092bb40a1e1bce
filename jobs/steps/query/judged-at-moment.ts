import type { Instant } from '../../../src/core/calendar/calendar.ts'
import type { Store } from '../../../src/store/store.ts'

/**
 * The time at which it is decided what is due, for a file as of a moment: that moment, or the last run's start where that
 * is later. What was due by then counts as not pulled, also where no run asked for it.
 */
export const judgedAtMoment = async (store: Store, at: Instant): Promise<Instant> =>
  Math.max((await store.runs.lastStart()) ?? at, at)
