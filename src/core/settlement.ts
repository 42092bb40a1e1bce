import type { Centavos } from './money.ts'

/** A settlement as the service reports it, in our words. Date and cycle are those in the answer. */
export interface Settlement {
  readonly date: string
  readonly cycle: string
  readonly status: string
  readonly invoiceCount: number
  readonly collected: Centavos
  readonly fees: Centavos
  readonly feesPostpaid: boolean
  readonly adjustments: Centavos
  readonly gateway: boolean
  readonly payout: Centavos
  /** Undocumented fields, as the JSON text of one object; and `cycle`, if it was a number. */
  readonly extra: string | null
}

export const SETTLEMENT_SUMS = ['collected', 'fees', 'adjustments', 'payout'] as const
export const SETTLEMENT_FLAGS = ['feesPostpaid', 'gateway'] as const

/** Whether the ten documented values are equal; undocumented ones may differ. */
export const sameSettlement = (a: Settlement | null, b: Settlement | null): boolean => {
  if (a === null || b === null) return a === b
  return SETTLEMENT_FIELDS.every((field) => a[field] === b[field])
}

const SETTLEMENT_FIELDS = [
  'date',
  'cycle',
  'status',
  'invoiceCount',
  'collected',
  'fees',
  'feesPostpaid',
  'adjustments',
  'gateway',
  'payout',
] as const

/** The service sent the cycle as a number, which we read as text. */
export const isCycleNumber = ({ extra }: Settlement): boolean =>
  extra !== null && typeof JSON.parse(extra).cycle === 'number'

/** A settlement without any invoice or amount. */
export const isAllZero = (settlement: Settlement): boolean =>
  settlement.invoiceCount === 0 &&
  [settlement.collected, settlement.fees, settlement.adjustments, settlement.payout].every((sum) => sum === 0n)

/** Response bodies without content, which a service may send for a settlement that does not exist. */
export const ABSENT_BODIES = ['empty', 'null', '{}', 'html', 'text'] as const
export type AbsentBody = (typeof ABSENT_BODIES)[number]
