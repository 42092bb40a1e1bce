import { daysInTransit, type Payment } from '../../src/core/in-transit.ts'
import { asCycle, minuteOfDay, type SlotDate } from '../../src/core/slot.ts'
import type { Both } from '../../src/std/both.ts'
import { compareText } from '../../src/std/compare-text.ts'
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
  csvColumn('invoice_id', ({ invoiceId }) => invoiceId, 'the id that the service gave the invoice'),
  csvColumn('reference', ({ reference }) => reference, "the merchant's reference"),
  csvColumn('contract', ({ contract }) => contract, 'the contract; `00000` when none was given'),
  csvColumn(
    'payment_date',
    ({ paymentDate }, { localTime }) => (paymentDate === null ? null : localTime(paymentDate)),
    'when it was paid',
  ),
  csvColumn('payment_method', ({ method }) => method, 'how it was paid'),
  csvColumn('paid', ({ paid }) => paid, 'what the customer paid'),
  csvColumn('date', ({ date }) => date, 'the date of the settlement that lists it, or that the invoice itself names'),
  csvColumn('cycle', ({ cycle }) => cycle, 'the cycle of that settlement'),
  csvColumn(
    'settlement_status',
    ({ settlementStatus }) => settlementStatus,
    'the status of that settlement at the end of the day; empty without one',
  ),
  csvColumn(
    'days',
    ({ paidOn }, { at }) => (paidOn === null ? null : daysInTransit(paidOn, at)),
    'days from the payment to the day asked about',
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
