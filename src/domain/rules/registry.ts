import type { Bucket } from '../account/position.ts'
import type { Difference, Finding } from '../findings/discrepancy.ts'
import { bankAmbiguous } from './bank/bank-ambiguous.ts'
import { bankDiffers } from './bank/bank-differs.ts'
import { bankGap } from './bank/bank-gap.ts'
import { bankMissing } from './bank/bank-missing.ts'
import { bankUnconfirmed } from './bank/bank-unconfirmed.ts'
import { bankUnknownCredit } from './bank/bank-unknown-credit.ts'
import { adjustment } from './chargebacks/adjustment.ts'
import { chargeback } from './chargebacks/chargeback.ts'
import { chargebackNotDebited } from './chargebacks/chargeback-not-debited.ts'
import { chargebackReversed } from './chargebacks/chargeback-reversed.ts'
import { restated } from './closed/restated.ts'
import type { BucketOfRule, CheckRecord } from './define-check.ts'
import { fieldMissing } from './field/field-missing.ts'
import { fractionalPesos } from './field/fractional-pesos.ts'
import { unknownField } from './field/unknown-field.ts'
import { unknownValue } from './field/unknown-value.ts'
import { collectedMismatch } from './figures/collected-mismatch.ts'
import { countMismatch } from './figures/count-mismatch.ts'
import { feesMismatch } from './figures/fees-mismatch.ts'
import { gatewayReading } from './figures/gateway-reading.ts'
import { invoicesMissing } from './figures/invoices-missing.ts'
import { payoutMismatch } from './figures/payout-mismatch.ts'
import { withinTolerance } from './figures/within-tolerance.ts'
import { invoiceAdded } from './invoice/invoice-added.ts'
import { invoiceChanged } from './invoice/invoice-changed.ts'
import { invoiceMoved } from './invoice/invoice-moved.ts'
import { invoiceVanished } from './invoice/invoice-vanished.ts'
import { notPaid } from './invoice/not-paid.ts'
import { overpaid } from './invoice/overpaid.ts'
import { paymentFieldsMissing } from './invoice/payment-fields-missing.ts'
import { underpaid } from './invoice/underpaid.ts'
import { cursorAbsent } from './list/cursor-absent.ts'
import { listedTwice } from './list/listed-twice.ts'
import { malformedRecord } from './list/malformed-record.ts'
import { pageCount } from './list/page-count.ts'
import { cycleLabel } from './settlement/cycle-label.ts'
import { feesExceedCollected } from './settlement/fees-exceed-collected.ts'
import { negativeAmount } from './settlement/negative-amount.ts'
import { negativePayout } from './settlement/negative-payout.ts'
import { readingContradicted } from './settlement/reading-contradicted.ts'
import { settlementChanged } from './settlement/settlement-changed.ts'
import { settlementError } from './settlement/settlement-error.ts'
import { settlementMissing } from './settlement/settlement-missing.ts'
import { settlementOverdue } from './settlement/settlement-overdue.ts'
import { settlementVanished } from './settlement/settlement-vanished.ts'
import { slotEcho } from './settlement/slot-echo.ts'
import { statusRegressed } from './settlement/status-regressed.ts'
import { unknownCycle } from './settlement/unknown-cycle.ts'
import { duplicatePayment } from './shared/duplicate-payment.ts'
import { duplicateReference } from './shared/duplicate-reference.ts'
import { invoiceInNoSlot } from './shared/invoice-in-no-slot.ts'
import { invoiceInTwoSlots } from './shared/invoice-in-two-slots.ts'
import { invoiceOutsideSlot } from './shared/invoice-outside-slot.ts'
import { webhookConflict } from './webhook/webhook-conflict.ts'
import { webhookDisagrees } from './webhook/webhook-disagrees.ts'
import { webhookMissed } from './webhook/webhook-missed.ts'

/** Keeps the codes of the rules in the type, and drops the types of their data. */
const listOf = <C extends string>(rules: readonly CheckRecord<C>[]): readonly CheckRecord<C>[] => rules

/** Every rule, in the order of SPEC, section 4. This list is the specification. */
export const CHECKS = listOf([
  payoutMismatch,
  collectedMismatch,
  countMismatch,
  invoicesMissing,
  withinTolerance,
  gatewayReading,
  readingContradicted,
  adjustment,
  chargebackNotDebited,
  feesMismatch,
  settlementMissing,
  settlementOverdue,
  settlementError,
  settlementVanished,
  settlementChanged,
  statusRegressed,
  slotEcho,
  cycleLabel,
  unknownCycle,
  negativePayout,
  feesExceedCollected,
  negativeAmount,
  underpaid,
  overpaid,
  paymentFieldsMissing,
  fieldMissing,
  notPaid,
  chargeback,
  chargebackReversed,
  duplicatePayment,
  duplicateReference,
  invoiceInTwoSlots,
  invoiceOutsideSlot,
  invoiceInNoSlot,
  invoiceAdded,
  invoiceVanished,
  invoiceMoved,
  invoiceChanged,
  restated,
  listedTwice,
  pageCount,
  cursorAbsent,
  malformedRecord,
  unknownValue,
  unknownField,
  fractionalPesos,
  webhookDisagrees,
  webhookMissed,
  webhookConflict,
  bankMissing,
  bankDiffers,
  bankAmbiguous,
  bankUnconfirmed,
  bankUnknownCredit,
  bankGap,
])

/** The codes of our own rules; a check from outside has another. */
export type Code = (typeof CHECKS)[number]['code']

export const CODES: readonly Code[] = CHECKS.map(({ code }) => code)

const byCode: ReadonlyMap<string, CheckRecord<Code>> = new Map(CHECKS.map((record) => [record.code, record]))

/** Null for the code of a check from outside. */
export const recordOf = (code: string): CheckRecord<Code> | null => byCode.get(code) ?? null

export const codesWith = (isOne: (record: CheckRecord<Code>) => boolean): readonly Code[] =>
  CHECKS.filter(isOne).map(({ code }) => code)

/** The codes of findings whose pesos stand in one of some buckets. */
export const codesIn = (buckets: readonly Bucket[]): ReadonlySet<string> =>
  new Set(codesWith(({ bucket }) => bucketsOf(bucket).some((one) => buckets.includes(one))))

const bucketsOf = (bucket: BucketOfRule | undefined): readonly Bucket[] =>
  typeof bucket === 'string' ? [bucket] : Object.values(bucket ?? {})

/** Where the pesos of a finding stand, by the sign of its difference; null where they are in no bucket. */
export const bucketOf = (
  { code, severity }: Pick<Finding, 'code' | 'severity'>,
  difference: Difference,
): Bucket | null => {
  const bucket = recordOf(code)?.bucket ?? null
  if (bucket === null || typeof bucket === 'string') return bucket
  if ('error' in bucket) return severity === 'error' ? bucket.error : null
  if (difference === null || Number(difference) === 0) return null
  return Number(difference) < 0 ? bucket.less : bucket.more
}

export const isCode = (text: string): text is Code => byCode.has(text)
