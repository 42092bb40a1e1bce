import type { Slot } from '../../slot.ts'
import { deviationOf, type JudgedSettlement } from './fees-deviation.ts'
import { entry, lastEntry } from './vector.ts'

/**
 * Neighbouring settlements, most of which fit no schedule: another may have been charged, but they are too few to
 * determine it.
 */
export interface FitGap {
  readonly from: Slot
  readonly to: Slot
  readonly settlements: number
}

const GAP_MIN = 5
const GAP_SHARE = 0.5

/**
 * The gaps before, between and after the settlements that determined a schedule, and all settlements outside gaps.
 * `judged` is in order.
 */
export const gapsIn = <One extends JudgedSettlement>(
  judged: readonly One[],
  fitted: readonly { readonly slot: Slot }[],
): { readonly gaps: readonly FitGap[]; readonly others: readonly One[] } => {
  const stretches = stretchesBeside(judged, new Set(fitted.map(({ slot }) => slot))).filter(isGap)
  const inGap = new Set(stretches.flat())
  return {
    gaps: stretches.map((gap) => ({ from: entry(gap, 0).slot, to: lastEntry(gap).slot, settlements: gap.length })),
    others: judged.filter((settlement) => !inGap.has(settlement)),
  }
}

const isGap = (stretch: readonly JudgedSettlement[]): boolean =>
  stretch.length >= GAP_MIN && stretch.flatMap(deviationOf).length >= GAP_SHARE * stretch.length

/** The settlements that determined no schedule, neighbours together. */
const stretchesBeside = <One extends JudgedSettlement>(
  judged: readonly One[],
  fitted: ReadonlySet<Slot>,
): readonly (readonly One[])[] => {
  const stretches: One[][] = []
  let stretch: One[] = []
  for (const settlement of judged) {
    if (fitted.has(settlement.slot)) stretch = []
    else if (stretch.push(settlement) === 1) stretches.push(stretch)
  }
  return stretches
}
