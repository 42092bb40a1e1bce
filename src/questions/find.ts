import type { ShownOfCustomers } from '../../jobs/steps/mask/mask-store.ts'
import { nothingPulled, THIS_MERCHANT } from '../../jobs/steps/query/nothing-pulled.ts'
import { readDatabase } from '../../jobs/steps/query/read-database.ts'
import { receivablesInDatabase } from '../../jobs/steps/receivables/receivables-in-database.ts'
import type { QueryContext } from '../../jobs/steps/run/context.ts'
import { paymentsOf } from '../../reports/documents/receivables.ts'
import {
  FOUND,
  type InvoiceAnswer,
  type InvoiceInSettlement,
  type SearchReport,
} from '../../reports/documents/search-report.ts'
import { openDues } from '../../reports/receivables.ts'
import type { Zone } from '../core/calendar/calendar.ts'
import type { Discrepancy } from '../core/findings/discrepancy.ts'
import type { Moment } from '../core/past-run.ts'
import type { SearchField } from '../core/pull/unlisted-invoice.ts'
import { aSwitch } from '../input/options.ts'
import { text, type ValueReader } from '../input/readers.ts'
import { localTime } from '../input/zone.ts'
import { sumIn } from '../print/in-table.ts'
import { inEach, VERDICT_NAMES } from '../print/names.ts'
import { type ColumnOf, column, note, type ReportTable, table } from '../print/report.ts'
import { carries } from '../receivables/identifiers.ts'
import type { Both } from '../std/both.ts'
import { usageError } from '../std/errors.ts'
import type { Store } from '../store/store.ts'
import { CELL_WORDS } from '../words/cell-words.ts'
import { dayIn } from '../words/dates.ts'
import { countOf } from '../words/money.ts'
import { wordsIn } from '../words/words.ts'
import { asOfNotes, question } from './question.ts'

const searched: ValueReader<string> = (name, value) => {
  const wanted = text(name, value).trim()
  if (wanted !== '') return wanted
  throw usageError(
    { en: 'the text to look for is blank', es: 'el texto que se busca está en blanco' },
    {
      en: 'give a reference, a contract, a document, a payment id, an invoice id or an amount',
      es: 'dé una referencia, un contrato, un documento, un id de pago, un id de factura o un valor',
    },
  )
}

/** What the database holds about a reference, contract, document, payment id, invoice id or amount. */
export const FIND = question({
  name: 'find',
  group: 'look',
  describe: {
    en: 'What the database holds of a reference, contract, document, payment id, invoice id or amount',
    es: 'Lo que la base de datos tiene de una referencia, contrato, documento, id de pago, id de factura o valor',
  },
  inSight: { en: 'a reference, document, payment or invoice', es: 'una referencia, documento, pago o factura' },
  manual: 'Where nothing is exactly that text: what begins with it. Document numbers are hidden.',
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
  operands: { text: searched },
  options: {
    names: aSwitch({ en: 'Show the names of customers, too', es: 'Muestra también los nombres de los clientes' }),
    documents: aSwitch({ en: 'Show document numbers, too', es: 'Muestra también los números de documento' }),
  },
  isOfPast: true,
  read: async (context, request): Promise<SearchReport> => {
    const report = await readDatabase(context, (store, then, asOf) => searchIn(store, then, request, asOf))
    if (report === null) throw nothingPulled(THIS_MERCHANT, 'cuadre run', context.asOf)
    return report
  },
  shape: FOUND,
  report: (report, { zone }) => ({
    merchant: report.merchant,
    title: { en: 'Invoices found', es: 'Facturas encontradas' },
    sections: [
      note(conclusion(report), { isStrong: true }),
      ...asOfNotes(report.asOf, zone),
      invoicesTable(report.invoices, zone),
      duesTable(report.dues),
      ...(report.hasMore ? [note(MORE)] : []),
    ],
  }),
})

/** The most invoices that are returned. */
const MATCHES_MAX = 200

