import type { CauseRecord } from './define-cause.ts'
import { feeChargedTwice } from './fees/fee-charged-twice.ts'
import { feeLeftOut } from './fees/fee-left-out.ts'
import { feeOfUnlisted } from './fees/fee-of-unlisted.ts'
import { feesOfOtherMethod } from './fees/fees-of-other-method.ts'
import { feesOfOtherSchedule } from './fees/fees-of-other-schedule.ts'
import { feesTaxTwice } from './fees/fees-tax-twice.ts'
import { feesWithholdingTwice } from './fees/fees-withholding-twice.ts'
import { feesWithoutTax } from './fees/fees-without-tax.ts'
import { feesWithoutWithholding } from './fees/fees-without-withholding.ts'
import { amountBasis } from './list/amount-basis.ts'
import { chargebacksDeducted } from './list/chargebacks-deducted.ts'
import { chargebacksExcluded } from './list/chargebacks-excluded.ts'
import { countedTwice } from './list/counted-twice.ts'
import { invoiceExtra } from './list/invoice-extra.ts'
import { invoiceInNeighbour } from './list/invoice-in-neighbour.ts'
import { otherCycleLabel } from './list/other-cycle-label.ts'
import { adjustmentsIgnored } from './payout/adjustments-ignored.ts'
import { adjustmentsOtherSign } from './payout/adjustments-other-sign.ts'
import { clampedAtZero } from './payout/clamped-at-zero.ts'
import { feesAdded } from './payout/fees-added.ts'
import { feesNotDeducted } from './payout/fees-not-deducted.ts'
import { payoutIsCollected } from './payout/payout-is-collected.ts'
import { payoutIsZero } from './payout/payout-is-zero.ts'
import { postpaidFeesDeducted } from './payout/postpaid-fees-deducted.ts'
import { taxOnFees } from './payout/tax-on-fees.ts'
import { carriedOver } from './time/carried-over.ts'
import { rounding } from './time/rounding.ts'

/**
 * All causes that are tried, in the order in which they are listed. Every cause that fits is named; none is chosen
 * silently.
 */
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
