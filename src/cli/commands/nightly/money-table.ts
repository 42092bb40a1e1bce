import type { Amount, MoneyTotals } from '../../../domain/account/money-totals.ts'
import { type Centavos, inWords, minus } from '../../../domain/money.ts'
import { alignColumns } from '../../../std/align-columns.ts'

/** A line of the table: a sign before what takes part in the sum, so many settlements, and what they come to. */
type Line = readonly [name: string, amount: Amount]

/**
 * How the money of all settlements stands. Expected, less what was paid too little, plus what was paid too much, is what was paid out; what
 * was not compared stands below, each in a line of its own. Lines of nothing are left out.
 */
export const moneyTable = (money: MoneyTotals): readonly string[] => {
  const { open, claimed, accepted, tolerated } = money.differences
  const compared: readonly Line[] = [
    ['- owed, open', open.owed],
    ['- owed, claimed', claimed.owed],
    ['- owed, accepted', accepted.owed],
    ['- owed, within tolerance', tolerated.owed],
    ['+ overpaid, open', open.overpaid],
    ['+ overpaid, claimed', claimed.overpaid],
    ['+ overpaid, accepted', accepted.overpaid],
    ['+ overpaid, within tolerance', tolerated.overpaid],
  ]
  const onTime = { number: money.inProcess.number - money.late.number, sum: minus(money.inProcess.sum, money.late.sum) }
  const waiting = {
    number: money.noSettlement.number - money.missing.number,
    sum: minus(money.noSettlement.sum, money.missing.sum),
  }
  const apart: readonly Line[] = [
    ['failed', money.failed],
    ['failed, claimed', money.failedClaimed],
    ['failed, accepted', money.failedAccepted],
    ['in process, late', money.late],
    ['in process', onTime],
    ['no settlement, though due', money.missing],
    ['no settlement yet', waiting],
    ['could not be compared', money.notComparable],
    ['not compared, set aside', money.setAside],
    ['not read', money.unread],
  ]
  return alignColumns(
    [
      ['Money', 'settlements', 'COP'],
      row('expected of what was compared', { number: money.compared.number, sum: money.expected }),
      ...used(compared),
      row('= paid out', { number: money.compared.number, sum: money.paidOut }),
      ...used(apart),
    ],
    1,
  )
}

const used = (lines: readonly Line[]): readonly (readonly string[])[] =>
  lines.filter(([, { number }]) => number > 0).map(([name, amount]) => row(name, amount))

const row = (name: string, { number, sum }: Amount): readonly string[] => [name, String(number), digits(sum)]

const digits = (sum: Centavos): string => inWords(sum).replace('COP ', '')
