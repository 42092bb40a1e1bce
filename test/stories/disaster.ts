import { slot } from '../core/a.ts'
import type { Nights } from './night.ts'
import { paid, settlement, somePaid } from './told.ts'

export const DISASTER = slot('2026-03-12').date

/**
 * A day on which everything goes wrong, told by a service. Invoice n of a cycle pays 1,000,000 + 1,000 n; a fee is 2,000.
 *
 * | cycle | listed | expected | reported payout | |
 * | 11 | 12,078,000 | 12,054,000 | 12,554,000 | collected and payout 500,000 too high; six invoices with one payment id; three name another cycle |
 * | 13 | (two unreadable) | | 9,985,000 | fees 50,000 too high |
 * | 16 | 15,120,000 | 15,090,000 | 14,790,000 | one invoice and 300,000 are missing; nine chargebacks of 9,045,000 |
 * | 18 | 8,036,000 | 8,020,000 | 8,020,000 | error |
 * | 20 | | | | cannot be read |
 */
export const tellDisaster = ({ service }: Pick<Nights, 'service'>): void => {
  const ofOnePayment = somePaid(DISASTER, '11', 6).map((invoice) => ({ ...invoice, paymentId: 'P-once' }))
  const moved = [10, 11, 12].map((n) => paid(DISASTER, '11', n, { settlementTime: '13' }))
  const eleven = [...ofOnePayment, ...[7, 8, 9].map((n) => paid(DISASTER, '11', n)), ...moved]
  const tooMuch = { amountCollected: 12_578_000, paymentAmount: 12_554_000 }
  service.tellSettled(DISASTER, '11', eleven, tooMuch)

  const whole = somePaid(DISASTER, '13', 10)
  const unreadable = [9, 10].map((n) => paid(DISASTER, '13', n, { amount: 'much' }))
  const dear = { fees: 70_000, paymentAmount: 9_985_000 }
  service.tell(DISASTER, '13', {
    settlement: settlement(DISASTER, '13', whole, dear),
    invoices: [...whole.slice(0, 8), ...unreadable],
  })

  const chargebacks = Array.from({ length: 9 }, (_, at) => paid(DISASTER, '16', at + 1, { status: 'chargeback' }))
  const sixteen = [...chargebacks, ...Array.from({ length: 6 }, (_, at) => paid(DISASTER, '16', at + 10))]
  const tooLittle = { numberOfInvoices: 16, paymentAmount: 14_790_000 }
  service.tellSettled(DISASTER, '16', sixteen, tooLittle)

  const eighteen = somePaid(DISASTER, '18', 8)
  const failed = { status: 'error' }
  service.tellSettled(DISASTER, '18', eighteen, failed)

  service.tell(DISASTER, '20', { list: () => ({ status: 400, body: { error: 'no' } }) })
}

/** The conclusion on every screen. */
export const DISASTER_SENTENCE =
  'COP 9,985,000 could not be judged (1 settlement); COP 8,020,000 has not arrived (1); the operator paid COP 500,000 too much (1); 6 more.'