const searchIn = async (
  store: Store,
  context: QueryContext,
  { text: wanted, ...shown }: ShownOfCustomers & { readonly text: string },
  asOf: Moment | null,
): Promise<SearchReport | null> => {
  const read = await store.slots.daysRead()
  if (read === null) return null
  const { firstMatches, invoiceAnswers, invoiceInSettlementReader } = await import(
    '../../jobs/steps/query/invoice-answers.ts'
  )
  const { hidePersons } = await import('../../jobs/steps/mask/mask-store.ts')
  const { search, matches } = await firstMatches(store, wanted, MATCHES_MAX + 1)
  const settlementsOf = invoiceInSettlementReader(store, context.settings.policy)
  const listed = []
  for (const match of matches.slice(0, MATCHES_MAX)) listed.push(...(await settlementsOf(match)))
  const invoices = invoiceAnswers(listed, search)
  const isKnown = await store.receivables.isKnown()
  const receivables = isKnown ? await receivablesInDatabase(store, await store.slots.states(), context) : null
  return {
    merchant: store.merchant.name,
    mode: matches.length === 0 ? null : search.mode,
    ...read,
    invoices: await hidePersons(store, invoices, shown),
    dues: (receivables?.dues ?? []).filter((one) => carries(one.due, paymentsOf(one), wanted)).slice(0, MATCHES_MAX),
    hasMore: matches.length > MATCHES_MAX,
    asOf,
  }
}

const MORE: Both<string> = {
  en: 'Older settlements have more; type more of the text to narrow the search.',
  es: 'Hay más en liquidaciones anteriores; escriba más del texto para acotar la búsqueda.',
}

const FIELDS: Readonly<Record<SearchField, Both<string>>> = {
  id: { en: 'invoice id', es: 'id de factura' },
  reference: { en: 'reference', es: 'referencia' },
  contract: { en: 'contract', es: 'contrato' },
  customerDocument: { en: 'document', es: 'documento' },
  paymentId: { en: 'payment id', es: 'id de pago' },
  amount: { en: 'amount', es: 'valor' },
  paid: { en: 'paid amount', es: 'valor pagado' },
}

const conclusion = ({ mode, invoices, from, to }: SearchReport): Both<string> =>
  inEach((language) => {
    const names = Object.values(FIELDS).map((one) => one[language])
    const [first, last] = [dayIn(from, language), dayIn(to, language)]
    const searched =
      from === to
        ? { en: `in the settlements of ${first}`, es: `en las liquidaciones del ${first}` }[language]
        : { en: `in the settlements from ${first} to ${last}`, es: `en las liquidaciones del ${first} al ${last}` }[
            language
          ]
    if (mode === null)
      return {
        en: `No invoice ${searched} has this text, or one that begins with it, as its ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`,
        es: `Ninguna factura ${searched} tiene este texto, ni uno que empiece por él, como ${names.slice(0, -1).join(', ')} o ${names.at(-1)}.`,
      }[language]
    const fields = [...new Set(invoices.flatMap((one) => one.fields))]
      .map((field) => FIELDS[field][language])
      .join(', ')
    const found = countOf(invoices.length, 'invoice', language)
    const isOne = invoices.length === 1
    return mode !== 'beginning'
      ? { en: `${found} with this ${fields} ${searched}.`, es: `${found} con este texto (${fields}) ${searched}.` }[
          language
        ]
      : {
          en: `No field is exactly this text; ${found} ${searched} ${isOne ? 'has' : 'have'} one that begins with it (${fields}).`,
          es: `Ningún campo es exactamente este texto; ${found} ${searched} ${isOne ? 'tiene' : 'tienen'} uno que empieza por él (${fields}).`,
        }[language]
  })

interface Row extends InvoiceInSettlement {
  readonly id: string
}

const NOT_SUMMED = { isSummed: false }

