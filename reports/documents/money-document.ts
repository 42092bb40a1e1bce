import {
  type Bucket,
  type DifferenceState,
  type Position,
  paidOutOf,
  totalOf,
} from '../../src/domain/account/position.ts'
import type { Json } from '../../src/domain/cell.ts'
import { type Amount, addAmounts } from '../../src/domain/money.ts'

/** The sums of some settlements as JSON: counts, and money in COP. */
export const moneyDocument = (position: Position): { readonly [name: string]: Json } => {
  const at = (bucket: Bucket, state: DifferenceState): Json => amountDocument(position[bucket][state])
  const all = (bucket: Bucket): Json => amountDocument(totalOf(position[bucket]))
  const differences = (state: DifferenceState): Json => ({ owed: at('owed', state), overpaid: at('overpaid', state) })
  const { bankMissing, bankLess, bankMore } = position
  return {
    compared: all('compared'),
    expected: totalOf(position.compared).sum,
    paidOut: paidOutOf(position),
    open: differences('open'),
    claimed: differences('claimed'),
    accepted: differences('accepted'),
    tolerated: differences('tolerated'),
    paid: differences('paid'),
    failed: at('failed', 'open'),
    failedClaimed: at('failed', 'claimed'),
    failedAccepted: at('failed', 'accepted'),
    inProcess: all('inProcess'),
    late: at('inProcess', 'open'),
    lateClaimed: at('inProcess', 'claimed'),
    lateAccepted: at('inProcess', 'accepted'),
    gone: all('gone'),
    noSettlement: all('noSettlement'),
    missing: at('noSettlement', 'open'),
    missingClaimed: at('noSettlement', 'claimed'),
    missingAccepted: at('noSettlement', 'accepted'),
    unread: all('unread'),
    notComparable: at('notComparable', 'open'),
    setAside: at('notComparable', 'none'),
    feesTooMuch: at('feesTooMuch', 'open'),
    feesTooLittle: at('feesTooLittle', 'open'),
    bankMissing: at('bankMissing', 'open'),
    bankDiffers: amountDocument(addAmounts(bankLess.open, bankMore.open)),
    bankLess: at('bankLess', 'open'),
    bankMore: at('bankMore', 'open'),
    adjustmentsTaken: at('adjustmentsTaken', 'open'),
    chargebacks: at('chargebacks', 'open'),
    feesClaimed: at('feesTooMuch', 'claimed'),
    bankClaimed: amountDocument(addAmounts(bankMissing.claimed, bankLess.claimed)),
    adjustmentsClaimed: at('adjustmentsTaken', 'claimed'),
  }
}

const amountDocument = ({ number, sum }: Amount): Json => ({ number, sum })
