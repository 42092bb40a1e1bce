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
import { text, type ValueReader } from '../input/readers.ts'
import { localTime } from '../input/zone.ts'
import { sumIn } from '../print/in-table.ts'
import { inEach, VERDICT_NAMES } from '../print/names.ts'
import { note, type ReportTable, table } from '../print/report.ts'
import { carries } from '../receivables/identifiers.ts'
import type { Both } from '../std/both.ts'
import { usageError } from '../std/errors.ts'
import type { Store } from '../store/store.ts'
import { CELL_WORDS } from '../words/cell-words.ts'
import { dayIn } from '../words/dates.ts'
import { countOf } from '../words/money.ts'
import { wordsIn } from '../words/words.ts'
import { aSwitch, asOfNotes, question } from './question.ts'

const searched: ValueReader<string> = (name, value) => {
  const wanted = text(name, value).trim()
  if (wanted !== '') return wanted
  throw usageError(
    { en: 'the text to look for is blank', es: 'el texto que se busca está en blanco' },
    {
      en: 'give a reference, a contract, a document, a payment id or an invoice id',
      es: 'dé una referencia, un contrato, un documento, un id de pago o un id de factura',
    },
  )
}

/** What the database holds about a reference, contract, document, payment id or invoice id. */
export const FIND = question({
  name: 'find',
  group: 'look',
  describe: {
    en: 'What the database holds of a reference, contract, document, payment id or invoice id',
    es: 'Lo que la base de datos tiene de una referencia, un contrato, un documento, un id de pago o un id de factura',
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
    return mode === 'exact'
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

type Columns = Parameters<typeof table<Row>>[0]['columns']

const IDENTITY: Columns = [
  { name: 'invoice_id', kind: 'text', head: { en: 'Invoice', es: 'Factura' }, of: ({ id }) => id },
  {
    name: 'reference',
    kind: 'text',
    head: { en: 'Reference', es: 'Referencia' },
    of: ({ invoice }) => invoice.reference,
  },
  {
    name: 'contract',
    kind: 'text',
    head: { en: 'Contract', es: 'Contrato' },
    of: ({ invoice }) => invoice.contract,
  },
  {
    name: 'document',
    kind: 'text',
    head: { en: 'Document', es: 'Documento' },
    of: ({ invoice }) => invoice.customerDocument,
  },
  {
    name: 'customer',
    kind: 'text',
    head: { en: 'Customer', es: 'Cliente' },
    of: ({ invoice }) => invoice.customerName,
  },
  {
    name: 'description',
    kind: 'text',
    head: { en: 'Description', es: 'Descripción' },
    of: ({ invoice }) => invoice.description,
  },
]

const paymentColumns = (zone: Zone): Columns => [
  {
    name: 'amount',
    kind: 'money',
    head: { en: 'Asked for, COP', es: 'Facturado, COP' },
    of: ({ invoice }) => invoice.amount,
  },
  { name: 'paid', kind: 'money', head: { en: 'Paid, COP', es: 'Pagado, COP' }, of: ({ invoice }) => invoice.paid },
  {
    name: 'payment_date',
    kind: 'time',
    head: { en: 'Paid at', es: 'Pagada el' },
    of: ({ invoice }) => (invoice.paymentDate === null ? null : localTime(invoice.paymentDate, zone)),
  },
  {
    name: 'payment_method',
    kind: 'word',
    head: { en: 'Method', es: 'Medio de pago' },
    words: CELL_WORDS.payment_method,
    of: ({ invoice }) => invoice.paymentMethod,
  },
  { name: 'payment_id', kind: 'text', head: { en: 'Payment', es: 'Pago' }, of: ({ invoice }) => invoice.paymentId },
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
  return table({
    name: 'invoices',
    title: null,
    isStacked: true,
    rows,
    columns: [
      ...IDENTITY,
      { name: 'date', kind: 'date', head: { en: 'Settlement', es: 'Liquidación' }, of: ({ slot }) => slot.date },
      { name: 'cycle', kind: 'text', head: { en: 'Cycle', es: 'Ciclo' }, of: ({ slot }) => slot.cycle },
      {
        name: 'verdict',
        kind: 'word',
        head: { en: 'Result', es: 'Resultado' },
        words: { ...VERDICT_NAMES, 'not-checked': { en: 'not checked yet', es: 'aún sin conciliar' } },
        of: ({ verdict }) => verdict ?? 'not-checked',
      },
      {
        name: 'first_status',
        kind: 'word',
        head: { en: 'First status', es: 'Primer estado' },
        words: CELL_WORDS.status,
        of: (one) => one.firstStatus,
      },
      {
        name: 'status',
        kind: 'word',
        head: { en: 'Status', es: 'Estado' },
        words: CELL_WORDS.status,
        of: ({ invoice }) => invoice.status,
      },
      ...paymentColumns(zone),
      {
        name: 'listed_since',
        kind: 'time',
        head: { en: 'Listed since', es: 'En la lista desde' },
        of: (one) => zone.clockAt(one.listedSince),
      },
      {
        name: 'left_at',
        kind: 'time',
        head: { en: 'Not listed since', es: 'Fuera de la lista desde' },
        of: ({ leftAt }) => (leftAt === null ? null : zone.clockAt(leftAt)),
      },
      {
        name: 'discrepancies',
        kind: 'text',
        head: { en: 'Discrepancies', es: 'Novedades' },
        of: ({ discrepancies }) => (discrepancies.length === 0 ? null : inWords(discrepancies)),
      },
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
