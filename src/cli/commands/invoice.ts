import { CREATION, INVOICE_ANSWER, INVOICES, type InvoiceListing } from '../../../reports/documents/service.ts'
import type { Zone } from '../../core/calendar/calendar.ts'
import {
  DOCUMENT_TYPES,
  type DocumentType,
  type FetchedInvoice,
  isRedirectUrl,
  type MalformedRecord,
  type NewInvoice,
} from '../../core/invoice.ts'
import { type Centavos, fromCentavos, inWords, sumOf, ZERO } from '../../core/money.ts'
import { cycle, date } from '../../input/dates.ts'
import { once } from '../../input/options.ts'
import {
  filled,
  oneOf,
  optional,
  orElse,
  refuseValue,
  type ValueReader,
  wholeNumberWithin,
} from '../../input/readers.ts'
import { localTime, zoneByName } from '../../input/zone.ts'
import { inTable, sumIn } from '../../print/in-table.ts'
import { INCOMPLETE } from '../../rules/assessment/slot-report.ts'
import { flawInSpanish, malformedRecord } from '../../rules/checks/list.ts'
import { creationError, FIND_OUT } from '../../service/creation-error.ts'
import { isUsableId } from '../../service/http/target.ts'
import { invoiceNotFound } from '../../service/not-found.ts'
import type { PageForPerson } from '../../service/pages.ts'
import { alignColumns } from '../../std/align-columns.ts'
import type { Both } from '../../std/both.ts'
import { harmless } from '../../std/harmless.ts'
import { clockIn, dayIn } from '../../words/dates.ts'
import type { Language } from '../../words/language.ts'
import { countOf, moneyIn } from '../../words/money.ts'
import { SAY, serviceMethodName } from '../../words/say.ts'
import { type Command, type CommandArguments, commandWith, usageError } from '../framework/command.ts'
import { Interrupted, type Io } from '../framework/io.ts'
import { SERVICE_FLAGS, settingsFor, withClient } from '../framework/with-client.ts'

const ENGLISH = {
  reference: 'reference',
  status: 'status',
  amount: 'amount',
  paid: 'paid',
  description: 'description',
  contract: 'contract',
  document: 'document',
  name: 'name',
  created: 'created',
  page: 'payment page',
  noPage: 'none: the service gave no address of one',
  openUntil: 'open until',
  fiveMinutes: 'five minutes after its creation',
  paidAt: 'paid at',
  method: 'method',
  source: 'source',
  paymentId: 'payment id',
  settlement: 'settlement',
  cycle: 'cycle',
  /** api.md, What the service does: the link is for immediate redirection. */
  openItNow:
    'Open it now: the page lives for five minutes. Send the customer there at once; it is not for e-mail or chat.',
  heads: ['id', 'reference', 'status', 'contract', 'paid at', 'settlement', 'amount (COP)', 'paid (COP)'],
  none: 'No invoice.',
  sum: (invoices: string, amount: string, paid: string) => `${invoices} for ${amount}, of which ${paid} was paid.`,
  repeated: (number: number) =>
    number === 1
      ? ' 1 record repeats an invoice and does not count twice.'
      : ` ${number} records repeat invoices and do not count twice.`,
  more: ' There may be more: leave out --limit to see all.',
}

const SPANISH: typeof ENGLISH = {
  reference: 'referencia',
  status: 'estado',
  amount: 'facturado',
  paid: 'pagado',
  description: 'descripción',
  contract: 'contrato',
  document: 'documento',
  name: 'nombre',
  created: 'creada',
  page: 'página de pago',
  noPage: 'ninguna: el servicio no dio su dirección',
  openUntil: 'abierta hasta',
  fiveMinutes: 'cinco minutos después de su creación',
  paidAt: 'fecha de pago',
  method: 'medio de pago',
  source: 'origen',
  paymentId: 'id del pago',
  settlement: 'liquidación',
  cycle: 'ciclo',
  openItNow:
    'Ábrala ya: la página dura cinco minutos. Lleve al cliente enseguida; no sirve para enviarla por correo ni por chat.',
  heads: ['id', 'referencia', 'estado', 'contrato', 'fecha de pago', 'liquidación', 'facturado (COP)', 'pagado (COP)'],
  none: 'No hay facturas.',
  sum: (invoices, amount, paid) => `${invoices} por ${amount}, de los cuales se pagaron ${paid}.`,
  repeated: (number) =>
    number === 1
      ? ' 1 registro repite una factura y no cuenta dos veces.'
      : ` ${number} registros repiten facturas y no cuentan dos veces.`,
  more: ' Puede haber más: quite --limit para verlas todas.',
}

