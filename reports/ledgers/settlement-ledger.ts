import type { Zone } from '../../src/core/calendar/calendar.ts'
import type { Cell, Row } from '../../src/core/cell.ts'
import { feeRate } from '../../src/core/fees/tariff.ts'
import { type DiscrepancyState, isOpen } from '../../src/core/findings/discrepancy.ts'
import { minus } from '../../src/core/money.ts'
import { compareSlots } from '../../src/core/slot.ts'
import { column } from '../../src/print/report.ts'
import { payoutNotCompared } from '../../src/rules/account/settlement-money.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { CELL_WORDS } from '../../src/words/cell-words.ts'
import { type LedgerContext, ledger, settlementColumns } from './ledger.ts'

const VERDICT_TONES = {
  reconciled: 'good',
  accepted: 'good',
  provisional: 'warning',
  incomplete: 'warning',
  'not-pulled': 'warning',
  discrepant: 'bad',
  exceptions: 'bad',
  failed: 'bad',
} as const

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
export const openCodes = (report: SlotReport): readonly string[] =>
  [...new Set(report.discrepancies.filter(isOpen).map(({ code }) => code))].sort()

export const SETTLEMENT_LEDGER = ledger<SlotReport, LedgerContext>('settlement-ledger.csv', [
  ...settlementColumns<SlotReport, LedgerContext>(({ slot }) => slot),
  column('verdict', 'text', { en: 'Verdict', es: 'Resultado' }, ({ verdict }) => verdict, {
    width: 13,
    words: CELL_WORDS.verdict,
    meaning: 'the verdict on the settlement',
    tones: VERDICT_TONES,
  }),
  column('status', 'text', { en: 'Status', es: 'Estado' }, ({ settlement }) => settlement?.status ?? null, {
    width: 13,
    words: CELL_WORDS.status,
    meaning: 'the status of the settlement, as reported',
  }),
  column(
    'invoices_reported',
    'count',
    { en: 'Invoices reported', es: 'Facturas reportadas' },
    ({ settlement }) => settlement?.invoiceCount ?? null,
    { meaning: 'the number of invoices, as reported' },
  ),
  column(
    'invoices_listed',
    'count',
    { en: 'Invoices listed', es: 'Facturas listadas' },
    ({ totals }) => totals?.counted ?? null,
    { meaning: 'the number of listed invoices that count' },
  ),
  column(
    'invoices_difference',
    'count',
    { en: 'Invoices difference', es: 'Diferencia de facturas' },
    invoicesDifference,
    { meaning: 'reported less listed; empty where nothing was compared' },
  ),
  column(
    'collected_reported',
    'money',
    { en: 'Collected reported', es: 'Recaudo reportado' },
    ({ settlement }) => settlement?.collected ?? null,
    { meaning: 'the sum collected, as reported' },
  ),
  column(
    'collected_listed',
    'money',
    { en: 'Collected listed', es: 'Recaudo listado' },
    ({ totals }) => totals?.collected ?? null,
    { meaning: 'the sum of the listed invoices that count' },
  ),
  column(
    'collected_difference',
    'money',
    { en: 'Collected difference', es: 'Diferencia de recaudo' },
    collectedDifference,
    { meaning: 'reported less listed; empty where nothing was compared' },
  ),
  column('fees', 'money', { en: 'Fees', es: 'Comisiones' }, ({ settlement }) => settlement?.fees ?? null, {
    meaning: 'the fees, as reported',
  }),
  column(
    'fees_deducted',
    'money',
    { en: 'Fees deducted', es: 'Comisiones descontadas' },
    ({ money }) => money.parts?.feesDeducted ?? null,
    { meaning: 'the fees that the expected payout deducts; 0 where they are billed apart' },
  ),
  // Fees and payouts are compared for different settlements, so sums of fees would not add up below a sheet; `cuadre fees` has them.
  column('fees_expected', 'money', { en: 'Fees expected', es: 'Comisiones esperadas' }, ({ fees }) => fees.expected, {
    isSummed: false,
    meaning: 'the fees by the tariff; empty without one, and where it has no rate for a payment',
  }),
  column(
    'fees_difference',
    'money',
    { en: 'Fees difference', es: 'Diferencia de comisiones' },
    ({ fees }) => fees.difference,
    {
      isSummed: false,
      meaning: 'reported less expected: positive where too much was charged; empty where nothing was compared',
    },
  ),
  column(
    'adjustments',
    'money',
    { en: 'Adjustments', es: 'Ajustes' },
    ({ settlement }) => settlement?.adjustments ?? null,
    { meaning: 'the adjustments, as reported' },
  ),
  column('gateway', 'text', { en: 'Gateway', es: 'Pasarela' }, ({ settlement }) => settlement?.gateway ?? null, {
    width: 10,
    words: CELL_WORDS.gateway,
    meaning: 'whether it is a gateway settlement',
  }),
  column('payout_expected', 'money', { en: 'Payout expected', es: 'Abono esperado' }, ({ money }) => money.expected, {
    meaning: 'what should be paid out: listed, less fees deducted, plus adjustments',
  }),
  column(
    'payout_reported',
    'money',
    { en: 'Payout reported', es: 'Abono reportado' },
    ({ settlement }) => settlement?.payout ?? null,
    { meaning: 'the payout, as reported' },
  ),
  column(
    'payout_difference',
    'money',
    { en: 'Payout difference', es: 'Diferencia de abono' },
    ({ money }) => money.difference,
    { meaning: 'reported less expected; negative: the operator owes it; empty where nothing was compared' },
  ),
  column('paid_out', 'money', { en: 'Paid out', es: 'Abonado' }, ({ money }) => money.paidOut, {
    meaning: 'the payout of a settlement with a final status',
  }),
  column('in_process', 'money', { en: 'In process', es: 'En proceso' }, ({ money }) => money.inProcess, {
    meaning: 'the payout of a settlement that is neither final nor failed',
  }),
  column('failed', 'money', { en: 'Failed', es: 'Fallido' }, ({ money }) => money.failed, {
    meaning: 'the payout of a settlement that failed',
  }),
  column('not_compared', 'text', { en: 'Not compared', es: 'Sin comparar' }, ({ money }) => payoutNotCompared(money), {
    width: 14,
    words: CELL_WORDS.not_compared,
    meaning:
      'why nothing was compared: unread, no-settlement, not-final, failed, malformed or echo; unchecked where only the payout was not; empty where all was',
  }),
  column(
    'discrepancies',
    'text',
    { en: 'Open discrepancies', es: 'Novedades abiertas' },
    (report) => openCodes(report).join(' ') || null,
    { width: 40, meaning: 'the codes of its open discrepancies, each once' },
  ),
  column('payout_rule', 'text', { en: 'Payout rule', es: 'Regla del abono' }, ({ payout }) => payout?.rule ?? null, {
    width: 18,
    words: CELL_WORDS.payout_rule,
    meaning: 'the rule by which the payout is expected',
  }),
  column(
    'fee_rate',
    'rate',
    { en: 'Fee rate', es: 'Tasa de comisión' },
    ({ settlement }) => (settlement === null ? null : feeRate(settlement.fees, settlement.collected)),
    { meaning: 'fees over collected, to four decimals' },
  ),
  column('accepted', 'count', { en: 'Accepted', es: 'Aceptados' }, decided('accepted'), {
    width: 11,
    isSummed: false,
    meaning: 'the number of its discrepancies that a person accepted',
  }),
  column('claimed', 'count', { en: 'Claimed', es: 'Reclamados' }, decided('claimed'), {
    width: 11,
    isSummed: false,
    meaning: 'the number of its discrepancies that a person claimed from the operator',
  }),
  column('banked', 'money', { en: 'Banked', es: 'En el banco' }, ({ arrival }) => arrival?.banked ?? null, {
    meaning:
      'what arrived at the bank; empty without bank statements, and where no credit is tied to it or proposed for it',
  }),
  column('banked_on', 'text', { en: 'Banked on', es: 'Fecha en el banco' }, ({ arrival }) => arrival?.on ?? null, {
    width: 12,
    meaning: 'the day on which it arrived',
  }),
  column(
    'pulled_at',
    'time',
    { en: 'Pulled at', es: 'Leído el' },
    ({ pulledAt }, { zone }) => (pulledAt === null ? null : zone.clockAt(pulledAt)),
    { meaning: 'when the content shown was first read' },
  ),
])

/** One row for each slot, in order of date and cycle. */
export const settlementRows = (reports: readonly SlotReport[], zone: Zone): Row[] =>
  reports
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .map((report) => SETTLEMENT_LEDGER.row(report, { merchant: report.merchant, zone }))
