import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { FetchedInvoice } from '../../../domain/invoice.ts'
import { sumOf, ZERO } from '../../../domain/money.ts'
import { countOf } from '../../../i18n/counts.ts'
import { dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import { SAY } from '../../../i18n/say.ts'
import { inTable, sumIn } from '../../../print/in-table.ts'
import { alignColumns } from '../../../std/align-columns.ts'
import { harmless } from '../../../std/harmless.ts'
import { localTimeIn } from './invoice-text.ts'
import { invoiceWords } from './invoice-words.ts'

interface InvoicesToShow {
  readonly invoices: readonly FetchedInvoice[]
  /** The number of records that repeat one of them. */
  readonly repeated: number
  /** False when the list goes on. */
  readonly complete: boolean
}

/** The number of columns before the sums. */
const TO_THE_LEFT = 6

/** Invoices in a table, without persons: `invoice get` and the JSON document show them. */
export const tableText = (shown: InvoicesToShow, zone: Zone, language: Language): string => {
  const words = invoiceWords(language)
  const { invoices } = shown
  if (invoices.length === 0) return `${words.none}\n`
  const rows = invoices.map(({ invoice }) => [
    invoice.id,
    invoice.reference ?? '',
    SAY[language].status(invoice.status),
    invoice.contract ?? '',
    invoice.paymentDate === null ? '' : localTimeIn(invoice.paymentDate, zone, language),
    [invoice.ownDate === null ? '' : dayIn(invoice.ownDate, language), invoice.ownCycle ?? ''].join(' '),
    inTable(invoice.amount, language),
    inTable(invoice.paid, language),
  ])
  const table = alignColumns([words.heads, ...rows.map((row) => row.map(harmless))], TO_THE_LEFT)
  return `${[...table, '', sentence(shown, language)].join('\n')}\n`
}

const sentence = ({ invoices, repeated, complete }: InvoicesToShow, language: Language): string => {
  const words = invoiceWords(language)
  const amount = sumOf(invoices.map(({ invoice }) => invoice.amount))
  const paid = sumOf(invoices.map(({ invoice }) => invoice.paid ?? ZERO))
  const many = countOf(invoices.length, 'invoice', language)
  return `${words.sum(many, sumIn(amount, language), sumIn(paid, language))}${repeated === 0 ? '' : words.repeated(repeated)}${complete ? '' : words.more}`
}
