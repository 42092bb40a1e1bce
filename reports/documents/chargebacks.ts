import type { ChargebackBalance } from '../../src/domain/assessment/chargeback-balance.ts'
import type { Json } from '../../src/domain/cell.ts'

/** Chargebacks, adjustments and the open part of each, as JSON. */
export const chargebackDocument = (balance: ChargebackBalance): { readonly [name: string]: Json } => {
  const { from, to, seen, paid, adjustments, explained, leftOut, withoutChargeback, debited, notDebited } = balance
  return {
    ...{ from, to, seen, paid, adjustments, explained, leftOut: { ...leftOut } },
    withoutChargeback: { taken: { ...withoutChargeback.taken }, brought: { ...withoutChargeback.brought } },
    debited: { ...debited },
    notDebited: { ...notDebited },
  }
}
