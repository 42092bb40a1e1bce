import type { Totals } from '../pull/tally.ts'
import type { Slot } from '../slot.ts'
import type { Verdict } from './verdict.ts'

/** The result of checking a slot's latest whole pull. It is stored, so that the reports of a day need not fold every slot again. */
export interface Assessment {
  readonly slot: Slot
  readonly pullId: number
  readonly verdict: Verdict
  readonly totals: Totals
  /** The rules under which it was judged; see `rulebookOf`. */
  readonly rulebook: string
}
