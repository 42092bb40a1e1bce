import type { Assumptions } from '../assumptions.ts'
import type { Fault } from '../fault.ts'
import {
  type InvoiceRow,
  type InvoiceToCreate,
  type PageQuery,
  type WrittenPage,
  writeInvoice,
} from '../invoices/invoices.ts'
import { renderingAtCreation, renderingOf } from '../invoices/rendering-of.ts'
import type { SandboxMerchant } from '../merchants.ts'
import { settlementBody } from '../settlements/settlements.ts'
import { isDay, MINUTE_MS } from '../time/clock.ts'
import type { World } from '../world.ts'
import { json, jsonText, type SandboxAnswer, type SandboxRequest } from './answer.ts'
import { type Fields, readFields } from './fields.ts'
import { readCursor, readListQuery, writeCursor } from './list-query.ts'
import { RequestRefusal } from './refusal.ts'

/** The nine kinds of document (api.md, Create invoice). */
const DOCUMENT_TYPES = ['cc', 'ce', 'nit', 'ti', 'ps', 'cif', 'ne', 'rc', 'ppt'] as const

const LINK_MINUTES = 5
const TEXTS = ['reference', 'description', 'customerDocumentNumber', 'customerName', 'contract'] as const
/** Fields with a minimum length of 1; api.md has none for name and contract. */
const NEVER_EMPTY: readonly string[] = ['reference', 'description', 'customerDocumentNumber']
const KNOWN: readonly string[] = [...TEXTS, 'amount', 'redirectUrl', 'customerDocumentType']

