import { isDay } from '../time/day-at.ts'
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

export interface ListQuery {
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
