import type { Pull } from '../../../src/core/pull/pull.ts'
import type { Totals } from '../../../src/core/pull/tally.ts'
import type { SlotState } from '../../../src/store/pulls/slot-states.ts'

/**
 * The last whole pull and the totals of its list. Null where none was checked, and where its content differs from what
 * the last check read, since its run stopped early: the totals of another list would give false sums.
 */
export const checkedRead = (
  state: Pick<SlotState, 'pull' | 'assessment'> | null,
): { readonly pull: Pull; readonly totals: Totals } | null => {
  const { pull = null, assessment = null } = state ?? {}
  if (pull === null || assessment === null || assessment.pullId < pull.contentId) return null
  return { pull, totals: assessment.totals }
}
