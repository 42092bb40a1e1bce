import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Cell, Decimal, Row } from '../../src/domain/cell.ts'
import { isOpen } from '../../src/domain/findings/discrepancy.ts'
import { type Centavos, minus } from '../../src/domain/money.ts'
import type { Settlement } from '../../src/domain/settlement.ts'
import { compareSlots } from '../../src/domain/slot.ts'

export const SETTLEMENT_COLUMNS = [
  'merchant',
  'date',
  'cycle',
  'verdict',
  'status',
  'invoices_stated',
  'invoices_listed',
  'invoices_difference',
  'collected_stated',
  'collected_listed',
  'collected_difference',
  'fees',
  'fees_postpaid',
  'adjustments',
  'gateway',
  'payout_stated',
  'payout_recomputed',
  'payout_difference',
  'discrepancies',
  'payout_rule',
  'fee_rate',
  'unexplained',
  'waived',
  'pulled_at',
] as const

/** One row per slot, in the order of the days and of their cycles. */
export const settlementRows = (reports: readonly SlotReport[], zone: Zone): Row[] =>
  reports.toSorted((a, b) => compareSlots(a.slot, b.slot)).map((report) => settlementRow(report, zone))

const settlementRow = (report: SlotReport, zone: Zone): Row => {
  const { merchant, slot, verdict, settlement, totals, payout, judged, unexplained, pulledAt } = report
  const counted = totals?.counted ?? null
  const collected = totals?.collected ?? null
  const recomputed = payout?.payout ?? null
  return [
    merchant,
    slot.date,
    slot.cycle,
    verdict,
    settlement?.status ?? null,
    settlement?.invoiceCount ?? null,
    counted,
    judged.list && settlement !== null && counted !== null ? settlement.invoiceCount - counted : null,
    settlement?.collected ?? null,
    collected,
    judged.list ? difference(settlement?.collected ?? null, collected) : null,
    settlement?.fees ?? null,
    settlement?.feesPostpaid ?? null,
    settlement?.adjustments ?? null,
    settlement?.gateway ?? null,
    settlement?.payout ?? null,
    recomputed,
    judged.payout ? difference(settlement?.payout ?? null, recomputed) : null,
    openCodes(report),
    payout?.rule ?? null,
    settlement === null ? null : feeRate(settlement),
    unexplained,
    report.discrepancies.filter(({ state }) => state === 'waived').length,
    pulledAt === null ? null : zone.clockAt(pulledAt),
  ]
}

const difference = (stated: Centavos | null, recomputed: Centavos | null): Cell =>
  stated === null || recomputed === null ? null : minus(stated, recomputed)

/** The codes of what is new or open, each once. */
const openCodes = (report: SlotReport): Cell =>
  [...new Set(report.discrepancies.filter(isOpen).map(({ code }) => code))].sort().join(' ') || null

/** Fees over collected to four decimals, halves away from zero; nothing is said of a settlement that collected nothing. */
const feeRate = ({ fees, collected }: Settlement): Decimal | null => {
  if (collected === 0n) return null
  const [dividend, divisor] = [magnitude(fees) * 10_000n, magnitude(collected)]
  const rounded = (2n * dividend + divisor) / (2n * divisor)
  const digits = rounded.toString().padStart(5, '0')
  const sign = rounded !== 0n && fees < 0n !== collected < 0n ? '-' : ''
  return { decimal: `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}` }
}

const magnitude = (number: bigint): bigint => (number < 0n ? -number : number)
