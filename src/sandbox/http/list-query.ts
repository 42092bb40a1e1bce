import { hash } from 'node:crypto'
import { isDay } from '../time/clock.ts'
import { RequestRefusal } from './refusal.ts'

/** The six filters of the list (api.md, List invoices). */
export interface InvoiceFilters {
  readonly reference?: string
  readonly customerDocumentNumber?: string
  readonly contract?: string
  readonly paymentDate?: string
  readonly settlementDate?: string
  readonly settlementCycle?: string
}

interface ListQuery {
  readonly filters: InvoiceFilters
  readonly limit: number
  readonly cursor: string | undefined
}

const DEFAULT_LIMIT = 20
const LIMIT_MAX = 100
const TEXT_FILTERS = ['reference', 'customerDocumentNumber', 'contract', 'settlementCycle'] as const
const DAY_FILTERS = ['paymentDate', 'settlementDate'] as const
const KNOWN: readonly string[] = [...TEXT_FILTERS, ...DAY_FILTERS, 'limit', 'cursor']

/** A given parameter must have exactly one value. */
const single = (parameters: URLSearchParams, name: string): string | undefined => {
  const values = parameters.getAll(name)
  if (values.length > 1) throw new RequestRefusal(400, `Query parameter ${name} must be given once`)
  if (values[0] === '') throw new RequestRefusal(400, `Query parameter ${name} must not be empty`)
  return values[0]
}

const day = (parameters: URLSearchParams, name: string): string | undefined => {
  const text = single(parameters, name)
  if (text !== undefined && !isDay(text))
    throw new RequestRefusal(400, `Query parameter ${name} must be a date (YYYY-MM-DD)`)
  return text
}

const limitOf = (parameters: URLSearchParams): number => {
  const text = single(parameters, 'limit')
  if (text === undefined) return DEFAULT_LIMIT
  const limit = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > LIMIT_MAX) {
    throw new RequestRefusal(400, `Query parameter limit must be an integer from 1 to ${LIMIT_MAX}`)
  }
  return limit
}

export const readListQuery = (parameters: URLSearchParams): ListQuery => {
  const unknown = [...parameters.keys()].find((name) => !KNOWN.includes(name))
  // A misspelt filter that is ignored would answer with all invoices.
  if (unknown !== undefined) throw new RequestRefusal(400, `Query parameter ${unknown.slice(0, 40)} is not known`)
  const filters: Record<string, string> = {}
  for (const name of TEXT_FILTERS) {
    const text = single(parameters, name)
    if (text !== undefined) filters[name] = text
  }
  for (const name of DAY_FILTERS) {
    const text = day(parameters, name)
    if (text !== undefined) filters[name] = text
  }
  return { filters, limit: limitOf(parameters), cursor: single(parameters, 'cursor') }
}

/** The merchant and the filters that a cursor is valid for. */
interface Bound {
  readonly merchant: number
  readonly filters: InvoiceFilters
}

const NUMBER_BYTES = 6
const PLACE_BYTES = NUMBER_BYTES + 1
const TAG_BYTES = 12

const tagOf = (secret: string, place: Buffer, { merchant, filters }: Bound): Buffer => {
  const request = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  const sealed = JSON.stringify([secret, place.toString('hex'), merchant, request])
  return hash('sha256', sealed, 'buffer').subarray(0, TAG_BYTES)
}

/** Hides the position, so that cursors stay opaque and nobody computes with them. */
const xorBytes = (place: Buffer, tag: Buffer): Buffer =>
  Buffer.from(place.map((byte, index) => byte ^ (tag[index] ?? 0)))

/** `edition` distinguishes two cursors for one position; a correct service has only one. */
export const writeCursor = (secret: string, after: number, bound: Bound, edition = 0): string => {
  const place = Buffer.alloc(PLACE_BYTES)
  place.writeUIntBE(after, 0, NUMBER_BYTES)
  place.writeUInt8(edition, NUMBER_BYTES)
  const tag = tagOf(secret, place, bound)
  return Buffer.concat([tag, xorBytes(place, tag)]).toString('base64url')
}

/** The position of a cursor; refused when the cursor is not ours, or belongs to another list. */
export const readCursor = (secret: string, text: string, bound: Bound): number => {
  const bytes = Buffer.from(text, 'base64url')
  const tag = bytes.subarray(0, TAG_BYTES)
  const place = xorBytes(bytes.subarray(TAG_BYTES), tag)
  const ours =
    place.length === PLACE_BYTES && bytes.toString('base64url') === text && tagOf(secret, place, bound).equals(tag)
  if (!ours) throw new RequestRefusal(400, 'Query parameter cursor is invalid, or belongs to other filters')
  return place.readUIntBE(0, NUMBER_BYTES)
}
