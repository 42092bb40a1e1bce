import type { Method } from './calendar.ts'

/** A part of the payment and a fixed sum; api.md shows only that fees exist. */
export interface Fee {
  readonly percent: number
  readonly fixed: number
}

export type Fees = Readonly<Record<Method, Fee>>

/** Fees are charged in whole pesos, payment by payment. */
export const feeOf = (fee: Fee, paid: number): number => Math.round((paid * fee.percent) / 100) + fee.fixed
