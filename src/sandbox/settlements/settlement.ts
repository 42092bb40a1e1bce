import { misstated } from './misstatement.ts'

export type SettlementStatus = 'processing' | 'paid' | 'credited' | 'error'

/** A stored settlement: the columns of one row. */
export interface SettlementRow {
  readonly merchant: number
  readonly date: string
  readonly cycle: string
  readonly status: SettlementStatus
  readonly invoices: number
  readonly collected: number
  readonly fees: number
  readonly fees_postpaid: number
  readonly adjustments: number
  readonly gateway: number
  readonly payout: number
  /** When its cycle was run. */
  readonly opened_at: number
  /** The time of its next status; null once it is final. */
  readonly next_at: number | null
  /** Whether its next status is `error`. */
  readonly fails: number
  readonly patch: string | null
}

/** A settlement with the ten fields of api.md, in their order. */
export const settlementBody = (row: SettlementRow): Readonly<Record<string, unknown>> => {
  const body = {
    date: row.date,
    cycle: row.cycle,
    status: row.status,
    numberOfInvoices: row.invoices,
    amountCollected: row.collected,
    fees: row.fees,
    feesPostpaid: row.fees_postpaid === 1,
    adjustments: row.adjustments,
    gateway: row.gateway === 1,
    paymentAmount: row.payout,
  }
  return row.patch === null ? body : misstated(body, row.patch)
}
