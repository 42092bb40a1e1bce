import type { ListGap } from '../assessment/gaps.ts'
import type { Centavos } from '../money.ts'
import type { CauseCode, GapName } from './cause.ts'
import type { Evidence } from './evidence.ts'

/** One way to read the figures, and the gaps it closes to the centavo. */
export interface Reading {
  readonly code: CauseCode
  readonly closes: readonly GapName[]
  readonly detail: string
  readonly invoices: readonly string[]
  readonly candidates: number
}

/** A cause to try: the ways in which it fits the evidence, mostly none or one. */
export type CauseCheck = (evidence: Evidence) => readonly Reading[]

export const DOES_NOT_FIT: readonly Reading[] = []

/** The sum decides; the number is closed only together with it, since numbers are small and agree by chance. */
export const closedBy = (gap: ListGap, collected: Centavos, count: number): readonly GapName[] => {
  if (gap.collected !== collected) return []
  const sum = collected === 0n ? [] : (['collected'] as const)
  return gap.count === 0 || gap.count !== count ? sum : [...sum, 'count']
}

export const invoicesInWords = (number: number): string => (number === 1 ? '1 invoice' : `${number} invoices`)