/** `customerDocumentNumber` becomes `Customer document number`, the way the documented messages name a field. */
const fieldInWords = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} (${name})`
}

interface InvoiceRequest {
  readonly reference: string | null
  readonly amount: number
  readonly description: string
  readonly redirectUrl: string | null
  readonly document: string
  readonly documentType: string | null
  readonly customerName: string | null
  readonly contract: string
}

const text = (fields: Fields, name: (typeof TEXTS)[number]): string | null => {
  const value = fields[name]
  if (value === undefined) return null
  if (typeof value !== 'string') throw new RequestRefusal(400, `${fieldInWords(name)} must be a string`)
  if (value === '' && NEVER_EMPTY.includes(name))
    throw new RequestRefusal(400, `${fieldInWords(name)} must have at least 1 character`)
  // Half of a surrogate pair is not a character, and would come back changed.
  if (/\p{Surrogate}/u.test(value)) throw new RequestRefusal(400, `${fieldInWords(name)} must be well-formed Unicode`)
  return value
}

const amountOf = (fields: Fields, { leastAmount, greatestAmount }: Assumptions): number => {
  const { amount } = fields
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount))
    throw new RequestRefusal(400, 'Amount must be an integer')
  if (amount < leastAmount || amount > greatestAmount) {
    throw new RequestRefusal(400, `Amount must be from ${leastAmount} to ${greatestAmount}`)
  }
  return amount
}

const redirectUrlOf = ({ redirectUrl }: Fields): string | null => {
  if (redirectUrl === undefined) return null
  const usable = typeof redirectUrl === 'string' && URL.canParse(redirectUrl) && /^https?:\/\/\S+$/i.test(redirectUrl)
  if (!usable) throw new RequestRefusal(400, `${fieldInWords('redirectUrl')} must be an http or https URL`)
  return redirectUrl
}

const documentTypeOf = ({ customerDocumentType }: Fields): string | null => {
  if (customerDocumentType === undefined) return null
  const known = DOCUMENT_TYPES.find((type) => type === customerDocumentType)
  if (known === undefined) {
    throw new RequestRefusal(400, `${fieldInWords('customerDocumentType')} must be one of ${DOCUMENT_TYPES.join(', ')}`)
  }
  return known
}

/** Checks every field and constraint of api.md, and names the first violation. */
const readInvoiceRequest = (fields: Fields, assumed: Assumptions): InvoiceRequest => {
  const unknown = Object.keys(fields).find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) throw new RequestRefusal(400, `Field ${unknown.slice(0, 40)} is not known`)
  const missing = assumed.mandatoryFields.find((name) => fields[name] === undefined)
  if (missing !== undefined) throw new RequestRefusal(400, `${fieldInWords(missing)} is required`)
  return {
    reference: text(fields, 'reference'),
    amount: amountOf(fields, assumed),
    description: text(fields, 'description') ?? '',
    redirectUrl: redirectUrlOf(fields),
    document: text(fields, 'customerDocumentNumber') ?? '',
    documentType: documentTypeOf(fields),
    customerName: text(fields, 'customerName'),
    // An empty contract counts as absent, and an absent one has a default.
    contract: text(fields, 'contract') || '00000',
  }
}

/** A new invoice: ready, with a link valid for five minutes (api.md, Limits). */
const newInvoice = (request: InvoiceRequest, merchant: number, id: string, now: number): InvoiceToCreate => ({
  merchant,
  id,
  reference: request.reference,
  status: 'ready',
  amount: request.amount,
  description: request.description,
  contract: request.contract,
  document: request.document,
  document_type: request.documentType,
  customer_name: request.customerName,
  redirect_url: request.redirectUrl,
  created_at: now,
  expires_at: now + LINK_MINUTES * MINUTE_MS,
  busy_until: null,
  paid_at: null,
  paid_day: null,
  method: null,
  source: null,
  paid: null,
  date: null,
  cycle: null,
  payment_id: null,
  seeded: 0,
  patch: null,
})

type Endpoint = (
  world: World,
  merchant: SandboxMerchant,
  request: SandboxRequest,
  parameters: readonly string[],
) => Promise<SandboxAnswer> | SandboxAnswer

const createInvoice: Endpoint = async (world, merchant, request) => {
  const wanted = readInvoiceRequest(await readFields(request), world.assumed)
  const { reference } = wanted
  if (reference !== null && world.invoices.referenceTaken(merchant.number, reference)) {
    throw new RequestRefusal(400, 'Reference (reference) is already used by another invoice')
  }
  const now = world.clock.now()
  const id = world.identifiers.invoice(world.notes.count('invoices'), now)
  world.invoices.add(newInvoice(wanted, merchant.number, id, now))
  return jsonText(
    world.assumed.creationStatus,
    writeInvoice(invoiceOf(world, merchant, id), renderingAtCreation(world)),
  )
}

/** The start of the next page: after the last invoice of this one, or earlier when a fault makes pages overlap. */
const nextPageAfter = (
  world: World,
  reading: PageQuery,
  page: WrittenPage,
  fault: Fault | undefined,
): number | undefined => {
  if (page.nextAfter === undefined || fault?.do !== 'overlap') return page.nextAfter
  return world.invoices.list(reading).at(-1 - Math.min(fault.items, page.count - 1))?.number
}

const listInvoices: Endpoint = (world, merchant, { query, fault }) => {
  const { filters, limit, cursor } = readListQuery(query)
  const bound = { merchant: merchant.number, filters }
  const secret = `${world.seed}:cursors`
  const place = cursor === undefined ? undefined : readCursor(secret, cursor, bound)
  if (fault?.do === 'empty-page') {
    return json(200, { items: [], cursor: writeCursor(secret, place ?? 0, bound, 1), count: 0 })
  }
  const reading = {
    ...bound,
    after: place || undefined,
    limit,
    newestFirst: world.assumed.listOrder === 'newest-first',
  }
  const page = world.invoices.page(reading)
  const last = nextPageAfter(world, reading, page, fault)
  const next = last === undefined ? null : writeCursor(secret, last, bound)
  return jsonText(200, [page.begun, Buffer.from(`"cursor":${JSON.stringify(next)},"count":${page.count}}`)])
}

const invoiceOf = (world: World, merchant: SandboxMerchant, id: string): InvoiceRow => {
  const invoice = world.invoices.get(id, merchant.number)
  if (invoice === undefined) throw new RequestRefusal(world.assumed.unknownInvoiceStatus, 'Invoice not found')
  return invoice
}

const getInvoice: Endpoint = (world, merchant, _asked, [id = '']) =>
  jsonText(200, writeInvoice(invoiceOf(world, merchant, id), renderingOf(world)))

const getSettlement: Endpoint = (world, merchant, _asked, [date = '', cycle = '']) => {
  if (!isDay(date)) throw new RequestRefusal(400, 'Path parameter date must be a date (YYYY-MM-DD)')
  const settlement = world.settlements.get(merchant.number, { date, cycle })
  if (settlement === undefined) throw new RequestRefusal(world.assumed.unknownSettlementStatus, 'Settlement not found')
  return json(200, settlementBody(settlement))
}

interface Route {
  readonly path: RegExp
  readonly methods: Readonly<Record<string, Endpoint>>
}

/** The four endpoints; there are no others (api.md, Endpoints). */
const ROUTES: readonly Route[] = [
  { path: /^\/v1\/invoices$/, methods: { GET: listInvoices, POST: createInvoice } },
  { path: /^\/v1\/invoices\/([^/]+)$/, methods: { GET: getInvoice } },
  { path: /^\/v1\/settlements\/([^/]+)\/([^/]+)$/, methods: { GET: getSettlement } },
]

const merchantOf = (world: World, request: SandboxRequest): SandboxMerchant => {
  const [, token] = /^Bearer +(\S+)$/i.exec(String(request.headers.authorization ?? '')) ?? []
  const merchant = token === undefined ? undefined : world.merchants.byKey(token)
  if (merchant === undefined)
    throw new RequestRefusal(401, 'Invalid or missing token', { 'www-authenticate': 'Bearer' })
  return merchant
}

const decodeOrRefuse = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new RequestRefusal(400, 'Path is not valid percent-encoding')
  }
}

/** Answers a request under /v1. The key is checked first, so that nobody learns without one what exists. */
export const answerApi = (world: World, request: SandboxRequest): Promise<SandboxAnswer> | SandboxAnswer => {
  const merchant = merchantOf(world, request)
  for (const { path, methods } of ROUTES) {
    const match = path.exec(request.path)
    if (match === null) continue
    const endpoint = methods[request.method]
    if (endpoint === undefined)
      throw new RequestRefusal(405, 'Method not allowed', { allow: Object.keys(methods).join(', ') })
    return endpoint(world, merchant, request, match.slice(1).map(decodeOrRefuse))
  }
  throw new RequestRefusal(404, 'Not found')
}