const WORDS: Both<typeof ENGLISH> = { en: ENGLISH, es: SPANISH }

const invoiceWords = (language: Language): typeof ENGLISH => WORDS[language]

type Fact = readonly [string, string | null]

/** A new invoice: what a person must know in the five minutes that its payment page is valid. */
const createdText = (shown: FetchedInvoice, zone: Zone, language: Language): string => {
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
const invoiceText = ({ invoice, paymentUrl }: FetchedInvoice, zone: Zone, language: Language): string => {
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

const typesIn = (language: Language): string =>
  Object.entries(DOCUMENT_TYPES)
    .map(([type, what]) => `${type} (${what[language]})`)
    .join(', ')

/** Whole pesos. */
const pesosTyped: ValueReader<Centavos> = (name, typed) =>
  typeof typed === 'string' && /^[1-9]\d*$/.test(typed)
    ? fromCentavos(BigInt(typed) * 100n)
    : refuseValue(name, typed, {
        en: 'a whole number of pesos, in digits: 1850000',
        es: 'un número entero de pesos, en dígitos: 1850000',
      })

const urlTyped: ValueReader<string> = (name, typed) =>
  typeof typed === 'string' && isRedirectUrl(typed)
    ? typed
    : refuseValue(name, typed, {
        en: 'a whole URL, such as https://example.com/back',
        es: 'una dirección completa, como https://example.com/back',
      })

const DOCUMENT_TYPE_NAMES = Object.keys(DOCUMENT_TYPES) as readonly DocumentType[]

/**
 * The invoice from the flags, checked against the constraints of api.md (Create invoice), which does not say which fields are mandatory. A
 * typical request has those that must be given here, and an invoice without a reference cannot be looked up.
 */
const NEW_INVOICE = {
  reference: once({ en: 'Your reference; on one invoice only', es: 'Su referencia; en una sola factura' }, filled),
  amount: once({ en: 'Whole pesos, in digits: 1850000', es: 'Pesos enteros, en dígitos: 1850000' }, pesosTyped),
  description: once({ en: 'What the customer reads', es: 'Lo que lee el cliente' }, filled),
  redirectUrl: once(
    { en: 'Where the customer is sent after paying', es: 'A dónde se envía al cliente después de pagar' },
    urlTyped,
  ),
  customerDocument: {
    ...once({ en: "Number of the customer's document", es: 'Número de documento del cliente' }, filled),
    flag: 'document',
  },
  documentType: once(
    { en: `What it is: ${typesIn('en')}`, es: `Qué es: ${typesIn('es')}` },
    orElse(oneOf(DOCUMENT_TYPE_NAMES), null),
  ),
  customerName: { ...once({ en: "Customer's name", es: 'Nombre del cliente' }, orElse(filled, null)), flag: 'name' },
  contract: once(
    {
      en: 'Contract; without it, the service writes 00000',
      es: 'Contrato; sin él, el servicio escribe 00000',
    },
    orElse(filled, null),
  ),
}

/** Refuses an amount beyond the limits in force. */
const refuseAmount = (
  { amount }: NewInvoice,
  { invoiceMin, invoiceMax }: { readonly invoiceMin: Centavos; readonly invoiceMax: Centavos },
): void => {
  if (amount >= invoiceMin && amount <= invoiceMax) return
  throw usageError(
    {
      en: `--amount must be from ${inWords(invoiceMin)} to ${inWords(invoiceMax)}`,
      es: `--amount debe ser de ${moneyIn(invoiceMin, 'es')} a ${moneyIn(invoiceMax, 'es')}`,
    },
    {
      en: 'give one within; where the operator arranged other limits, set invoiceMinCop and invoiceMaxCop',
      es: 'dé uno dentro del rango; si el operador acordó otros límites, defina invoiceMinCop e invoiceMaxCop',
    },
  )
}

export const invoiceCreate = commandWith({
  name: 'invoice create',
  group: 'service',
  exits: ['key', 'incomplete'],
  describe: {
    en: 'Create an invoice, and show the payment page to open at once',
    es: 'Crea una factura y muestra la página de pago, que se debe abrir enseguida',
  },
  manual:
    'It sends one request; the payment page is valid for five minutes. When the answer is lost it looks up the reference.',
  examples: [
    [
      'cuadre invoice create --reference ARR-0001 --amount 1850000 --description Arriendo --redirect-url https://example.com/back --document 1032456789',
      { en: 'what a typical one needs', es: 'lo que necesita una típica' },
    ],
  ],
  options: NEW_INVOICE,
  flags: SERVICE_FLAGS,
  execute: async (order: NewInvoice, given, io) => {
    const settings = settingsFor(given, io)
    refuseAmount(order, settings)
    const creation = await withClient(settings, io, (client, context) => {
      io.signal.throwIfAborted()
      return client.create(order, context).catch(inTheOpen(io))
    })
    if (creation.kind !== 'created') throw creationError(creation)
    if (creation.lost !== null)
      io.stderr(`${harmless(`cuadre: ${foundText(creation.lost.texts.message)[io.language]}`)}\n`)
    return {
      document: () => CREATION.of({ lookedUp: creation.lost !== null, invoice: creation }),
      text: () => createdText(creation, zoneByName(settings.policy.timeZone), io.language),
    }
  },
})

const foundText = (lost: Both<string>): Both<string> => ({
  en: `the answer was lost (${lost.en}); its reference was looked up, and the invoice was created`,
  es: `se perdió la respuesta (${lost.es}); se buscó su referencia, y la factura sí se creó`,
})

/** After a signal while the request may be on its way, the message says that the outcome is unknown. */
const inTheOpen =
  ({ signal }: Io) =>
  (error: unknown): never => {
    const { aborted, reason } = signal
    if (!aborted || !(reason instanceof Interrupted)) throw error
    throw new Interrupted(reason.by, {
      en: `whether the invoice was created is not known: ${FIND_OUT.en}`,
      es: `no se sabe si se creó la factura: ${FIND_OUT.es}`,
    })
  }

export const invoiceGet: Command = {
  name: 'invoice get',
  group: 'service',
  exits: ['key', 'incomplete'],
  describe: { en: 'Show one invoice as it is now', es: 'Muestra una factura como está ahora' },
  operand: 'id',
  examples: [['cuadre invoice get inv_01', { en: 'the one with this id', es: 'la que tiene este id' }]],
  flags: SERVICE_FLAGS,
  execute: async (given, io) => {
    const id = parseId(given)
    const settings = settingsFor(given, io)
    const { invoice, paymentUrl, answer } = await withClient(settings, io, (client, context) =>
      client.invoice(id, context),
    )
    if (invoice === null) throw invoiceNotFound(answer.status, settings.baseUrl)
    const shown = { invoice, paymentUrl }
    return {
      document: () => INVOICE_ANSWER.of({ invoice: shown }),
      text: () => invoiceText(shown, zoneByName(settings.policy.timeZone), io.language),
    }
  },
}

const parseId = ({ operands: [id = ''] }: CommandArguments): string => {
  if (id.trim() !== '' && isUsableId(id)) return id
  throw usageError(
    { en: '<id> is not a valid invoice id', es: '<id> no es un id de factura válido' },
    { en: 'copy it from "cuadre invoice list"', es: 'cópielo de "cuadre invoice list"' },
  )
}

/** The number of columns before the sums. */
const TO_THE_LEFT = 6

/** Invoices in a table, without persons: `invoice get` and the JSON document show them. */
const tableText = (shown: Omit<InvoiceListing, 'malformed'>, zone: Zone, language: Language): string => {
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

const sentence = ({ invoices, repeated, complete }: Omit<InvoiceListing, 'malformed'>, language: Language): string => {
  const words = invoiceWords(language)
  const amount = sumOf(invoices.map(({ invoice }) => invoice.amount))
  const paid = sumOf(invoices.map(({ invoice }) => invoice.paid ?? ZERO))
  const many = countOf(invoices.length, 'invoice', language)
  return `${words.sum(many, sumIn(amount, language), sumIn(paid, language))}${repeated === 0 ? '' : words.repeated(repeated)}${complete ? '' : words.more}`
}

export const invoiceList = commandWith({
  name: 'invoice list',
  group: 'service',
  exits: ['key', 'incomplete'],
  describe: {
    en: 'List invoices, all pages of them; the table leaves out names and documents',
    es: 'Lista facturas, todas las páginas; la tabla omite nombres y documentos',
  },
  examples: [
    [
      'cuadre invoice list --reference ARR-0001',
      { en: 'what became of a reference', es: 'qué pasó con una referencia' },
    ],
    [
      'cuadre invoice list --settlement-date 2026-03-12 --settlement-cycle 11',
      { en: 'the invoices of a settlement', es: 'las facturas de una liquidación' },
    ],
    [
      'cuadre invoice list --payment-date 2026-03-10 --json',
      { en: 'paid on a day, for a program', es: 'pagadas en un día, para un programa' },
    ],
    [
      'cuadre invoice list --limit 20',
      {
        en: 'the first 20 in whatever order the service lists them',
        es: 'las 20 primeras, en el orden en que el servicio las lista',
      },
    ],
  ],
  options: {
    reference: once({ en: 'Only with this reference', es: 'Solo con esta referencia' }, optional(filled)),
    customerDocument: {
      ...once(
        {
          en: 'Only of the customer with this document number',
          es: 'Solo del cliente con este número de documento',
        },
        optional(filled),
      ),
      flag: 'document',
    },
    contract: once({ en: 'Only of this contract', es: 'Solo de este contrato' }, optional(filled)),
    paymentDate: once(
      { en: 'Only paid on this day, YYYY-MM-DD', es: 'Solo pagadas este día, AAAA-MM-DD' },
      optional(date),
    ),
    date: {
      ...once(
        { en: 'Only settled on this day, YYYY-MM-DD', es: 'Solo liquidadas este día, AAAA-MM-DD' },
        optional(date),
      ),
      flag: 'settlement-date',
    },
    cycle: {
      ...once({ en: 'Only of this cycle', es: 'Solo de este ciclo' }, optional(cycle)),
      flag: 'settlement-cycle',
    },
    limit: once(
      { en: 'No more than this many', es: 'No más de tantas' },
      orElse(wholeNumberWithin(1, 999_999_999), Number.POSITIVE_INFINITY),
    ),
  },
  flags: SERVICE_FLAGS,
  execute: async ({ limit, ...filter }, given, io) => {
    const settings = settingsFor(given, io)
    const pageLimit = Math.min(settings.pageLimit, limit)
    const listed = await withClient({ ...settings, pageLimit }, io, (client, context) =>
      gather(client.pagesForPerson(filter, context), limit),
    )
    const error = unreadable(listed.malformed)
    return {
      document: () => INVOICES.of(listed),
      text: () => tableText(listed, zoneByName(settings.policy.timeZone), io.language),
      error,
      exitCode: error === null ? 0 : INCOMPLETE,
    }
  },
})

/** Reads pages until there are as many records as asked for; no further page is requested. */
const gather = async (pages: AsyncIterable<PageForPerson>, limit: number): Promise<InvoiceListing> => {
  const byId = new Map<string, FetchedInvoice>()
  const malformed: MalformedRecord[] = []
  let shown = 0
  let left = limit
  const listing = (complete: boolean): InvoiceListing => {
    const invoices = [...byId.values()]
    return { invoices, repeated: shown - invoices.length, malformed, complete }
  }
  for await (const { records, isLast } of pages) {
    for (const parsed of records.slice(0, left)) {
      if (parsed.kind === 'malformed') malformed.push(parsed.record)
      else {
        shown += 1
        byId.set(parsed.invoice.id, parsed)
      }
    }
    if (records.length >= left) return listing(isLast && records.length === left)
    left -= records.length
  }
  return listing(true)
}

/** The message about records that are not invoices; null when there are none. */
const unreadable = ([first, ...others]: readonly MalformedRecord[]) => {
  if (first === undefined) return null
  const isOne = others.length === 0
  const { field, reason } = first
  const what = { en: `${field} ${reason}`, es: `${SAY.es.bothNames(field)}: ${flawInSpanish(reason)}` }
  return {
    code: malformedRecord.code,
    texts: {
      message: isOne
        ? {
            en: `a record of the list is not readable: ${what.en}`,
            es: `no se puede leer un registro de la lista: ${what.es}`,
          }
        : {
            en: `${others.length + 1} records of the list are not readable: ${what.en} in the first of them`,
            es: `no se pueden leer ${others.length + 1} registros de la lista: ${what.es} en el primero`,
          },
      next: {
        en: 'tell the operator of the service; the others are shown',
        es: 'avise al operador del servicio; las demás se muestran',
      },
    },
  }
}
