import type { InvoiceAnswer, InvoiceInSettlement, SearchReport } from '../../../../reports/documents/search-report.ts'
import type { Zone } from '../../../domain/calendar/calendar.ts'
import type { Discrepancy } from '../../../domain/findings/discrepancy.ts'
import type { Invoice } from '../../../domain/invoice.ts'
import type { SearchField } from '../../../domain/pull/unlisted-invoice.ts'
import { nameOf, slotInWords } from '../../../domain/slot.ts'
import { countOf } from '../../../i18n/counts.ts'
import { dayIn } from '../../../i18n/dates.ts'
import type { Language } from '../../../i18n/language.ts'
import { serviceMethodName } from '../../../i18n/method.ts'
import { SAY } from '../../../i18n/say.ts'
import { wordsIn } from '../../../i18n/words.ts'
import type { Display } from '../../../print/display.ts'
import { sumIn, timeIn } from '../../../print/in-table.ts'
import { verdictName } from '../../../print/names.ts'
import type { Both } from '../../../std/both.ts'
import { harmless } from '../../../std/harmless.ts'
import { wrapText } from '../../../std/wrap-text.ts'
import { asOfLines } from '../../framework/as-of.ts'
import { localTimeIn } from '../service/invoice-text.ts'

/** The width of the screen, and the reader's language. */
type Reader = Pick<Display, 'width' | 'language'>

/** The invoices, a paragraph each, and in it a paragraph for each settlement. */
export const findText = (report: SearchReport, zone: Zone, { width, language }: Reader): string => {
  const lines = [
    ...wrapText('', headOf(report, language), width),
    ...asOfLines(report.asOf, zone, language),
    ...report.invoices.flatMap((answer) => ['', ...invoiceLines(answer, zone, { width, language })]),
    ...(report.hasMore
      ? [
          '',
          {
            en: 'Older settlements have more; type more of the text to narrow the search.',
            es: 'Hay más en liquidaciones anteriores; escriba más del texto para acotar la búsqueda.',
          }[language],
        ]
      : []),
  ]
  return `${lines.join('\n')}\n`
}

const FIELDS: Both<Readonly<Record<SearchField, string>>> = {
  en: {
    id: 'invoice id',
    reference: 'reference',
    contract: 'contract',
    customerDocument: 'document',
    paymentId: 'payment id',
  },
  es: {
    id: 'id de factura',
    reference: 'referencia',
    contract: 'contrato',
    customerDocument: 'documento',
    paymentId: 'id de pago',
  },
}

const headOf = ({ mode, invoices, from, to }: SearchReport, language: Language): string => {
  const range =
    from === to
      ? { en: `of ${from}`, es: `del ${dayIn(from, 'es')}` }[language]
      : { en: `from ${from} to ${to}`, es: `del ${dayIn(from, 'es')} al ${dayIn(to, 'es')}` }[language]
  const searched = { en: `in the settlements ${range}`, es: `en las liquidaciones ${range}` }[language]
  if (mode === null) {
    return {
      en: `No invoice ${searched} has this text, or one that begins with it, as its ${Object.values(FIELDS.en).slice(0, -1).join(', ')} or ${FIELDS.en.paymentId}.`,
      es: `Ninguna factura ${searched} tiene este texto, ni uno que empiece por él, como ${Object.values(FIELDS.es).slice(0, -1).join(', ')} o ${FIELDS.es.paymentId}.`,
    }[language]
  }
  const fields = [...new Set(invoices.flatMap(({ fields: of }) => of))]
    .map((field) => FIELDS[language][field])
    .join(', ')
  const found = countOf(invoices.length, 'invoice', language)
  return mode === 'exact'
    ? { en: `${found} with this ${fields} ${searched}.`, es: `${found} con este texto (${fields}) ${searched}.` }[
        language
      ]
    : {
        en: `No field is exactly this text; ${found} ${searched} ${invoices.length === 1 ? 'has' : 'have'} one that begins with it (${fields}).`,
        es: `Ningún campo es exactamente este texto; ${found} ${searched} ${invoices.length === 1 ? 'tiene' : 'tienen'} uno que empieza por él (${fields}).`,
      }[language]
}

