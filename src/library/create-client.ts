import { setTimeout as wait } from 'node:timers/promises'
import {
  INVOICE,
  type InvoiceDocument,
  type MalformedRecordDocument,
  SETTLEMENT,
  type SettlementDocument,
} from '../../reports/documents/service.ts'
import { hasVersion } from '../core/base-url.ts'
import {
  DOCUMENT_TYPES,
  type DocumentType,
  type InvoiceFilter,
  isRedirectUrl,
  type NewInvoice,
  statusCounts,
} from '../core/invoice.ts'
import { type Centavos, fromPesos, inWords } from '../core/money.ts'
import { cycle, date, type ReadersOf, slotIn } from '../input/dates.ts'
import {
  oneOf,
  optional,
  optionsIn,
  orElse,
  refuseUnlessFunction,
  refuseValue,
  text,
  type ValueReader,
} from '../input/readers.ts'
import { requireService, type Settings } from '../input/settings.ts'
import { type Client, createClient as openClient } from '../service/client.ts'
import { creationError } from '../service/creation-error.ts'
import { isUsableId } from '../service/http/target.ts'
import { invoiceNotFound, settlementNotFound } from '../service/not-found.ts'
import { isWellFormed } from '../service/wire/fields.ts'
import { CuadreError, usageError } from '../std/errors.ts'
import { moneyIn } from '../words/money.ts'
import type { CuadreSettings } from './cuadre-settings.ts'
import { documentOf } from './document-of.ts'
import { loadProgramSettings } from './job-context.ts'

export type { InvoiceDocument, MalformedRecordDocument, SettlementDocument } from '../../reports/documents/service.ts'
export { CuadreError }

export interface InvoiceOrder {
  /** The merchant's reference, for one invoice only: with it an invoice is found whose creation was not answered. */
  readonly reference: string
  /** Whole pesos. */
  readonly amount: number
  readonly description: string
  /** Where the customer is sent after paying. */
  readonly redirectUrl: string
  readonly customerDocument: string
  readonly documentType?: DocumentType
  readonly customerName?: string
  readonly contract?: string
}

export interface InvoiceQuery {
  readonly reference?: string
  readonly customerDocument?: string
  readonly contract?: string
  readonly paymentDate?: string
  /** The settlement date, as is the cycle of the settlement. */
  readonly date?: string
  readonly cycle?: string
}

/** The four endpoints of the service, with retries and checks, in the words of Cuadre. */
export interface ServiceClient {
  /** Null when there is none. */
  settlement(date: string, cycle: string): Promise<SettlementDocument | null>
  /** Null when the service does not show it. */
  invoice(id: string): Promise<InvoiceDocument | null>
  /**
   * Page by page. A record that is not an invoice is passed to `onMalformed`; without it, the list ends with an error.
   */
  invoices(
    query?: InvoiceQuery,
    onMalformed?: (record: MalformedRecordDocument) => void,
  ): AsyncIterableIterator<InvoiceDocument>
  /** Sends one POST, never a second. When the answer is lost, the reference is searched for. */
  createInvoice(order: InvoiceOrder): Promise<InvoiceDocument>
  /** Ends all requests. */
  close(): Promise<void>
}

/** The settings that a client uses. */
export type ClientSettings = Pick<
  CuadreSettings,
  | 'baseUrl'
  | 'apiKey'
  | 'config'
  | 'env'
  | 'merchant'
  | 'pageLimit'
  | 'absentStatuses'
  | 'absentBodies'
  | 'allowPlainHttp'
  | 'allowUnverifiedTls'
  | 'chargebacks'
  | 'invoiceMinCop'
  | 'invoiceMaxCop'
>

/** Opens a client. Throws a CuadreError for wrong settings; calls throw one when the service does not answer usably. */
export const createClient = (options: ClientSettings = {}): ServiceClient => {
  const { settings } = loadProgramSettings(options)
  const client = clientOf(settings)
  /** To an address without its version (`/v1`) nothing is there, and an answer of that says nothing. */
  const isWhole = settings.baseUrl !== null && hasVersion(settings.baseUrl)
  const closing = new AbortController()
  const context = () => client.slotContext(closing.signal)
  return {
    settlement: async (date, cycle) => {
      const slot = slotIn(date, cycle)
      const { settlement } = await client.settlement(slot, context())
      if (settlement === null && !isWhole) throw settlementNotFound(slot, settings.baseUrl)
      return settlement === null ? null : documentOf<SettlementDocument>(SETTLEMENT.of(settlement))
    },
    invoice: async (id) => {
      const { invoice, paymentUrl, answer } = await client.invoice(invoiceId('id', id), context())
      if (invoice === null && !isWhole) throw invoiceNotFound(answer.status, settings.baseUrl)
      return invoice === null ? null : documentOf<InvoiceDocument>(INVOICE.of({ invoice, paymentUrl }))
    },
    invoices: async function* (query, onMalformed = refuseMalformed) {
      const filter: InvoiceFilter = optionsIn('invoices', query, QUERY)
      refuseUnlessFunction('onMalformed', onMalformed)
      for await (const { records } of client.pagesForPerson(filter, context())) {
        for (const parsed of records) {
          if (parsed.kind === 'shown') yield documentOf<InvoiceDocument>(INVOICE.of(parsed))
          else onMalformed(parsed.record)
        }
      }
    },
    createInvoice: async (order) => {
      const creation = await client.create(newInvoice(order, settings), context())
      if (creation.kind !== 'created') throw creationError(creation)
      return documentOf(INVOICE.of(creation))
    },
    close: async () => {
      closing.abort(
        new CuadreError(
          'CLOSED',
          { en: 'this client was closed', es: 'este cliente ya se cerró' },
          { en: 'create another one with createClient', es: 'cree otro con createClient' },
        ),
      )
      await client.close()
    },
  }
}

