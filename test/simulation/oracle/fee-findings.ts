import { type Finding, inPesos, size } from './finding.ts'
import type { Money } from './money.ts'
import { isCounted, type Reading } from './reading.ts'
import { tariffFees } from './tariff.ts'
import type { FullPolicy } from './words.ts'

/** Fees of one reading compared with the tariff, in centavos. */
export interface Fees {
  /** Null without a tariff, and when it does not price a payment. */
  readonly expected: number | null | 'undecided'
  /** Whether the reported fees are compared with it. */
  readonly isCompared: boolean
  /** The allowed difference. */
  readonly tolerance: number
}

export const feesOf = ({ slot, invoices }: Reading, money: Money, policy: FullPolicy): Fees => {
  const counted = [...invoices.values()].filter((invoice) => isCounted(invoice, policy))
  const expected = policy.tariff.length === 0 ? null : tariffFees(counted, slot.date, policy)
  const { feesToleranceCop } = policy
  const tolerance = feesToleranceCop === null ? counted.length * 50 : Math.round(feesToleranceCop * 100)
  return { expected, isCompared: expected !== null && money.notCompared.length === 0, tolerance }
}

/** An error when too much was charged, a warning when too little. */
export const feeFindings = (reading: Reading, money: Money, policy: FullPolicy): readonly Finding[] => {
  const { expected, isCompared, tolerance } = feesOf(reading, money, policy)
  const { settlement } = reading
  if (!isCompared || settlement === null || typeof expected !== 'number') return []
  const gap = size(settlement.fees, expected)
  if (gap <= tolerance) return []
  const severity = settlement.fees > expected ? 'error' : 'warning'
  return [inPesos('FEES_MISMATCH', severity, 'settlement', [settlement.fees, expected], gap)]
}
