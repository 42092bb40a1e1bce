import type { Finding } from '../findings/discrepancy.ts'
import { CAUSE_CODES, type Cause, GAP_OF, type GapName } from './cause.ts'
import type { Evidence } from './evidence.ts'
import {
  amountBasis,
  chargebacksDeducted,
  chargebacksExcluded,
  countedTwice,
  invoiceExtra,
  invoiceInNeighbour,
  otherCycleLabel,
} from './list-causes.ts'
import {
  adjustmentsIgnored,
  adjustmentsOtherSign,
  clampedAtZero,
  feesAdded,
  feesNotDeducted,
  payoutIsCollected,
  payoutIsZero,
  postpaidFeesDeducted,
  taxOnFees,
} from './payout-causes.ts'
import type { CauseCheck, Reading } from './reading.ts'
import { carriedOver, rounding } from './time-causes.ts'

/** What is tried for every gap. All that fit are told, never one picked silently. */
const TRIED: readonly CauseCheck[] = [
  adjustmentsOtherSign,
  feesNotDeducted,
  postpaidFeesDeducted,
  adjustmentsIgnored,
  feesAdded,
  payoutIsCollected,
  payoutIsZero,
  clampedAtZero,
  chargebacksExcluded,
  chargebacksDeducted,
  amountBasis,
  invoiceExtra,
  invoiceInNeighbour,
  countedTwice,
  otherCycleLabel,
  taxOnFees,
  carriedOver,
  rounding,
]

/** The causes that close each gap, in the order of the list. */
export type CausesOf = (gap: GapName) => readonly Cause[]

export const tryCauses = (evidence: Evidence): CausesOf => {
  const readings = TRIED.flatMap((fits) => fits(evidence))
  return (gap) => tied(readings.filter(({ closes }) => closes.includes(gap)))
}

/** Those that close one gap are tied with each other. */
const tied = (readings: readonly Reading[]): readonly Cause[] => {
  const codes = CAUSE_CODES.filter((code) => readings.some((reading) => reading.code === code))
  return readings.map(({ code, detail, invoices, candidates }) => ({
    code,
    detail,
    invoices,
    candidates,
    tiedWith: codes.filter((other) => other !== code),
  }))
}

/** The findings of a slot, each with the causes that close its gap. */
export const withCauses = (findings: readonly Finding[], causesOf: CausesOf): readonly Finding[] =>
  findings.map((finding) => {
    const gap = GAP_OF[finding.code]
    return gap === undefined ? finding : { ...finding, causes: causesOf(gap) }
  })

/** A finding that is about a gap, and so may have causes. */
export const hasGap = ({ code }: Pick<Finding, 'code'>): boolean => GAP_OF[code] !== undefined
