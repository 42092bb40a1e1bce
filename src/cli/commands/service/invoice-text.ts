import { localTime } from '../../../config/zone/zone.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import { inWords } from '../../../domain/money.ts'
import type { FetchedInvoice } from '../../../domain/pull/fetched-invoice.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'

type Fact = readonly [string, string | null]

/** A new invoice: what must be known of it in the five minutes that its payment page lives. */
export const createdText = (shown: FetchedInvoice, zone: Zone): string => {
  const { id, reference, status, amount, expirationDate } = shown.invoice
  const facts = textOf([
    ['id', id],
    ['reference', reference],
    ['status', status],
    ['amount', inWords(amount)],
    ['payment page', shown.paymentUrl ?? 'none: the service gave no address of one'],
    ['open until', timeIn(expirationDate, zone) ?? 'five minutes after its creation'],
  ])
  return shown.paymentUrl === null ? facts : `${facts}\n${OPEN_IT_NOW}\n`
}

/** api.md, What the service does: the link is for immediate redirection. */
const OPEN_IT_NOW =
  'Open it now: the page lives for five minutes. Send the customer there at once; it is not for e-mail or chat.'

/** Everything the service says of an invoice, a line each. */
export const invoiceText = ({ invoice, paymentUrl }: FetchedInvoice, zone: Zone): string =>
  textOf([
    ['id', invoice.id],
    ['reference', invoice.reference],
    ['status', invoice.status],
    ['amount', inWords(invoice.amount)],
    ['paid', invoice.paid === null ? null : inWords(invoice.paid)],
    ['description', invoice.description],
    ['contract', invoice.contract],
    ['document', invoice.customerDocument],
    ['name', invoice.customerName],
    ['created', timeIn(invoice.createdAt, zone)],
    ['payment page', paymentUrl],
    ['open until', timeIn(invoice.expirationDate, zone)],
    ['paid at', timeIn(invoice.paymentDate, zone)],
    ['method', invoice.paymentMethod],
    ['source', invoice.paymentSource],
    ['payment id', invoice.paymentId],
    ['settlement', slotOf(invoice.ownDate, invoice.ownCycle)],
  ])

const textOf = (facts: readonly Fact[]): string => {
  const rows = facts.flatMap(([what, value]) => (value === null || value === '' ? [] : [[what, harmless(value)]]))
  return `${alignColumns(rows, 2).join('\n')}\n`
}

const timeIn = (text: string | null, zone: Zone): string | null =>
  text === null ? null : `${localTime(text, zone)} (${zone.name})`

const slotOf = (date: string | null, cycle: string | null): string | null =>
  date === null && cycle === null ? null : `${date ?? '?'} cycle ${cycle ?? '?'}`