const IDENTITY: readonly ColumnOf<Row>[] = [
  column('invoice_id', 'text', { en: 'Invoice', es: 'Factura' }, ({ id }) => id),
  column('reference', 'text', { en: 'Reference', es: 'Referencia' }, ({ invoice }) => invoice.reference),
  column('contract', 'text', { en: 'Contract', es: 'Contrato' }, ({ invoice }) => invoice.contract),
  column('document', 'text', { en: 'Document', es: 'Documento' }, ({ invoice }) => invoice.customerDocument),
  column('customer', 'text', { en: 'Customer', es: 'Cliente' }, ({ invoice }) => invoice.customerName),
  column('description', 'text', { en: 'Description', es: 'Descripción' }, ({ invoice }) => invoice.description),
]

const paymentColumns = (zone: Zone): readonly ColumnOf<Row>[] => [
  column(
    'amount',
    'money',
    { en: 'Asked for, COP', es: 'Facturado, COP' },
    ({ invoice }) => invoice.amount,
    NOT_SUMMED,
  ),
  column('paid', 'money', { en: 'Paid, COP', es: 'Pagado, COP' }, ({ invoice }) => invoice.paid, NOT_SUMMED),
  column('payment_date', 'time', { en: 'Paid at', es: 'Pagada el' }, ({ invoice }) =>
    invoice.paymentDate === null ? null : localTime(invoice.paymentDate, zone),
  ),
  column('payment_method', 'word', { en: 'Method', es: 'Medio de pago' }, ({ invoice }) => invoice.paymentMethod, {
    words: CELL_WORDS.payment_method,
  }),
  column('payment_id', 'text', { en: 'Payment', es: 'Pago' }, ({ invoice }) => invoice.paymentId),
]

/** The dues of the merchant's lists; a CSV file has the invoices alone. */
const duesTable = (dues: SearchReport['dues']): ReportTable => ({
  ...openDues(dues),
  name: 'dues',
  title: { en: 'Dues of your lists', es: 'Cobros de sus listas' },
  only: ['text', 'html', 'xlsx'],
})

/** A line for each settlement that lists an invoice. */
const invoicesTable = (invoices: readonly InvoiceAnswer[], zone: Zone): ReportTable => {
  const rows = invoices.flatMap(({ id, settlements }) => settlements.map((one): Row => ({ id, ...one })))
  const ofStatus = { words: CELL_WORDS.status }
  return table<Row>({
    name: 'invoices',
    title: null,
    isStacked: true,
    rows,
    columns: [
      ...IDENTITY,
      column('date', 'date', { en: 'Settlement', es: 'Liquidación' }, ({ slot }) => slot.date),
      column('cycle', 'text', { en: 'Cycle', es: 'Ciclo' }, ({ slot }) => slot.cycle),
      column('verdict', 'word', { en: 'Its result', es: 'Su resultado' }, ({ verdict }) => verdict ?? 'not-checked', {
        words: { ...VERDICT_NAMES, 'not-checked': { en: 'not checked yet', es: 'aún sin conciliar' } },
      }),
      column('first_status', 'word', { en: 'First status', es: 'Primer estado' }, (one) => one.firstStatus, ofStatus),
      column('status', 'word', { en: 'Status', es: 'Estado' }, ({ invoice }) => invoice.status, ofStatus),
      ...paymentColumns(zone),
      column('listed_since', 'time', { en: 'Listed since', es: 'En la lista desde' }, (one) =>
        zone.clockAt(one.listedSince),
      ),
      column('left_at', 'time', { en: 'Not listed since', es: 'Fuera de la lista desde' }, ({ leftAt }) =>
        leftAt === null ? null : zone.clockAt(leftAt),
      ),
      column('discrepancies', 'text', { en: 'Discrepancies', es: 'Novedades' }, ({ discrepancies }) =>
        discrepancies.length === 0 ? null : inWords(discrepancies),
      ),
    ],
  })
}

const inWords = (all: readonly Discrepancy[]): Both<string> =>
  inEach((language) => {
    const { severities, states } = wordsIn(language)
    return all
      .map(({ id, code, severity, state, amount }) => {
        const sum = amount === null ? '' : `, ${sumIn(amount, language)}`
        const [level, standing] = language === 'en' ? [severity, state] : [severities[severity], states[state]]
        return `${level} ${code}${sum}, ${standing} (${id.slice(0, 8)})`
      })
      .join('; ')
  })