const invoiceLines = (
  { id, settlements }: InvoiceAnswer,
  zone: Zone,
  { width, language }: Reader,
): readonly string[] => {
  const invoice = settlements.at(-1)?.invoice
  return [
    { en: `Invoice ${harmless(id)}`, es: `Factura ${harmless(id)}` }[language],
    ...(invoice === undefined ? [] : wrapText('  ', harmless(identityOf(invoice, language)), width)),
    ...settlements.flatMap((one) => settlementLines(one, zone, { width, language })),
  ]
}

const identityOf = (
  { reference, contract, customerDocument, customerName, description }: Invoice,
  language: Language,
): string =>
  [
    ...(reference === null ? [] : [{ en: `reference ${reference}`, es: `referencia ${reference}` }[language]]),
    ...(contract === null ? [] : [{ en: `contract ${contract}`, es: `contrato ${contract}` }[language]]),
    ...(customerDocument === null
      ? []
      : [{ en: `document ${customerDocument}`, es: `documento ${customerDocument}` }[language]]),
    ...(customerName === null ? [] : [customerName]),
    ...(description === null ? [] : [description]),
  ].join('; ')

const settlementLines = (one: InvoiceInSettlement, zone: Zone, { width, language }: Reader): readonly string[] => [
  `  ${language === 'en' ? nameOf(one.slot) : slotInWords(one.slot)[language]}  ${one.verdict === null ? '' : verdictName(one.verdict, language)}${one.verdict !== null ? '' : { en: 'not checked yet', es: 'aún sin conciliar' }[language]}`,
  ...[paymentOf(one, zone, language), listingOf(one, zone, language)].flatMap((text) =>
    wrapText('    ', harmless(text), width),
  ),
  ...one.discrepancies.flatMap((discrepancy) => wrapText('    ', discrepancyInWords(discrepancy, language), width)),
]

const paymentOf = ({ firstStatus, invoice }: InvoiceInSettlement, zone: Zone, language: Language): string => {
  const statusIn = (text: string): string => (language === 'en' ? text : SAY[language].status(text))
  const { status, amount, paid, paymentDate, paymentMethod, paymentId } = invoice
  const statuses =
    status === firstStatus
      ? statusIn(status)
      : {
          en: `${firstStatus} at first, ${status} now`,
          es: `primero ${statusIn(firstStatus)}, ahora ${statusIn(status)}`,
        }[language]
  const paidAt = paymentDate === null ? null : localTimeIn(paymentDate, zone, language)
  const when = paidAt === null ? '' : { en: ` on ${paidAt}`, es: ` el ${paidAt}` }[language]
  const how =
    paymentMethod === null
      ? ''
      : { en: ` by ${paymentMethod}`, es: ` por ${serviceMethodName(paymentMethod, language)}` }[language]
  const which = paymentId === null ? '' : ` (${paymentId})`
  const payment =
    paid === null
      ? { en: 'nothing paid', es: 'nada pagado' }[language]
      : {
          en: `paid ${sumIn(paid, language)}${when}${how}${which}`,
          es: `pagado ${sumIn(paid, language)}${when}${how}${which}`,
        }[language]
  return {
    en: `${statuses}: asked for ${sumIn(amount, language)}, ${payment}`,
    es: `${statuses}: facturado ${sumIn(amount, language)}, ${payment}`,
  }[language]
}

const listingOf = ({ listedSince, leftAt }: InvoiceInSettlement, zone: Zone, language: Language): string => {
  const since = {
    en: `listed since ${timeIn(listedSince, zone, language)}`,
    es: `en la lista desde el ${timeIn(listedSince, zone, language)}`,
  }[language]
  return leftAt === null
    ? since
    : {
        en: `${since}, and no longer listed since ${timeIn(leftAt, zone, language)}`,
        es: `${since}, y fuera de ella desde el ${timeIn(leftAt, zone, language)}`,
      }[language]
}

const discrepancyInWords = ({ id, code, severity, state, amount }: Discrepancy, language: Language): string => {
  const { severities, states } = wordsIn(language)
  const sum = amount === null ? '' : `, ${sumIn(amount, language)}`
  return language === 'en'
    ? `${severity} ${code}${sum}, ${state} (${id.slice(0, 8)})`
    : `${severities[severity]} ${code}${sum}, ${states[state]} (${id.slice(0, 8)})`
}
