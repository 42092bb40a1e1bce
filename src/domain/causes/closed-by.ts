import type { ListGap } from '../assessment/gaps.ts'
import type { Centavos } from '../money.ts'
import type { GapName } from './cause.ts'

/** The sum decides. The number counts only together with the sum, since small numbers agree by chance. */
export const closedBy = (gap: ListGap, collected: Centavos, count: number): readonly GapName[] => {
  if (gap.collected !== collected) return []
  const sum = collected === 0n ? [] : (['collected'] as const)
  return gap.count === 0 || gap.count !== count ? sum : [...sum, 'count']
}
