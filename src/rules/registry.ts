import type { Difference, Finding } from '../core/findings/discrepancy.ts'
import type { Both } from '../std/both.ts'
import { similar } from '../std/nearest.ts'
import type { Bucket } from './account/position.ts'
import { bankAmbiguous, bankDiffers, bankGap, bankMissing, bankUnconfirmed, bankUnknownCredit } from './checks/bank.ts'
import { adjustment, chargeback, chargebackNotDebited, chargebackReversed } from './checks/chargebacks.ts'
import { feesInvoiceDiffers, feesInvoiceMissing } from './checks/fees-invoice.ts'
import { fieldMissing, fractionalPesos, unknownField, unknownValue } from './checks/fields.ts'
import {
  collectedMismatch,
  countMismatch,
  feesMismatch,
  gatewayReading,
  invoicesMissing,
  payoutMismatch,
  withinTolerance,
} from './checks/figures.ts'
import {
  invoiceAdded,
  invoiceChanged,
  invoiceMoved,
  invoiceVanished,
  notPaid,
  overpaid,
  paymentFieldsMissing,
  underpaid,
} from './checks/invoices.ts'
import { cursorAbsent, listedTwice, malformedRecord, pageCount } from './checks/list.ts'
import { rentAmbiguous, rentOver, rentShort, rentTwice, rentUnknownPayer } from './checks/receivables.ts'
import { restated } from './checks/restated.ts'
import {
  cycleLabel,
  feesExceedCollected,
  negativeAmount,
  negativePayout,
  readingContradicted,
  settlementChanged,
  settlementError,
  settlementMissing,
  settlementOverdue,
  settlementVanished,
  slotEcho,
  statusRegressed,
  unknownCycle,
} from './checks/settlement.ts'
import {
  duplicatePayment,
  duplicateReference,
  invoiceInNoSlot,
  invoiceInTwoSlots,
  invoiceOutsideSlot,
} from './checks/shared.ts'
import { webhookConflict, webhookDisagrees, webhookMissed } from './checks/webhooks.ts'
import type { BucketOfRule, CheckRecord } from './define-check.ts'

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
  feesInvoiceDiffers,
  feesInvoiceMissing,
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
  rentShort,
  rentOver,
  rentTwice,
  rentUnknownPayer,
  rentAmbiguous,
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

/** What is wrong with a settlement, by its gravest finding: of a payout by its own difference, null where it was not compared. */
export const badgeOf = (
  { code }: Pick<Finding, 'code'>,
  ofFinding: Difference,
  ofPayout: Difference,
): Both<string> | null => {
  const { badge = null, bucket } = recordOf(code) ?? {}
  if (badge === null || 'en' in badge) return badge
  const difference = Number((bucketsOf(bucket).includes('owed') ? ofPayout : ofFinding) ?? 0)
  return difference > 0 ? badge.more : difference < 0 ? badge.less : (badge.even ?? null)
}

export const isCode = (text: string): text is Code => byCode.has(text)

/** What to do where a code is not one of the known ones. */
export const nextOfUnknownCode = (typed: string, codes: readonly string[]): Both<string> => {
  const near = similar(typed, codes)
  const list = {
    en: '"cuadre discrepancies list" shows the codes of what was found, such as COUNT_MISMATCH',
    es: '"cuadre discrepancies list" muestra los códigos de lo hallado, como COUNT_MISMATCH',
  }
  return near === undefined ? list : { en: `did you mean ${near}? ${list.en}`, es: `¿quiso decir ${near}? ${list.es}` }
}
