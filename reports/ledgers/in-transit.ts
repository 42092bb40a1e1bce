import type { Zone } from '../../src/domain/calendar/calendar.ts'
import type { Json, Row } from '../../src/domain/cell.ts'
import { daysInTransit, type InTransit, type Money, type Payment } from '../../src/domain/in-transit.ts'
import { asCycle, minuteOfDay, type SlotDate } from '../../src/domain/slot.ts'
import { compareText } from '../../src/std/compare-text.ts'

export const IN_TRANSIT_COLUMNS = [
  'merchant',
  'invoice_id',
  'reference',
  'contract',
  'payment_date',
  'payment_method',
  'paid',
  'date',
  'cycle',
  'settlement_status',
  'days',
] as const

/** One payment in transit. `localTime` writes a date-time in the zone of the books. */
export const inTransitRow = (
  payment: Payment,
  {
    merchant,
    at,
    localTime,
  }: { readonly merchant: string; readonly at: SlotDate; readonly localTime: (text: string) => string },
): Row => [
  merchant,
  payment.invoiceId,
  payment.reference,
  payment.contract,
  payment.paymentDate === null ? null : localTime(payment.paymentDate),
  payment.method,
  payment.paid,
  payment.date,
  payment.cycle,
  payment.settlementStatus,
  payment.paidOn === null ? null : daysInTransit(payment.paidOn, at),
]

/** By date, cycle in the day's order, and invoice id; what names no slot comes last. */
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

/** What the service was asked for the figure, beside the books. */
export interface AskedForPayments {
  /** The payment dates that are covered, first and last; the service was asked for one more on each side. */
  readonly from: SlotDate
  readonly to: SlotDate
  /** Payments of these days that it listed, and those of them that no slot lists yet. */
  readonly payments: number
  readonly inNoSlot: number
  /** Records it listed that could not be read. */
  readonly malformed: number
}

export interface InTransitReport extends InTransit {
  readonly merchant: string
  readonly zone: Pick<Zone, 'name'>
  /** The day told is over: its figure does not change any more. */
  readonly isOver: boolean
  /** The first date the books hold: what was settled before it is in no figure of the roll-forward. */
  readonly booksSince: SlotDate
  /** Null: told from the books alone; `whyStored` says why. */
  readonly asked: AskedForPayments | null
  readonly whyStored: string | null
  readonly file: string
}

/** Ages as one reads them: `0 to 1`, `31 and more`. */
export const ageInWords = ({ from, to }: { readonly from: number; readonly to: number | null }): string =>
  to === null ? `${from} and more` : `${from} to ${to}`

const sum = ({ invoices, paid }: Money): { readonly [name: string]: Json } => ({ invoices, paid })

export const inTransitDocument = (told: InTransitReport): { readonly [name: string]: Json } => ({
  merchant: told.merchant,
  at: told.at,
  timeZone: told.zone.name,
  total: sum(told.total),
  byMethod: methodsInOrder(told).map(([method, money]) => ({ method, ...sum(money) })),
  byAge: told.byAge.map(({ from, to, ...money }) => ({ from, to, ...sum(money) })),
  rollForward: {
    from: told.rollForward.from,
    opening: sum(told.rollForward.opening),
    paid: sum(told.rollForward.paid),
    settled: sum(told.rollForward.settled),
    closing: sum(told.rollForward.closing),
  },
  isOver: told.isOver,
  booksSince: told.booksSince,
  undated: sum(told.undated),
  asked: told.asked === null ? null : { ...told.asked },
  storedOnly: told.whyStored,
  file: told.file,
})

export const methodsInOrder = ({ byMethod }: InTransit): readonly (readonly [string, Money])[] =>
  [...byMethod].sort(([a], [b]) => compareText(a, b))
