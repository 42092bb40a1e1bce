import { setTimeout as wait } from 'node:timers/promises'
import { invoiceDocument } from '../../reports/documents/invoice-document.ts'
import { settlementDocument } from '../../reports/documents/settlement-document.ts'
import { requireService, type Settings } from '../config/settings.ts'
import { statusCounts } from '../domain/invoice.ts'
import type { InvoiceFilter } from '../domain/invoice-filter.ts'
import { type Centavos, fromPesos } from '../domain/money.ts'
import { DOCUMENT_TYPES, type DocumentType, type NewInvoice } from '../domain/new-invoice.ts'
import { type Client, createClient as openClient } from '../service/client.ts'
import { creationError } from '../service/creation-error.ts'
import { CuadreError } from '../std/errors.ts'
import type { CuadreSettings } from './cuadre-settings.ts'
import { documentOf } from './document-of.ts'
import type { InvoiceDocument, MalformedRecordDocument, SettlementDocument } from './documents/invoice-document.ts'
import { cycleIn, dateIn, misuse, slotIn } from './job-request.ts'
import { loadProgramSettings } from './load-program-settings.ts'

export type { InvoiceDocument, MalformedRecordDocument, SettlementDocument } from './documents/invoice-document.ts'
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
export const createClient = (options: ClientSettings): ServiceClient => {
  const { settings } = loadProgramSettings(options)
  const client = clientOf(settings)
  const closing = new AbortController()
  const context = () => client.slotContext(closing.signal)
  return {
    settlement: async (date, cycle) => {
      const { settlement } = await client.settlement(slotIn(date, cycle), context())
      return settlement === null ? null : documentOf<SettlementDocument>(settlementDocument(settlement))
    },
    invoice: async (id) => {
      const { invoice, paymentUrl } = await client.invoice(id, context())
      return invoice === null ? null : documentOf<InvoiceDocument>(invoiceDocument({ invoice, paymentUrl }))
    },
    invoices: async function* (query = {}, onMalformed = refuseMalformed) {
      for await (const { records } of client.pagesForPerson(filterIn(query), context())) {
        for (const parsed of records) {
          if (parsed.kind === 'shown') yield documentOf<InvoiceDocument>(invoiceDocument(parsed))
          else onMalformed(parsed.record)
        }
      }
    },
    createInvoice: async (order) => {
      const creation = await client.create(newInvoice(order, settings), context())
      if (creation.kind !== 'created') throw creationError(creation)
      return documentOf(invoiceDocument(creation))
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

const filterIn = ({ paymentDate, date, cycle, ...texts }: InvoiceQuery): InvoiceFilter => ({
  ...texts,
  paymentDate: paymentDate === undefined ? undefined : dateIn(paymentDate),
  date: date === undefined ? undefined : dateIn(date),
  cycle: cycle === undefined ? undefined : cycleIn(cycle),
})

const newInvoice = (order: InvoiceOrder, limits: Pick<Settings, 'invoiceMin' | 'invoiceMax'>): NewInvoice => {
  const { reference, description, redirectUrl, customerDocument, documentType = null } = order
  for (const [name, text] of Object.entries({ reference, description, customerDocument }))
    if (typeof text !== 'string' || text.trim() === '') throw misuse(`${name} is blank`, 'give it a value')
  if (!URL.canParse(redirectUrl)) throw misuse('redirectUrl is not a valid URL', 'write a whole one: https://...')
  if (documentType !== null && !Object.hasOwn(DOCUMENT_TYPES, documentType))
    throw misuse('documentType is not known', `give one of ${Object.keys(DOCUMENT_TYPES).join(', ')}`)
  const { customerName = null, contract = null } = order
  const amount = amountIn(order.amount, limits)
  return { reference, amount, description, redirectUrl, customerDocument, documentType, customerName, contract }
}

const amountIn = (pesos: number, { invoiceMin, invoiceMax }: Pick<Settings, 'invoiceMin' | 'invoiceMax'>): Centavos => {
  const amount = Number.isSafeInteger(pesos) ? fromPesos(pesos) : null
  if (amount === null) throw misuse('amount is not a whole number of pesos', 'give one: 1850000')
  if (amount >= invoiceMin && amount <= invoiceMax) return amount
  throw misuse('amount is beyond the limits', 'where the operator arranged others, set invoiceMinCop and invoiceMaxCop')
}
