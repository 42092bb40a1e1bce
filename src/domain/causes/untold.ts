import type { Settlement } from '../settlement.ts'

/** What the figures of a settlement cannot tell, because a part of them is nothing: two readings come to the same. */
export const untold = ({ adjustments, fees }: Settlement): readonly string[] => [
  ...(adjustments === 0n ? ['adjustments are 0, which says nothing of their sign'] : []),
  ...(fees === 0n ? ['fees are 0, which says nothing of whether postpaid fees are deducted'] : []),
]
