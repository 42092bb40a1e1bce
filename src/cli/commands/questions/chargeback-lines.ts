import type { Amounts, ChargebackBalance } from '../../../domain/assessment/chargeback-balance.ts'
import { inWords } from '../../../domain/money.ts'
import { howMany } from '../../../std/how-many.ts'

/** What was charged back and adjusted on those days, and the two lines of what is open: neither is taken off the other. */
export const chargebackLines = (balance: ChargebackBalance): readonly [string, ...string[]] => [
  `${balance.from} to ${balance.to}: ${howMany(balance.seen, 'chargeback')} of ${inWords(balance.paid)}, adjustments of ${inWords(balance.adjustments)}`,
  `adjustments without a chargeback: ${inAll(balance.withoutChargeback)}`,
  `chargebacks not debited yet: ${inAll(balance.notDebited)}`,
]

const inAll = ({ number, sum }: Amounts): string => (number === 0 ? 'none' : `${number}, ${inWords(sum)}`)
