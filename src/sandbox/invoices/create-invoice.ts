import type { Assumptions } from '../assumptions.ts'
import type { Fields } from '../http/fields.ts'
import { RequestRefusal } from '../http/refusal.ts'
import { MINUTE_MS } from '../time/clock.ts'
import type { InvoiceToCreate } from './invoices.ts'

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

export interface InvoiceRequest {
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
export const readInvoiceRequest = (fields: Fields, assumed: Assumptions): InvoiceRequest => {
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
export const newInvoice = (request: InvoiceRequest, merchant: number, id: string, now: number): InvoiceToCreate => ({
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
