import { type Centavos, minus, negate } from '../../src/core/money.ts'
import type { RestatedSettlement } from '../../src/rules/account/account-item.ts'

/**
 * The sums of a restated settlement as they enter the account, by their words: the first four add up to due; due, paid out
 * and accepted to the balance.
 */
export const restatedSums = [
  { name: 'collected', of: ({ collected }) => collected },
  { name: 'fees', of: ({ feesDeducted }) => negate(feesDeducted) },
  { name: 'adjustments', of: ({ adjustments }) => adjustments },
  { name: 'kept', of: ({ keptByGateway }) => negate(keptByGateway) },
  { name: 'due', of: ({ due }) => due },
  { name: 'paidOut', of: ({ paidOut }) => negate(paidOut) },
  { name: 'accepted', of: ({ accepted }) => negate(accepted) },
  { name: 'balance', of: ({ due, paidOut, accepted }) => minus(minus(due, paidOut), accepted) },
] as const satisfies readonly {
  readonly name: string
  readonly of: (one: Omit<RestatedSettlement, 'slot' | 'kind'>) => Centavos
}[]
