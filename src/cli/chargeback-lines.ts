import type { ChargebackBalance } from '../domain/chargeback-balance.ts'
import { howMany } from '../domain/how-many.ts'
import { inWords, negated } from '../domain/money.ts'

/** `2026-03-01 to 2026-03-31: 1 chargeback of COP 850,000`, and below it `adjustments of COP 0; COP 850,000 ... was not debited yet` */
export const chargebackLines = ({
  from,
  to,
  seen,
  paid,
  adjustments,
  unexplained,
}: ChargebackBalance): readonly [string, string] => [
  `${from} to ${to}: ${howMany(seen, 'chargeback')} of ${inWords(paid)}`,
  `adjustments of ${inWords(adjustments)}; ${verdictOn(unexplained)}`,
]

const verdictOn = (unexplained: ChargebackBalance['unexplained']): string => {
  if (unexplained === 0n) return 'nothing is unexplained'
  return unexplained > 0n
    ? `${inWords(unexplained)} charged back was not debited yet`
    : `${inWords(negated(unexplained))} was adjusted beyond the chargebacks seen`
}
