import type { Json } from '../src/domain/cell.ts'
import type { ChargebackBalance } from '../src/domain/chargeback-balance.ts'

/** Chargebacks and adjustments, and what is open of either, as JSON. */
export const chargebackDocument = (balance: ChargebackBalance): { readonly [name: string]: Json } => ({
  ...balance,
  withoutChargeback: { ...balance.withoutChargeback },
  notDebited: { ...balance.notDebited },
})
