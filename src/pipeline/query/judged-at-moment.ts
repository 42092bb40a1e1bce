import type { Instant } from '../../domain/calendar/calendar.ts'
import type { Store } from '../../storage/store.ts'

/**
 * The time by which a slot is due or not yet, in a file that names the moment of what it knows: what was due by then
 * counts as not pulled, although no run was there to ask for it.
 */
export const judgedAtMoment = async (store: Store, at: Instant): Promise<Instant> =>
  Math.max((await store.runs.lastStart()) ?? at, at)
