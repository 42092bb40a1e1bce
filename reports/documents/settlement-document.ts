import type { Json } from '../../src/core/cell.ts'
import type { Settlement } from '../../src/core/settlement.ts'

/** A settlement as JSON, as the service reports it but in our words: money in COP. */
export const settlementDocument = (settlement: Settlement): Json => ({
  date: settlement.date,
  cycle: settlement.cycle,
  status: settlement.status,
  invoiceCount: settlement.invoiceCount,
  collected: settlement.collected,
  fees: settlement.fees,
  feesPostpaid: settlement.feesPostpaid,
  adjustments: settlement.adjustments,
  gateway: settlement.gateway,
  payout: settlement.payout,
  extra: settlement.extra === null ? null : JSON.parse(settlement.extra),
})
