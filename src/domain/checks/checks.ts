import {
  duplicatePayment,
  duplicateReference,
  invoiceInNoSlot,
  invoiceInTwoSlots,
  invoiceOutsideSlot,
} from './across.ts'
import { adjustment, chargebackNotDebited } from './chargebacks.ts'
import type { Check, InvoiceCheck } from './facts.ts'
import { dateWithTime, fieldMissing, fractionalPesos, unknownField, unknownValue } from './fields.ts'
import { collected, gatewayReading, invoiceCount, invoicesMissing, payout } from './figures.ts'
import {
  chargeback,
  invoiceAdded,
  invoiceChanged,
  invoiceMoved,
  invoiceRegressed,
  invoiceVanished,
  negativeInvoice,
  notPaid,
  paidAsAsked,
  paymentFields,
  unreadableVanished,
} from './invoice.ts'
import { cursorAbsent, listedTwice, malformedRecord, pageCount } from './list.ts'
import {
  cycleLabel,
  cycleNumber,
  feesExceedCollected,
  negativePayout,
  negativeSettlement,
  settlementChanged,
  settlementError,
  settlementMissing,
  settlementOverdue,
  settlementRegressed,
  settlementVanished,
  slotEcho,
  unknownCycle,
} from './settlement.ts'

import { webhookConflict, webhookDisagrees, webhookMissed } from './webhooks.ts'

/** What is asked of a slot as a whole. This list, with the next, is the specification (SPEC, section 4). */
export const CHECKS: readonly Check[] = [
  payout,
  collected,
  invoiceCount,
  invoicesMissing,
  gatewayReading,
  adjustment,
  chargebackNotDebited,
  settlementMissing,
  settlementOverdue,
  settlementError,
  settlementVanished,
  settlementChanged,
  settlementRegressed,
  slotEcho,
  cycleLabel,
  cycleNumber,
  unknownCycle,
  negativePayout,
  feesExceedCollected,
  negativeSettlement,
  duplicatePayment,
  duplicateReference,
  invoiceInTwoSlots,
  invoiceOutsideSlot,
  invoiceInNoSlot,
  listedTwice,
  pageCount,
  cursorAbsent,
  malformedRecord,
  unreadableVanished,
  fieldMissing,
  unknownValue,
  dateWithTime,
  unknownField,
  fractionalPesos,
  webhookDisagrees,
  webhookMissed,
  webhookConflict,
]

/** What is asked of every invoice of a slot, while its list is folded. */
export const INVOICE_CHECKS: readonly InvoiceCheck[] = [
  paidAsAsked,
  negativeInvoice,
  paymentFields,
  notPaid,
  chargeback,
  invoiceAdded,
  invoiceVanished,
  invoiceMoved,
  invoiceRegressed,
  invoiceChanged,
]
