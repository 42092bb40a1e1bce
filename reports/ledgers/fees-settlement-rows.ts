import type { Cell, Row } from '../../src/core/cell.ts'
import { feeRate } from '../../src/core/fees/tariff.ts'
import type { FeesEntry } from '../../src/rules/account/fees-summary.ts'
import { ledger, SHAPE, settlementColumns, type WorkbookColumn, workbookColumn } from './ledger.ts'

interface FeesContext {
  readonly merchant: string
}

type EntryColumn = WorkbookColumn<FeesEntry, FeesContext>

/** The payments that the tariff does not price: reason, method and number, joined by spaces and semicolons. */
const unpricedText = ({ unpriced }: FeesEntry): Cell =>
  unpriced.map(({ reason, method, payments }) => `${reason} ${method || '-'} ${payments}`).join('; ') || null

/** One line for each settlement. */
export const FEES_SETTLEMENT_LEDGER = ledger<FeesEntry, FeesContext, EntryColumn>('fees-settlements.csv', [
  ...settlementColumns<FeesEntry, FeesContext>(({ slot }) => slot),
  workbookColumn('payments', {
    of: ({ payments }) => payments,
    ...SHAPE.count,
    head: { en: 'Payments', es: 'Pagos' },
    meaning: 'listed payments that count; empty where no list was read',
  }),
  workbookColumn('paid', {
    of: ({ paid }) => paid,
    ...SHAPE.money,
    head: { en: 'Paid', es: 'Pagado' },
    meaning: 'what they come to',
  }),
  workbookColumn('collected', {
    of: ({ collected }) => collected,
    ...SHAPE.money,
    head: { en: 'Collected', es: 'Recaudo' },
    meaning: 'as reported; empty without a settlement',
  }),
  workbookColumn('charged', {
    of: ({ charged }) => charged,
    ...SHAPE.money,
    head: { en: 'Charged', es: 'Cobrado' },
    meaning: 'the fees as reported',
  }),
  workbookColumn('deducted', {
    of: ({ deducted }) => deducted,
    ...SHAPE.money,
    head: { en: 'Deducted', es: 'Descontado' },
    meaning: 'of them, those that the payout deducts',
  }),
  workbookColumn('billed_apart', {
    of: ({ billedApart }) => billedApart,
    ...SHAPE.money,
    head: { en: 'Billed apart', es: 'Facturado aparte' },
    meaning: 'of them, those that are billed apart',
  }),
  workbookColumn('other_not_deducted', {
    of: ({ otherNotDeducted }) => otherNotDeducted,
    ...SHAPE.money,
    head: { en: 'Other, not deducted', es: 'Otras, sin descontar' },
    meaning: 'of them, those that are neither: a gateway settlement whose payout does not deduct them',
  }),
  workbookColumn('expected', {
    of: ({ expected, notCompared }) => (notCompared === null ? expected : null),
    ...SHAPE.money,
    head: { en: 'Expected', es: 'Esperado' },
    meaning: 'by the tariff; empty where nothing was compared',
  }),
  workbookColumn('difference', {
    of: ({ difference }) => difference,
    ...SHAPE.money,
    head: { en: 'Difference', es: 'Diferencia' },
    meaning: 'charged less expected: positive where too much was charged; empty where nothing was compared',
  }),
  workbookColumn('off', {
    of: ({ isOff, notCompared }) => (notCompared === null ? isOff : null),
    ...SHAPE.text(16),
    head: { en: 'Off tariff', es: 'Fuera de tarifa' },
    meaning: '`true` where the difference is more than the tolerance',
    tones: { true: 'bad' },
  }),
  workbookColumn('fee_rate', {
    of: ({ charged, collected }) => (charged === null || collected === null ? null : feeRate(charged, collected)),
    ...SHAPE.number(10),
    head: { en: 'Rate', es: 'Tasa' },
    meaning: 'charged over collected, to four decimals',
  }),
  workbookColumn('not_compared', {
    of: ({ notCompared }) => notCompared,
    ...SHAPE.text(16),
    head: { en: 'Not compared', es: 'Sin comparar' },
    meaning: 'why its fees were not compared: `no-tariff`, `unpriced`, or as in the settlement ledger',
  }),
  workbookColumn('unpriced', {
    of: unpricedText,
    ...SHAPE.text(30),
    head: { en: 'Payments without a rate', es: 'Pagos sin tarifa' },
    meaning:
      'payments for which the tariff has no rate: `no-method`, `no-rate`, `no-date` or `before-tariff`, method, number',
  }),
])

export const feesSettlementRows = (entries: readonly FeesEntry[], merchant: string): readonly Row[] =>
  entries.map((entry) => FEES_SETTLEMENT_LEDGER.row(entry, { merchant }))
