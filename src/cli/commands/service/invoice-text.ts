import { localTime } from '../../../config/zone/zone.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { FetchedInvoice } from '../../../domain/invoice.ts'
import { clockIn, dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import { serviceMethodName } from '../../../i18n/method.ts'
import { SAY } from '../../../i18n/say.ts'
import { sumIn } from '../../../print/in-table.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { invoiceWords } from './invoice-words.ts'

type Fact = readonly [string, string | null]

/** A new invoice: what a person must know in the five minutes that its payment page is valid. */
export const createdText = (shown: FetchedInvoice, zone: Zone, language: Language): string => {
  const { id, reference, status, amount, expirationDate } = shown.invoice
  const words = invoiceWords(language)
  const facts = textOf([
    ['id', id],
    [words.reference, reference],
    [words.status, SAY[language].status(status)],
    [words.amount, sumIn(amount, language)],
    [words.page, shown.paymentUrl ?? words.noPage],
    [words.openUntil, timeOf(expirationDate, zone, language) ?? words.fiveMinutes],
  ])
  return shown.paymentUrl === null ? facts : `${facts}\n${words.openItNow}\n`
}

/** Every field of an invoice, one line each. */
export const invoiceText = ({ invoice, paymentUrl }: FetchedInvoice, zone: Zone, language: Language): string => {
  const words = invoiceWords(language)
  const time = (text: string | null): string | null => timeOf(text, zone, language)
  return textOf([
    ['id', invoice.id],
    [words.reference, invoice.reference],
    [words.status, SAY[language].status(invoice.status)],
    [words.amount, sumIn(invoice.amount, language)],
    [words.paid, invoice.paid === null ? null : sumIn(invoice.paid, language)],
    [words.description, invoice.description],
    [words.contract, invoice.contract],
    [words.document, invoice.customerDocument],
    [words.name, invoice.customerName],
    [words.created, time(invoice.createdAt)],
    [words.page, paymentUrl],
    [words.openUntil, time(invoice.expirationDate)],
    [words.paidAt, time(invoice.paymentDate)],
    [words.method, invoice.paymentMethod && serviceMethodName(invoice.paymentMethod, language)],
    [words.source, invoice.paymentSource],
    [words.paymentId, invoice.paymentId],
    [words.settlement, slotOf(invoice.ownDate, invoice.ownCycle, language)],
  ])
}

const textOf = (facts: readonly Fact[]): string => {
  const rows = facts.flatMap(([what, value]) => (value === null || value === '' ? [] : [[what, harmless(value)]]))
  return `${alignColumns(rows, 2).join('\n')}\n`
}

/** A time of the service; a text that is not a time is shown unchanged. */
const timeOf = (text: string | null, zone: Zone, language: Language): string | null =>
  text === null ? null : `${localTimeIn(text, zone, language)} (${zone.name})`

export const localTimeIn = (text: string, zone: Zone, language: Language): string => {
  const local = localTime(text, zone)
  return language === 'es' && /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(local) ? clockIn(local, language) : local
}

const slotOf = (date: string | null, cycle: string | null, language: Language): string | null =>
  date === null && cycle === null
    ? null
    : `${date === null ? '?' : dayIn(date, language)} ${invoiceWords(language).cycle} ${cycle ?? '?'}`
