import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Json } from '../../src/domain/cell.ts'
import { daysInTransit, type InTransit, type Payment } from '../../src/domain/in-transit.ts'
import type { Amount } from '../../src/domain/money.ts'
import { asCycle, minuteOfDay, type SlotDate } from '../../src/domain/slot.ts'
import type { Both } from '../../src/std/both.ts'
import { compareText } from '../../src/std/compare-text.ts'
import { column, ledger } from './ledger.ts'

interface TransitContext {
  readonly merchant: string
  readonly at: SlotDate
  /** Converts a date-time to the zone of the database. */
  readonly localTime: (text: string) => string
}

/** One row for each payment in transit. */
export const IN_TRANSIT_LEDGER = ledger<Payment, TransitContext>('in-transit.csv', [
  column('merchant', {
    of: (_, { merchant }) => merchant,
    meaning: 'whose money it is',
  }),
  column('invoice_id', {
    of: ({ invoiceId }) => invoiceId,
    meaning: 'the id that the service gave the invoice',
  }),
  column('reference', {
    of: ({ reference }) => reference,
    meaning: "the merchant's reference",
  }),
  column('contract', {
    of: ({ contract }) => contract,
    meaning: 'the contract; `00000` when none was given',
  }),
  column('payment_date', {
    of: ({ paymentDate }, { localTime }) => (paymentDate === null ? null : localTime(paymentDate)),
    meaning: 'when it was paid',
  }),
  column('payment_method', {
    of: ({ method }) => method,
    meaning: 'how it was paid',
  }),
  column('paid', {
    of: ({ paid }) => paid,
    meaning: 'what the customer paid',
  }),
  column('date', {
    of: ({ date }) => date,
    meaning: 'the date of the settlement that lists it, or that the invoice itself names',
  }),
  column('cycle', {
    of: ({ cycle }) => cycle,
    meaning: 'the cycle of that settlement',
  }),
  column('settlement_status', {
    of: ({ settlementStatus }) => settlementStatus,
    meaning: 'the status of that settlement at the end of the day; empty without one',
  }),
  column('days', {
    of: ({ paidOn }, { at }) => (paidOn === null ? null : daysInTransit(paidOn, at)),
    meaning: 'days from the payment to the day asked about',
  }),
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

/** What the service was asked, in addition to the database. */
export interface AskedForPayments {
  /** The first and last payment date that is covered. The service was asked for one more day on each side. */
  readonly from: SlotDate
  readonly to: SlotDate
  /** The number of payments of these days that the service listed, and how many of them no slot lists yet. */
  readonly payments: number
  readonly inNoSlot: number
  /** Listed records that could not be read. */
  readonly malformed: number
}

export interface InTransitReport extends InTransit {
  readonly merchant: string
  readonly zone: Pick<Zone, 'name'>
  /** Paid out by the end of the day but not arrived at the bank; null when no statement of the bank was imported. */
  readonly notArrived: Amount | null
  /** What payouts that arrived at the bank with less are short of. */
  readonly arrivedLess: Amount | null
  /** Whether the day is over, so that its figure no longer changes. */
  readonly isOver: boolean
  /** The first date in the database. The roll-forward leaves out what was settled before it. */
  readonly databaseSince: SlotDate
  /** What the service was asked; null when only the database was read (reason in `whyStored`). */
  readonly asked: AskedForPayments | null
  readonly whyStored: Both<string> | null
  /** Null for a past state without a folder of its own: its file would replace that of the present. */
  readonly file: string | null
}

/** A range of ages in words: `0 to 1`, `31 and more`. */
export const ageInWords = ({ from, to }: { readonly from: number; readonly to: number | null }): Both<string> =>
  to === null ? { en: `${from} and more`, es: `${from} o más` } : { en: `${from} to ${to}`, es: `${from} a ${to}` }

const paymentsDocument = ({ number, sum }: Amount): { readonly [name: string]: Json } => ({
  invoices: number,
  paid: sum,
})

export const inTransitDocument = (report: InTransitReport): { readonly [name: string]: Json } => ({
  merchant: report.merchant,
  at: report.at,
  timeZone: report.zone.name,
  total: paymentsDocument(report.total),
  byMethod: methodsInOrder(report).map(([method, money]) => ({ method, ...paymentsDocument(money) })),
  byAge: report.byAge.map(({ from, to, ...money }) => ({ from, to, ...paymentsDocument(money) })),
  rollForward: {
    from: report.rollForward.openingDay,
    opening: paymentsDocument(report.rollForward.opening),
    paid: paymentsDocument(report.rollForward.paid),
    earlier: paymentsDocument(report.rollForward.earlier),
    settled: paymentsDocument(report.rollForward.settled),
    closing: paymentsDocument(report.rollForward.closing),
  },
  isOver: report.isOver,
  databaseSince: report.databaseSince,
  undated: paymentsDocument(report.undated),
  notArrived: report.notArrived && { settlements: report.notArrived.number, payouts: report.notArrived.sum },
  arrivedLess: report.arrivedLess && { settlements: report.arrivedLess.number, missing: report.arrivedLess.sum },
  asked: report.asked === null ? null : { ...report.asked },
  storedOnly: report.whyStored?.en ?? null,
  file: report.file,
})

export const methodsInOrder = ({ byMethod }: InTransit): readonly (readonly [string, Amount])[] =>
  [...byMethod].sort(([a], [b]) => compareText(a, b))
