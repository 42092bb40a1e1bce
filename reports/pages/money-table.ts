import { type Centavos, negate, sumOfKnown, ZERO } from '../../src/core/money.ts'
import { isFinal, type Policy } from '../../src/core/policy.ts'
import type { Cycle } from '../../src/core/slot.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'

/** The sums of a line, in reading order: listed - fees deducted + adjustments - kept = expected. */
export const MONEY_COLUMNS = [
  'listed',
  'feesDeducted',
  'adjustments',
  'keptByGateway',
  'expected',
  'paidOut',
  'inProcess',
  'failed',
  'difference',
] as const
export type MoneyColumn = (typeof MONEY_COLUMNS)[number]

/**
 * Centavos by column; null means unknown, never 0. Fees and what the gateway keeps are negative, as they change the
 * payout.
 */
export type MoneyLine = Readonly<Record<MoneyColumn, Centavos | null>>

/** Compared with the invoices; failed or in process, but with an expected payout; or without one. */
export type MoneyGroupKind = 'compared' | 'awaited' | 'without-expected'

/** Settlements whose lines can be added up: each line adds up, and so does the total. */
export interface MoneyGroup {
  readonly kind: MoneyGroupKind
  /** In order of cycle. */
  readonly lines: readonly { readonly cycle: Cycle; readonly line: MoneyLine }[]
  readonly total: MoneyLine
}

/** The part of a report that a line needs. */
export type MoneyOf = Pick<SlotReport, 'money' | 'settlement' | 'totals'>

const KINDS = ['compared', 'awaited', 'without-expected'] as const satisfies readonly MoneyGroupKind[]

/** The settlements of a day in groups that add up; empty groups are left out. */
export const moneyTable = (
  reports: readonly (MoneyOf & Pick<SlotReport, 'slot'>)[],
  policy: Policy,
): readonly MoneyGroup[] =>
  KINDS.flatMap((kind) => {
    const lines = reports
      .filter((report) => kindOf(report) === kind)
      .map((report) => ({ cycle: report.slot.cycle, line: lineOf(report, policy) }))
    return lines.length === 0
      ? []
      : [
          {
            kind,
            lines,
            total: totalOf(
              kind,
              lines.map(({ line }) => line),
            ),
          },
        ]
  })

export const kindOf = ({ money }: Pick<MoneyOf, 'money'>): MoneyGroupKind => {
  if (money.expected === null) return 'without-expected'
  return money.notCompared === null ? 'compared' : 'awaited'
}

const lineOf = (report: MoneyOf, policy: Policy): MoneyLine => {
  const { money, totals } = report
  const { listed, parts, expected } = money
  const line = {
    listed: totals?.counted === 0 && report.settlement === null ? null : listed,
    feesDeducted: parts && negate(parts.feesDeducted),
    adjustments: parts === null ? null : parts.adjustments,
    keptByGateway: parts && negate(parts.keptByGateway),
    expected,
    ...payoutOf(report, policy),
    difference: money.difference,
  }
  return kindOf(report) === 'compared' ? line : withoutZeros(line)
}

/**
 * Exactly one of the three columns has the reported payout; the others are null, not 0. A settlement with a foreign
 * date or cycle has none.
 */
const payoutOf = ({ settlement, money }: MoneyOf, policy: Policy) => {
  const none = { paidOut: null, inProcess: null, failed: null }
  if (settlement === null || money.paidOut === null) return none
  if (settlement.status === 'error') return { ...none, failed: settlement.payout }
  return isFinal(settlement.status, policy)
    ? { ...none, paidOut: settlement.payout }
    : { ...none, inProcess: settlement.payout }
}

/** When nothing was compared, a zero would look like a result. */
const withoutZeros = (line: MoneyLine): MoneyLine => lineBy((column) => (line[column] === ZERO ? null : line[column]))

const totalOf = (kind: MoneyGroupKind, lines: readonly MoneyLine[]): MoneyLine => {
  const total = lineBy((column) => sumOfKnown(lines.map((line) => line[column])))
  return kind === 'compared' ? total : withoutZeros(total)
}

const lineBy = (of: (column: MoneyColumn) => Centavos | null): MoneyLine => ({
  listed: of('listed'),
  feesDeducted: of('feesDeducted'),
  adjustments: of('adjustments'),
  keptByGateway: of('keptByGateway'),
  expected: of('expected'),
  paidOut: of('paidOut'),
  inProcess: of('inProcess'),
  failed: of('failed'),
  difference: of('difference'),
})
