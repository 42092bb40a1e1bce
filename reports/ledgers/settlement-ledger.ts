import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Cell, Row } from '../../src/core/cell.ts'
import { feeRate } from '../../src/core/fees/tariff.ts'
import { type DiscrepancyState, isOpen } from '../../src/core/findings/discrepancy.ts'
import { minus } from '../../src/core/money.ts'
import { compareSlots } from '../../src/core/slot.ts'
import { payoutNotCompared } from '../../src/rules/account/settlement-money.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import {
  type LedgerContext,
  ledger,
  SHAPE,
  settlementColumns,
  type Tones,
  type WorkbookColumn,
  workbookColumn,
} from './ledger.ts'

const VERDICT_TONES: Tones = {
  reconciled: 'good',
  accepted: 'good',
  provisional: 'warning',
  incomplete: 'warning',
  'not-pulled': 'warning',
  discrepant: 'bad',
  exceptions: 'bad',
  failed: 'bad',
}

const isCompared = ({ money }: SlotReport): boolean => money.notCompared === null

const invoicesDifference = (report: SlotReport): Cell => {
  const { settlement, totals } = report
  return isCompared(report) && settlement !== null && totals !== null ? settlement.invoiceCount - totals.counted : null
}

const collectedDifference = (report: SlotReport): Cell => {
  const { settlement, totals } = report
  return isCompared(report) && settlement !== null && totals !== null
    ? minus(settlement.collected, totals.collected)
    : null
}

const decided =
  (state: DiscrepancyState) =>
  (report: SlotReport): Cell =>
    report.discrepancies.filter((one) => one.state === state).length

/** The codes of new and open discrepancies, without repetition. */
const openCodes = (report: SlotReport): Cell =>
  [...new Set(report.discrepancies.filter(isOpen).map(({ code }) => code))].sort().join(' ') || null

/**
 * Fees and payouts are compared for different settlements, so sums of fees would not add up in the totals of a sheet;
 * `cuadre fees` has them.
 */
const NOT_SUMMED = { ...SHAPE.money, isSummed: false } as const

