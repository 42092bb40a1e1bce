import type { Totals } from '../pull/tally.ts'
import type { Slot } from '../slot.ts'
import type { Verdict } from './verdict.ts'

/** What a check made of a slot's latest whole pull: kept, so that the reports of a day need not fold every slot again. */
export interface Assessment {
  readonly slot: Slot
  readonly pullId: number
  readonly verdict: Verdict
  readonly totals: Totals
  /** By what it was judged: see rulebookOf. */
  readonly rulebook: string
}
