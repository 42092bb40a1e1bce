import type { Settlement } from '../../settlement.ts'

/**
 * Parts of a settlement that are 0: two readings then give the same result, and the figures cannot distinguish them.
 */
export interface Indistinct {
  readonly adjustments: boolean
  readonly fees: boolean
}

export const indistinctOf = ({ adjustments, fees }: Settlement): Indistinct => ({
  adjustments: adjustments === 0n,
  fees: fees === 0n,
})

export const indistinctInEnglish = ({ adjustments, fees }: Indistinct): readonly string[] => [
  ...(adjustments ? ['adjustments are 0, which says nothing of their sign'] : []),
  ...(fees ? ['fees are 0, which says nothing of whether postpaid fees are deducted'] : []),
]

export const indistinctInSpanish = ({ adjustments, fees }: Indistinct): readonly string[] => [
  ...(adjustments ? ['los ajustes son 0, lo que no dice nada de su signo'] : []),
  ...(fees ? ['las comisiones son 0, lo que no dice si las pospago se descuentan'] : []),
]
