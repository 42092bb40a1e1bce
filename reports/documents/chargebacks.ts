import type { ChargebackBalance } from '../../src/domain/assessment/chargeback-balance.ts'
import type { Json } from '../../src/domain/cell.ts'

/** Chargebacks and adjustments, and what is open of either, as JSON. */
export const chargebackDocument = (balance: ChargebackBalance): { readonly [name: string]: Json } => ({
  ...balance,
  withoutChargeback: { ...balance.withoutChargeback },
  notDebited: { ...balance.notDebited },
})
