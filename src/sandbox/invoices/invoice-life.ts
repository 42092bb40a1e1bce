import { RequestRefusal } from '../http/refusal.ts'
import { notifyInvoice } from '../notifications/notification.ts'
import { expectedSlot, type Method, type Source } from '../settlements/calendar.ts'
import { dayAt, MINUTE_MS } from '../time/clock.ts'
import type { World } from '../world.ts'
import type { InvoiceRow } from './invoices.ts'

export interface PaymentMade {
  readonly method: Method
  readonly source: Source
  readonly amount: number
}

const inState = (invoice: InvoiceRow, status: InvoiceRow['status'], verb: string): void => {
  if (invoice.status !== status) throw new RequestRefusal(409, `Invoice is ${invoice.status}, so it cannot be ${verb}`)
}

/** The link is valid until its expiry, and longer while a transaction is in progress (api.md, Limits). */
export const linkEnd = ({ expires_at, busy_until }: InvoiceRow): number => Math.max(expires_at, busy_until ?? 0)

export const linkIsActive = (invoice: InvoiceRow, now: number): boolean =>
  invoice.status === 'ready' && now < linkEnd(invoice)

const changeAndNotify = (
  world: World,
  invoice: InvoiceRow,
  change: Parameters<World['invoices']['change']>[1],
): InvoiceRow => {
  const next = world.invoices.change(invoice, change)
  notifyInvoice(world, next)
  return next
}

/** Begins a transaction: the invoice does not expire until it completes, or takes longer than the limit. */
export const beginTransaction = (world: World, invoice: InvoiceRow): InvoiceRow =>
  world.invoices.change(invoice, { busy_until: world.clock.now() + world.assumed.transactionMinutes * MINUTE_MS })

/** Ends a transaction without a payment; the link keeps its expiry. */
export const endTransaction = (world: World, invoice: InvoiceRow): InvoiceRow =>
  world.invoices.change(invoice, { busy_until: null })

export const pay = (world: World, invoice: InvoiceRow, { method, source, amount }: PaymentMade): InvoiceRow => {
  inState(invoice, 'ready', 'paid')
  const now = world.clock.now()
  if (!linkIsActive(invoice, now)) throw new RequestRefusal(409, 'The payment link of this invoice has expired')
  const closed = (slot: { date: string; cycle: string }) => world.settlements.get(invoice.merchant, slot) !== undefined
  return changeAndNotify(world, invoice, {
    status: 'paid',
    busy_until: null,
    paid_at: now,
    paid_day: dayAt(now),
    method,
    source,
    paid: amount,
    ...expectedSlot(world.assumed.calendars[method], now, closed),
    payment_id: world.identifiers.payment(world.notes.count('payments'), now),
  })
}

export const cancel = (world: World, invoice: InvoiceRow): InvoiceRow => {
  inState(invoice, 'ready', 'cancelled')
  return changeAndNotify(world, invoice, { status: 'cancelled', busy_until: null })
}

/** Returns the money to the customer: the invoice's settlement, or a later one, takes it back from the merchant. */
export const chargeBack = (world: World, invoice: InvoiceRow): InvoiceRow => {
  inState(invoice, 'paid', 'charged back')
  const { merchant, id, paid, date, cycle } = invoice
  if (paid !== null && date !== null && cycle !== null) world.debits.add(merchant, id, paid, { date, cycle })
  return changeAndNotify(world, invoice, { status: 'chargeback' })
}
