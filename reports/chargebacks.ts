import type { Json } from '../src/domain/cell.ts'
import type { ChargebackBalance } from '../src/domain/chargeback-balance.ts'

/** Chargebacks seen, adjustments stated, and what the two do not explain of each other, as JSON. */
export const chargebackDocument = (balance: ChargebackBalance): { readonly [name: string]: Json } => ({ ...balance })
