import { type Discrepancy, isOpen } from '../findings/discrepancy.ts'
import { codesIn, recordOf } from '../rules/registry.ts'

const AWAITED = codesIn(['inProcess', 'noSettlement', 'gone'])

type FoundCode = Pick<Discrepancy, 'code' | 'state' | 'severity'>

/** Whether an open finding says that a payout or a settlement should be there by now: it is late, or it is gone. */
export const isOfUnpaid = (found: FoundCode): boolean =>
  isOpen(found) && found.severity !== 'info' && AWAITED.has(found.code)

/** Whether an open finding says that a payout or a settlement is late. One that is gone had come, so it is not late. */
export const isOfDelay = (found: FoundCode): boolean => isOfUnpaid(found) && recordOf(found.code)?.isChange !== true
