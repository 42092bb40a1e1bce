import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Cell, Decimal, Row } from '../../src/domain/cell.ts'
import { isOpen } from '../../src/domain/findings/discrepancy.ts'
import { type Centavos, minus } from '../../src/domain/money.ts'
import type { Settlement } from '../../src/domain/settlement.ts'
import { compareSlots } from '../../src/domain/slot.ts'
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
  failed: 'bad',
}

const difference = (stated: Centavos | null, recomputed: Centavos | null): Cell =>
  stated === null || recomputed === null ? null : minus(stated, recomputed)

const invoicesDifference = ({ judged, settlement, totals }: SlotReport): Cell =>
  judged.list && settlement !== null && totals !== null ? settlement.invoiceCount - totals.counted : null

const collectedDifference = ({ judged, settlement, totals }: SlotReport): Cell =>
  judged.list ? difference(settlement?.collected ?? null, totals?.collected ?? null) : null

const payoutDifference = ({ judged, settlement, payout }: SlotReport): Cell =>
  judged.payout ? difference(settlement?.payout ?? null, payout?.payout ?? null) : null

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

export const SETTLEMENT_LEDGER = ledger<SlotReport, LedgerContext, WorkbookColumn<SlotReport, LedgerContext>>(
  'settlement-ledger.csv',
  [
    ...settlementColumns<SlotReport, LedgerContext>(({ slot }) => slot),
    workbookColumn('verdict', {
      of: ({ verdict }) => verdict,
      ...SHAPE.text(13),
      head: { en: 'Verdict', es: 'Veredicto' },
      meaning: 'the verdict on the settlement',
      tones: VERDICT_TONES,
    }),
    workbookColumn('status', {
      of: ({ settlement }) => settlement?.status ?? null,
      ...SHAPE.text(13),
      head: { en: 'Status', es: 'Estado' },
      meaning: 'the status that the settlement states',
    }),
    workbookColumn('invoices_stated', {
      of: ({ settlement }) => settlement?.invoiceCount ?? null,
      ...SHAPE.number(13),
      head: { en: 'Invoices stated', es: 'Facturas declaradas' },
      meaning: 'the number of invoices that the settlement states',
    }),
    workbookColumn('invoices_listed', {
      of: ({ totals }) => totals?.counted ?? null,
      ...SHAPE.number(13),
      head: { en: 'Invoices listed', es: 'Facturas listadas' },
      meaning: 'the number of listed invoices that count',
    }),
    workbookColumn('invoices_difference', {
      of: invoicesDifference,
      ...SHAPE.number(13),
      head: { en: 'Invoices difference', es: 'Diferencia de facturas' },
      meaning: 'stated less listed; empty where it was not judged',
    }),
    workbookColumn('collected_stated', {
      of: ({ settlement }) => settlement?.collected ?? null,
      ...SHAPE.money,
      head: { en: 'Collected stated', es: 'Recaudado declarado' },
      meaning: 'the sum collected that the settlement states',
    }),
    workbookColumn('collected_listed', {
      of: ({ totals }) => totals?.collected ?? null,
      ...SHAPE.money,
      head: { en: 'Collected listed', es: 'Recaudado listado' },
      meaning: 'the sum of the listed invoices that count',
    }),
    workbookColumn('collected_difference', {
      of: collectedDifference,
      ...SHAPE.money,
      head: { en: 'Collected difference', es: 'Diferencia de recaudado' },
      meaning: 'stated less listed; empty where it was not judged',
    }),
    workbookColumn('fees', {
      of: ({ settlement }) => settlement?.fees ?? null,
      ...SHAPE.money,
      head: { en: 'Fees', es: 'Comisiones' },
      meaning: 'the fees that the settlement states',
    }),
    workbookColumn('fees_postpaid', {
      of: ({ settlement }) => settlement?.feesPostpaid ?? null,
      ...SHAPE.text(12),
      head: { en: 'Fees postpaid', es: 'Comisiones pospago' },
      meaning: 'whether the fees are billed apart',
    }),
    workbookColumn('adjustments', {
      of: ({ settlement }) => settlement?.adjustments ?? null,
      ...SHAPE.money,
      head: { en: 'Adjustments', es: 'Ajustes' },
      meaning: 'the adjustments that the settlement states',
    }),
    workbookColumn('gateway', {
      of: ({ settlement }) => settlement?.gateway ?? null,
      ...SHAPE.text(10),
      head: { en: 'Gateway', es: 'Pasarela' },
      meaning: 'whether it is a gateway settlement',
    }),
    workbookColumn('payout_stated', {
      of: ({ settlement }) => settlement?.payout ?? null,
      ...SHAPE.money,
      head: { en: 'Payout stated', es: 'Pago declarado' },
      meaning: 'the payout that the settlement states',
    }),
    workbookColumn('payout_recomputed', {
      of: ({ payout }) => payout?.payout ?? null,
      ...SHAPE.money,
      head: { en: 'Payout recomputed', es: 'Pago recalculado' },
      meaning: 'the payout that follows from collected, fees and adjustments',
    }),
    workbookColumn('payout_difference', {
      of: payoutDifference,
      ...SHAPE.money,
      head: { en: 'Payout difference', es: 'Diferencia de pago' },
      meaning: 'stated less recomputed; empty where it was not judged',
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
      head: { en: 'Payout rule', es: 'Regla del pago' },
      meaning: 'the rule by which the payout was recomputed',
    }),
    workbookColumn('fee_rate', {
      of: ({ settlement }) => (settlement === null ? null : feeRate(settlement)),
      ...SHAPE.number(10),
      head: { en: 'Fee rate', es: 'Tasa de comisión' },
      meaning: 'fees over collected, to four decimals',
    }),
    workbookColumn('unexplained', {
      of: ({ unexplained }) => unexplained,
      ...SHAPE.money,
      head: { en: 'Unexplained', es: 'Sin explicar' },
      meaning: 'the pesos that nobody has accounted for yet',
    }),
    workbookColumn('waived', {
      of: ({ discrepancies }) => discrepancies.filter(({ state }) => state === 'waived').length,
      ...SHAPE.number(11),
      head: { en: 'Waived', es: 'Aceptados' },
      meaning: 'the number of its discrepancies that a person accepted',
    }),
    workbookColumn('pulled_at', {
      of: ({ pulledAt }, { zone }) => (pulledAt === null ? null : zone.clockAt(pulledAt)),
      ...SHAPE.time,
      head: { en: 'Pulled at', es: 'Leído el' },
      meaning: 'when the content shown was first read',
    }),
  ],
)

/** One row per slot, in the order of the days and of their cycles. */
export const settlementRows = (reports: readonly SlotReport[], zone: Zone): Row[] =>
  reports
    .toSorted((a, b) => compareSlots(a.slot, b.slot))
    .map((report) => SETTLEMENT_LEDGER.row(report, { merchant: report.merchant, zone }))