export const SETTLEMENT_LEDGER = ledger<SlotReport, LedgerContext, WorkbookColumn<SlotReport, LedgerContext>>(
  'settlement-ledger.csv',
  [
    ...settlementColumns<SlotReport, LedgerContext>(({ slot }) => slot),
    workbookColumn('verdict', {
      of: ({ verdict }) => verdict,
      ...SHAPE.text(13),
      head: { en: 'Verdict', es: 'Resultado' },
      meaning: 'the verdict on the settlement',
      tones: VERDICT_TONES,
    }),
    workbookColumn('status', {
      of: ({ settlement }) => settlement?.status ?? null,
      ...SHAPE.text(13),
      head: { en: 'Status', es: 'Estado' },
      meaning: 'the status of the settlement, as reported',
    }),
    workbookColumn('invoices_reported', {
      of: ({ settlement }) => settlement?.invoiceCount ?? null,
      ...SHAPE.count,
      head: { en: 'Invoices reported', es: 'Facturas reportadas' },
      meaning: 'the number of invoices, as reported',
    }),
    workbookColumn('invoices_listed', {
      of: ({ totals }) => totals?.counted ?? null,
      ...SHAPE.count,
      head: { en: 'Invoices listed', es: 'Facturas listadas' },
      meaning: 'the number of listed invoices that count',
    }),
    workbookColumn('invoices_difference', {
      of: invoicesDifference,
      ...SHAPE.count,
      head: { en: 'Invoices difference', es: 'Diferencia de facturas' },
      meaning: 'reported less listed; empty where nothing was compared',
    }),
    workbookColumn('collected_reported', {
      of: ({ settlement }) => settlement?.collected ?? null,
      ...SHAPE.money,
      head: { en: 'Collected reported', es: 'Recaudo reportado' },
      meaning: 'the sum collected, as reported',
    }),
    workbookColumn('collected_listed', {
      of: ({ totals }) => totals?.collected ?? null,
      ...SHAPE.money,
      head: { en: 'Collected listed', es: 'Recaudo listado' },
      meaning: 'the sum of the listed invoices that count',
    }),
    workbookColumn('collected_difference', {
      of: collectedDifference,
      ...SHAPE.money,
      head: { en: 'Collected difference', es: 'Diferencia de recaudo' },
      meaning: 'reported less listed; empty where nothing was compared',
    }),
    workbookColumn('fees', {
      of: ({ settlement }) => settlement?.fees ?? null,
      ...SHAPE.money,
      head: { en: 'Fees', es: 'Comisiones' },
      meaning: 'the fees, as reported',
    }),
    workbookColumn('fees_deducted', {
      of: ({ money }) => money.parts?.feesDeducted ?? null,
      ...SHAPE.money,
      head: { en: 'Fees deducted', es: 'Comisiones descontadas' },
      meaning: 'the fees that the expected payout deducts; 0 where they are billed apart',
    }),
    workbookColumn('fees_expected', {
      of: ({ fees }) => fees.expected,
      ...NOT_SUMMED,
      head: { en: 'Fees expected', es: 'Comisiones esperadas' },
      meaning: 'the fees by the tariff; empty without one, and where it has no rate for a payment',
    }),
    workbookColumn('fees_difference', {
      of: ({ fees }) => fees.difference,
      ...NOT_SUMMED,
      head: { en: 'Fees difference', es: 'Diferencia de comisiones' },
      meaning: 'reported less expected: positive where too much was charged; empty where nothing was compared',
    }),
    workbookColumn('adjustments', {
      of: ({ settlement }) => settlement?.adjustments ?? null,
      ...SHAPE.money,
      head: { en: 'Adjustments', es: 'Ajustes' },
      meaning: 'the adjustments, as reported',
    }),
    workbookColumn('gateway', {
      of: ({ settlement }) => settlement?.gateway ?? null,
      ...SHAPE.text(10),
      head: { en: 'Gateway', es: 'Pasarela' },
      meaning: 'whether it is a gateway settlement',
    }),
    workbookColumn('payout_expected', {
      of: ({ money }) => money.expected,
      ...SHAPE.money,
      head: { en: 'Payout expected', es: 'Abono esperado' },
      meaning: 'what should be paid out: listed, less fees deducted, plus adjustments',
    }),
    workbookColumn('payout_reported', {
      of: ({ settlement }) => settlement?.payout ?? null,
      ...SHAPE.money,
      head: { en: 'Payout reported', es: 'Abono reportado' },
      meaning: 'the payout, as reported',
    }),
    workbookColumn('payout_difference', {
      of: ({ money }) => money.difference,
      ...SHAPE.money,
      head: { en: 'Payout difference', es: 'Diferencia de abono' },
      meaning: 'reported less expected; negative: the operator owes it; empty where nothing was compared',
    }),
    workbookColumn('paid_out', {
      of: ({ money }) => money.paidOut,
      ...SHAPE.money,
      head: { en: 'Paid out', es: 'Abonado' },
      meaning: 'the payout of a settlement with a final status',
    }),
    workbookColumn('in_process', {
      of: ({ money }) => money.inProcess,
      ...SHAPE.money,
      head: { en: 'In process', es: 'En proceso' },
      meaning: 'the payout of a settlement that is neither final nor failed',
    }),
    workbookColumn('failed', {
      of: ({ money }) => money.failed,
      ...SHAPE.money,
      head: { en: 'Failed', es: 'Fallido' },
      meaning: 'the payout of a settlement that failed',
    }),
    workbookColumn('not_compared', {
      of: ({ money }) => payoutNotCompared(money),
      ...SHAPE.text(14),
      head: { en: 'Not compared', es: 'Sin comparar' },
      meaning:
        'why nothing was compared: unread, no-settlement, not-final, failed, malformed or echo; unchecked where only the payout was not; empty where all was',
    }),
    workbookColumn('discrepancies', {
      of: openCodes,
      ...SHAPE.text(40),
      head: { en: 'Open discrepancies', es: 'Hallazgos abiertos' },
      meaning: 'the codes of its open discrepancies, each once',
    }),
    workbookColumn('payout_rule', {
      of: ({ payout }) => payout?.rule ?? null,
      ...SHAPE.text(18),
      head: { en: 'Payout rule', es: 'Regla del abono' },
      meaning: 'the rule by which the payout is expected',
    }),
    workbookColumn('fee_rate', {
      of: ({ settlement }) => (settlement === null ? null : feeRate(settlement.fees, settlement.collected)),
      ...SHAPE.number(10),
      head: { en: 'Fee rate', es: 'Tasa de comisión' },
      meaning: 'fees over collected, to four decimals',
    }),
    workbookColumn('accepted', {
      of: decided('accepted'),
      ...SHAPE.number(11),
      head: { en: 'Accepted', es: 'Aceptados' },
      meaning: 'the number of its discrepancies that a person accepted',
    }),
    workbookColumn('claimed', {
      of: decided('claimed'),
      ...SHAPE.number(11),
      head: { en: 'Claimed', es: 'Reclamados' },
      meaning: 'the number of its discrepancies that a person claimed from the operator',
    }),
    workbookColumn('banked', {
      of: ({ arrival }) => arrival?.banked ?? null,
      ...SHAPE.money,
      head: { en: 'Banked', es: 'En el banco' },
      meaning:
        'what arrived at the bank; empty without bank statements, and where no credit is tied to it or proposed for it',
    }),
    workbookColumn('banked_on', {
      of: ({ arrival }) => arrival?.on ?? null,
      ...SHAPE.text(12),
      head: { en: 'Banked on', es: 'Fecha en el banco' },
      meaning: 'the day on which it arrived',
    }),
    workbookColumn('pulled_at', {
      of: ({ pulledAt }, { zone }) => (pulledAt === null ? null : zone.clockAt(pulledAt)),
      ...SHAPE.time,
      head: { en: 'Pulled at', es: 'Leído el' },
      meaning: 'when the content shown was first read',
    }),
  ],
)

/** One row for each slot, in order of date and cycle. */
export const settlementRows = (reports: readonly SlotReport[], zone: Zone): Row[] =>
  reports
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .map((report) => SETTLEMENT_LEDGER.row(report, { merchant: report.merchant, zone }))
