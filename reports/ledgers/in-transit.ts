import { daysInTransit, type Payment } from '../../src/core/in-transit.ts'
import { asCycle, minuteOfDay, type SlotDate } from '../../src/core/slot.ts'
import { column } from '../../src/print/report.ts'
import type { Both } from '../../src/std/both.ts'
import { compareText } from '../../src/std/compare-text.ts'
import { CELL_WORDS } from '../../src/words/cell-words.ts'
import { csvColumn, ledger } from './ledger.ts'

interface TransitContext {
  readonly merchant: string
  readonly at: SlotDate
  /** Converts a date-time to the zone of the database. */
  readonly localTime: (text: string) => string
}

/** One row for each payment in transit. */
export const IN_TRANSIT_LEDGER = ledger<Payment, TransitContext>('in-transit.csv', [
  csvColumn('merchant', (_, { merchant }) => merchant, 'whose money it is'),
  column('invoice_id', 'text', { en: 'Invoice', es: 'Factura' }, ({ invoiceId }) => invoiceId, {
    width: 38,
    meaning: 'the id that the service gave the invoice',
  }),
  column('reference', 'text', { en: 'Reference', es: 'Referencia' }, ({ reference }) => reference, {
    width: 20,
    meaning: "the merchant's reference",
  }),
  column('contract', 'text', { en: 'Contract', es: 'Contrato' }, ({ contract }) => contract, {
    width: 12,
    meaning: 'the contract; `00000` when none was given',
  }),
  column(
    'payment_date',
    'time',
    { en: 'Paid at', es: 'Pagada el' },
    ({ paymentDate }, { localTime }) => (paymentDate === null ? null : localTime(paymentDate)),
    { width: 19, meaning: 'when it was paid' },
  ),
  column('payment_method', 'word', { en: 'Payment method', es: 'Medio de pago' }, ({ method }) => method, {
    words: CELL_WORDS.payment_method,
    width: 18,
    meaning: 'how it was paid',
  }),
  column('paid', 'money', { en: 'Paid, COP', es: 'Pagado, COP' }, ({ paid }) => paid, {
    width: 18,
    meaning: 'what the customer paid',
  }),
  column('date', 'date', { en: 'Settlement date', es: 'Fecha de liquidación' }, ({ date }) => date, {
    meaning: 'the date of the settlement that lists it, or that the invoice itself names',
  }),
  column('cycle', 'text', { en: 'Cycle', es: 'Ciclo' }, ({ cycle }) => cycle, {
    width: 8,
    meaning: 'the cycle of that settlement',
  }),
  column(
    'settlement_status',
    'word',
    { en: 'Settlement status', es: 'Estado de la liquidación' },
    (one) => one.settlementStatus,
    {
      words: CELL_WORDS.settlement_status,
      width: 18,
      meaning: 'the status of that settlement at the end of the day; empty without one',
    },
  ),
  column(
    'days',
    'count',
    { en: 'Days in transit', es: 'Días en tránsito' },
    ({ paidOn }, { at }) => (paidOn === null ? null : daysInTransit(paidOn, at)),
    { isSummed: false, width: 10, meaning: 'days from the payment to the day asked about' },
  ),
])

/** By date, cycle in the order of the day, and invoice id; payments without a slot come last. */
export const comparePayments = (a: Payment, b: Payment): number =>
  compareText(a.date ?? LAST, b.date ?? LAST) ||
  minuteIn(a) - minuteIn(b) ||
  compareText(a.cycle ?? LAST, b.cycle ?? LAST) ||
  compareText(a.invoiceId, b.invoiceId)

const LAST = '~'
const minuteIn = ({ cycle }: Payment): number => {
  const label = asCycle(cycle ?? '')
  return label === null ? Number.MAX_SAFE_INTEGER : minuteOfDay(label)
}

/** A range of ages in words: `0 to 1`, `31 and more`. */
export const ageInWords = ({ from, to }: { readonly from: number; readonly to: number | null }): Both<string> =>
  to === null ? { en: `${from} and more`, es: `${from} o más` } : { en: `${from} to ${to}`, es: `${from} a ${to}` }
