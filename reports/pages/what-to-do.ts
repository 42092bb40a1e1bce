import type { Code, Discrepancy } from '../../src/domain/findings/discrepancy.ts'

/** Who can do something about a discrepancy, and so what is to be done: the headings under which a page lists them, in this order. */
export const ACTIONS = ['ask-operator', 'ask-tenant', 'wait', 'mend-reading', 'note', 'waived', 'resolved'] as const
export type Action = (typeof ACTIONS)[number]

const ACTION_OF: Readonly<Record<Code, Action>> = {
  PAYOUT_MISMATCH: 'ask-operator',
  COLLECTED_MISMATCH: 'ask-operator',
  COUNT_MISMATCH: 'ask-operator',
  INVOICES_MISSING: 'ask-operator',
  WITHIN_TOLERANCE: 'note',
  GATEWAY_READING: 'ask-operator',
  ADJUSTMENT: 'ask-operator',
  CHARGEBACK_NOT_DEBITED: 'note',
  SETTLEMENT_MISSING: 'ask-operator',
  SETTLEMENT_OVERDUE: 'ask-operator',
  SETTLEMENT_ERROR: 'ask-operator',
  SETTLEMENT_VANISHED: 'ask-operator',
  SETTLEMENT_CHANGED: 'ask-operator',
  STATUS_REGRESSED: 'ask-operator',
  SLOT_ECHO: 'ask-operator',
  CYCLE_LABEL: 'mend-reading',
  UNKNOWN_CYCLE: 'mend-reading',
  NEGATIVE_PAYOUT: 'ask-operator',
  FEES_EXCEED_COLLECTED: 'ask-operator',
  NEGATIVE_AMOUNT: 'ask-operator',
  UNDERPAID: 'ask-tenant',
  OVERPAID: 'ask-tenant',
  PAYMENT_FIELDS_MISSING: 'ask-operator',
  FIELD_MISSING: 'mend-reading',
  NOT_PAID: 'ask-operator',
  CHARGEBACK: 'ask-tenant',
  CHARGEBACK_REVERSED: 'ask-tenant',
  DUPLICATE_PAYMENT: 'ask-operator',
  DUPLICATE_REFERENCE: 'ask-tenant',
  INVOICE_IN_TWO_SLOTS: 'ask-operator',
  INVOICE_OUTSIDE_SLOT: 'ask-operator',
  INVOICE_IN_NO_SLOT: 'ask-operator',
  INVOICE_ADDED: 'ask-operator',
  INVOICE_VANISHED: 'ask-operator',
  INVOICE_MOVED: 'note',
  INVOICE_CHANGED: 'ask-operator',
  RESTATED: 'ask-operator',
  LISTED_TWICE: 'ask-operator',
  PAGE_COUNT: 'mend-reading',
  CURSOR_ABSENT: 'mend-reading',
  MALFORMED_RECORD: 'ask-operator',
  UNKNOWN_VALUE: 'mend-reading',
  UNKNOWN_FIELD: 'mend-reading',
  FRACTIONAL_PESOS: 'note',
  WEBHOOK_DISAGREES: 'ask-operator',
  WEBHOOK_MISSED: 'mend-reading',
  WEBHOOK_CONFLICT: 'ask-operator',
}

/** What is not grave yet and may come right by itself. */
const MAY_STILL_COME: readonly Code[] = ['SETTLEMENT_MISSING', 'SETTLEMENT_OVERDUE']

/** Under which heading a discrepancy stands. What a person accepted, or the latest pull resolved, asks nothing of anybody. */
export const actionFor = ({ code, severity, state }: Discrepancy): Action => {
  if (state === 'waived' || state === 'resolved') return state
  if (severity !== 'error' && MAY_STILL_COME.includes(code)) return 'wait'
  return severity === 'info' && ACTION_OF[code] === 'ask-operator' ? 'note' : ACTION_OF[code]
}

/** Every code there is, in the order of SPEC section 4. */
export const CODES = Object.keys(ACTION_OF) as readonly Code[]