const clientOf = (settings: Settings): Client =>
  openClient({
    ...requireService(settings),
    absentStatuses: settings.absentStatuses,
    absentBodies: settings.absentBodies,
    pageLimit: settings.pageLimit,
    statusCounts: (status) => statusCounts(status, settings.policy),
    clock: { now: Date.now },
    random: Math.random,
    sleep: (ms, signal) => wait(ms, undefined, { signal }),
  })

const refuseMalformed = ({ field, reason }: MalformedRecordDocument): never => {
  const message = {
    en: `a record of the list is not readable: ${field} ${reason}`,
    es: `no se puede leer un registro de la lista: ${field} ${reason}`,
  }
  throw new CuadreError('BAD_ANSWER', message, {
    en: 'tell the operator, or pass onMalformed to go on with the others',
    es: 'avise al operador, o pase onMalformed para seguir con los demás',
  })
}

/** A text for the service, which must not be blank. */
const serviceText: ValueReader<string> = (name, value) => {
  const given = text(name, value)
  if (given.trim() === '')
    throw usageError(
      { en: `${name} is blank`, es: `${name} está en blanco` },
      { en: 'give it a value', es: 'dele un valor' },
    )
  return isWellFormed(given) ? given : refuseValue(name, value, { en: 'well-formed text', es: 'un texto válido' })
}

const AN_INVOICE_ID = {
  en: 'the id of an invoice, as a list shows it',
  es: 'el id de una factura, como lo muestra una lista',
}

const invoiceId: ValueReader<string> = (name, value) =>
  typeof value === 'string' && value.trim() !== '' && isUsableId(value)
    ? value
    : refuseValue(name, value, AN_INVOICE_ID)

const QUERY = {
  reference: optional(serviceText),
  customerDocument: optional(serviceText),
  contract: optional(serviceText),
  paymentDate: optional(date),
  date: optional(date),
  cycle: optional(cycle),
} satisfies ReadersOf<InvoiceQuery>

const A_URL = {
  en: 'a whole URL such as https://example.com/back',
  es: 'una dirección completa como https://example.com/back',
}

const redirectUrl: ValueReader<string> = (name, value) =>
  typeof value === 'string' && isRedirectUrl(value) ? value : refuseValue(name, value, A_URL)

const newInvoice = (order: unknown, limits: Limits): NewInvoice =>
  optionsIn('createInvoice', order, {
    reference: serviceText,
    amount: amountWithin(limits),
    description: serviceText,
    redirectUrl,
    customerDocument: serviceText,
    documentType: orElse(oneOf(Object.keys(DOCUMENT_TYPES) as DocumentType[]), null),
    customerName: orElse(serviceText, null),
    contract: orElse(serviceText, null),
  } satisfies ReadersOf<InvoiceOrder>)

type Limits = Pick<Settings, 'invoiceMin' | 'invoiceMax'>
const PESOS = { en: 'a whole number of pesos, such as 1850000', es: 'un número entero de pesos, como 1850000' }

const amountWithin =
  ({ invoiceMin, invoiceMax }: Limits): ValueReader<Centavos> =>
  (name, value) => {
    const amount = typeof value === 'number' && Number.isSafeInteger(value) ? fromPesos(value) : null
    if (amount === null) return refuseValue(name, value, PESOS)
    if (amount >= invoiceMin && amount <= invoiceMax) return amount
    throw usageError(
      {
        en: `${name} must be from ${inWords(invoiceMin)} to ${inWords(invoiceMax)}`,
        es: `${name} debe ser de ${moneyIn(invoiceMin, 'es')} a ${moneyIn(invoiceMax, 'es')}`,
      },
      {
        en: 'give one within; where the operator arranged other limits, set invoiceMinCop and invoiceMaxCop',
        es: 'dé uno dentro del rango; si el operador acordó otros límites, defina invoiceMinCop e invoiceMaxCop',
      },
    )
  }
