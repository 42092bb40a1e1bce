import { answerDocument } from '../../../reports/documents/answer-document.ts'
import {
  type InvoiceAnswer,
  type InvoiceInSettlement,
  type SearchReport,
  searchDocument,
} from '../../../reports/documents/search-report.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import type { Discrepancy } from '../../core/findings/discrepancy.ts'
import type { Invoice } from '../../core/invoice.ts'
import type { SearchField } from '../../core/pull/unlisted-invoice.ts'
import { nameOf, slotInWords } from '../../core/slot.ts'
import { zoneByName } from '../../input/zone.ts'
import { type Display, displayOf } from '../../print/display.ts'
import { sumIn, timeIn } from '../../print/in-table.ts'
import { jsonText } from '../../print/json.ts'
import { verdictName } from '../../print/names.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { versionOfPackage } from '../../std/version-of-package.ts'
import { wrapText } from '../../std/wrap-text.ts'
import { dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { countOf } from '../../words/money.ts'
import { SAY, serviceMethodName } from '../../words/say.ts'
import { wordsIn } from '../../words/words.ts'
import { AS_OF, asOfLines, parseAsOf } from '../framework/as-of.ts'
import { type Command, type CommandArguments, DEBUG, SETTINGS, usageError } from '../framework/command.ts'
import { effectiveSettings } from '../framework/effective-settings.ts'
import { JSON_FLAG } from '../framework/job.ts'
import { localTimeIn } from './invoice.ts'

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

export const find: Command = {
  name: 'find',
  group: 'questions',
  exits: [],
  describe: {
    en: 'What the database holds of a reference, contract, document, payment id or invoice id',
    es: 'Lo que la base de datos tiene de una referencia, un contrato, un documento, un id de pago o un id de factura',
  },
  manual: [
    [
      'TEXT [--names] [--as-of N|TIME] [--json]',
      'What the database holds of a reference, contract, document number, payment id or invoice id: each invoice with its settlements, their verdicts, its status then and now, sums, days and discrepancies. First what is exactly that text; where nothing is, what begins with it. The service is not asked. Document numbers are hidden, and names of customers are shown only with `--names`.',
    ],
  ],
  operand: 'text',
  examples: [
    [
      'cuadre find CTR-104',
      {
        en: 'every invoice of a contract, and the settlements that list it',
        es: 'cada factura de un contrato, y las liquidaciones que la listan',
      },
    ],
    ['cuadre find pay_8f2 --json', { en: 'a payment, for a program', es: 'un pago, para un programa' }],
    [
      'cuadre find ARR-2026-03 --names',
      {
        en: 'references that begin with it, with the names of the customers',
        es: 'referencias que empiezan así, con los nombres de los clientes',
      },
    ],
  ],
  flags: {
    names: {
      kind: 'switch',
      describe: { en: 'Show the names of customers, too', es: 'Muestra también los nombres de los clientes' },
    },
    ...AS_OF,
    ...JSON_FLAG,
    ...SETTINGS,
    ...DEBUG,
  },
  eachMerchant: true,
  execute: async (given, io) => {
    const text = parseText(given)
    const { settings } = effectiveSettings(given, io)
    const zone = zoneByName(settings.policy.timeZone)
    const asOf = parseAsOf(given, zone)
    const { findInvoices } = await import('../../../jobs/find.ts')
    const context = { ...io, settings, zone, version: versionOfPackage(), asOf }
    const report = await findInvoices(context, { text, names: given.isOn('names') })
    const document = answerDocument('find', 0, searchDocument(report))
    await io.stdout(given.isOn('json') ? `${jsonText(document)}\n` : findText(report, zone, displayOf(io, io.language)))
    return 0
  },
}

const parseText = ({ operands: [typed = ''] }: CommandArguments): string => {
  const text = typed.trim()
  if (text === '')
    throw usageError(
      { en: 'the text to look for is blank', es: 'el texto que se busca está en blanco' },
      {
        en: 'give a reference, a contract, a document, a payment id or an invoice id',
        es: 'dé una referencia, un contrato, un documento, un id de pago o un id de factura',
      },
    )
  return text
}
