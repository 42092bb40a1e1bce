import type { Cause, Finding, GapName } from '../../core/findings/discrepancy.ts'
import { CHECKS, recordOf } from '../registry.ts'
import type { CauseFit, CauseRecord, Evidence } from './define-cause.ts'
import {
  feeChargedTwice,
  feeLeftOut,
  feeOfUnlisted,
  feesOfOtherMethod,
  feesOfOtherSchedule,
  feesTaxTwice,
  feesWithholdingTwice,
  feesWithoutTax,
  feesWithoutWithholding,
} from './fees.ts'
import {
  amountBasis,
  chargebacksDeducted,
  chargebacksExcluded,
  countedTwice,
  invoiceExtra,
  invoiceInNeighbour,
  otherCycleLabel,
} from './list.ts'
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
} from './payout.ts'
import { carriedOver, rounding } from './time.ts'

/** All causes that are tried, in the order in which they are listed. Every cause that fits is named; none is chosen silently. */
export const CAUSES: readonly CauseRecord[] = [
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
  feesWithoutTax,
  feesTaxTwice,
  feesWithoutWithholding,
  feesWithholdingTwice,
  feesOfOtherSchedule,
  feesOfOtherMethod,
  feeChargedTwice,
  feeLeftOut,
  feeOfUnlisted,
  carriedOver,
  rounding,
]

const byCode = new Map(CAUSES.map((record) => [record.code, record]))

export const causeRecordOf = (code: string): CauseRecord | null => byCode.get(code) ?? null

/** The causes that close each gap, in the order of the list. */
type CausesOf = (gap: GapName) => readonly Cause[]

export const tryCauses = (evidence: Evidence): CausesOf => {
  const fits = CAUSES.flatMap(({ check }) => check(evidence))
  return (gap) => causesWithTies(fits.filter(({ closes }) => closes.includes(gap)))
}

/** Marks causes that close the same gap as tied with each other. */
const causesWithTies = (fits: readonly CauseFit[]): readonly Cause[] => {
  const codes = [...new Set(fits.map(({ code }) => code))]
  return fits.map(({ code, detail, invoices, candidates, data }) => ({
    code,
    detail,
    invoices,
    candidates,
    tiedWith: codes.filter((other) => other !== code),
    data,
  }))
}

/** The gap that a finding is about. A missing list is the gap of its count, which closes only together with its sum. */
export const gapOf = ({ code }: Pick<Finding, 'code'>): GapName | null => recordOf(code)?.gap ?? null

/** The codes of findings for which causes are looked for. */
export const WITH_CAUSES: readonly string[] = CHECKS.filter(({ gap }) => gap !== undefined).map(({ code }) => code)

/** The findings of a slot, each with the causes that close its gap. */
export const withCauses = (findings: readonly Finding[], causesOf: CausesOf): readonly Finding[] =>
  findings.map((finding) => {
    const gap = gapOf(finding)
    return gap === null ? finding : { ...finding, causes: causesOf(gap) }
  })
