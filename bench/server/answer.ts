import { PAGE_LIMIT, type PreparedSlot } from './pages.ts'

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** Prepared slots by `date/cycle`. */
export type Prepared = ReadonlyMap<string, PreparedSlot>

/** The answer to a GET of that path and query. */
export const answerTo = (prepared: Prepared, target: string): Answer => {
  const url = new URL(target, 'http://localhost')
  if (url.pathname.startsWith('/v1/settlements/')) return settlement(prepared, url.pathname)
  if (url.pathname === '/v1/invoices') return page(prepared, url.searchParams)
  return refusal(404, 'Not found')
}

const settlement = (prepared: Prepared, path: string): Answer => {
  const found = prepared.get(path.slice('/v1/settlements/'.length))
  return found === undefined ? refusal(404, 'Settlement not found') : { status: 200, body: found.settlement }
}

const page = (prepared: Prepared, query: URLSearchParams): Answer => {
  if (query.get('limit') !== String(PAGE_LIMIT)) return refusal(400, `Pages are prepared for a limit of ${PAGE_LIMIT}`)
  const slot = prepared.get(`${query.get('settlementDate')}/${query.get('settlementCycle')}`)
  if (slot === undefined) return { status: 200, body: EMPTY }
  const cursor = query.get('cursor')
  const body = slot.pages[cursor === null ? 0 : (slot.cursors.get(cursor) ?? -1)]
  return body === undefined ? refusal(400, 'Unknown cursor') : { status: 200, body }
}

const EMPTY = Buffer.from('{"items":[],"cursor":null,"count":0}')

const refusal = (status: number, error: string): Answer => ({ status, body: Buffer.from(JSON.stringify({ error })) })
