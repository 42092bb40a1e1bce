import type { InvoiceAnswer, InvoiceInSettlement, SearchReport } from '../../../../reports/documents/search-report.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { Discrepancy } from '../../../domain/findings/discrepancy.ts'
import type { Invoice } from '../../../domain/invoice.ts'
import { inWords } from '../../../domain/money.ts'
import type { SearchField } from '../../../domain/pull/invoice-search.ts'
import { nameOf } from '../../../domain/slot.ts'
import { harmless } from '../../../std/harmless.ts'
import { howMany } from '../../../std/how-many.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { asOfLines } from '../../framework/as-of.ts'

/** As wide as a terminal that nobody made wider. */
const WIDTH = 80

/** The invoices, a paragraph each, and in it a paragraph for each settlement. */
export const findText = (report: SearchReport, zone: Zone): string => {
  const lines = [
    ...wrapText('', headOf(report), WIDTH),
    ...asOfLines(report.asOf, zone),
    ...report.invoices.flatMap((answer) => ['', ...invoiceLines(answer, zone)]),
    ...(report.hasMore ? ['', 'There are more, of older settlements; type more of the text.'] : []),
  ]
  return `${lines.join('\n')}\n`
}

const FIELDS: Readonly<Record<SearchField, string>> = {
  id: 'invoice id',
  reference: 'reference',
  contract: 'contract',
  customerDocument: 'document',
  paymentId: 'payment id',
}

const headOf = ({ mode, invoices, from, to }: SearchReport): string => {
  const searched = `in the settlements ${from === to ? `of ${from}` : `from ${from} to ${to}`}`
  if (mode === null) {
    return `No invoice ${searched} has this text, or one that begins with it, as its ${Object.values(FIELDS).slice(0, -1).join(', ')} or ${FIELDS.paymentId}.`
  }
  const fields = [...new Set(invoices.flatMap(({ fields: of }) => of))].map((field) => FIELDS[field]).join(', ')
  const found = howMany(invoices.length, 'invoice')
  return mode === 'exact'
    ? `${found} with this ${fields} ${searched}.`
    : `Nothing is exactly this text; ${found} ${searched} with one that begins with it (${fields}).`
}

const invoiceLines = ({ id, settlements }: InvoiceAnswer, zone: Zone): readonly string[] => {
  const invoice = settlements.at(-1)?.invoice
  return [
    `Invoice ${harmless(id)}`,
    ...(invoice === undefined ? [] : wrapText('  ', harmless(identityOf(invoice)), WIDTH)),
    ...settlements.flatMap((one) => settlementLines(one, zone)),
  ]
}

const identityOf = ({ reference, contract, customerDocument, customerName, description }: Invoice): string =>
  [
    ...(reference === null ? [] : [`reference ${reference}`]),
    ...(contract === null ? [] : [`contract ${contract}`]),
    ...(customerDocument === null ? [] : [`document ${customerDocument}`]),
    ...(customerName === null ? [] : [customerName]),
    ...(description === null ? [] : [description]),
  ].join('; ')

const settlementLines = (one: InvoiceInSettlement, zone: Zone): readonly string[] => [
  `  ${nameOf(one.slot)}  ${one.verdict ?? 'not checked yet'}`,
  ...[paymentOf(one), listingOf(one, zone)].flatMap((text) => wrapText('    ', harmless(text), WIDTH)),
  ...one.discrepancies.flatMap((discrepancy) => wrapText('    ', discrepancyInWords(discrepancy), WIDTH)),
]

const paymentOf = ({ firstStatus, invoice }: InvoiceInSettlement): string => {
  const { status, amount, paid, paymentDate, paymentMethod, paymentId } = invoice
  const statuses = status === firstStatus ? status : `${firstStatus} at first, ${status} now`
  const when = paymentDate === null ? '' : ` on ${paymentDate}`
  const how = paymentMethod === null ? '' : ` by ${paymentMethod}`
  const which = paymentId === null ? '' : ` (${paymentId})`
  const payment = paid === null ? 'nothing paid' : `paid ${inWords(paid)}${when}${how}${which}`
  return `${statuses}: asked for ${inWords(amount)}, ${payment}`
}

const listingOf = ({ listedSince, leftAt }: InvoiceInSettlement, zone: Zone): string => {
  const since = `listed since ${zone.clockAt(listedSince)}`
  return leftAt === null ? since : `${since}, and no longer listed since ${zone.clockAt(leftAt)}`
}

const discrepancyInWords = ({ id, code, severity, state, amount }: Discrepancy): string =>
  `${severity} ${code}${amount === null ? '' : `, ${inWords(amount)}`}, ${state} (${id.slice(0, 8)})`
