import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settlement, somePaid } from './told.ts'

/** JSON as the service spells it. */
export type Told = Record<string, unknown>

/** The service's contents of one slot; a story changes them between two nights. */
export interface ToldSlot {
  settlement: Told | null
  invoices: unknown[]
  /** Answers the list differently from page by page. */
  list?: (query: URLSearchParams) => Answer | null
  /** Answers the settlement differently; called with the number of earlier requests. */
  settle?: (asked: number) => Answer | null
}

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
  /** The answer is sent after this resolves. */
  readonly after?: Promise<void>
}

/** A small service controlled by a story: real HTTP, on a free port, with the story's own Date. */
export const startService = async (now: () => number) => {
  const slots = new Map<string, ToldSlot>()
  const byId = new Map<string, Told>()
  const loose: Told[] = []
  const asked: string[] = []
  const askedSettlement = new Map<string, number>()
  let refuse: ((path: string) => Answer | null) | null = null

  const settlementAnswer = (name: string): Answer => {
    const slot = slots.get(name)
    const before = askedSettlement.get(name) ?? 0
    askedSettlement.set(name, before + 1)
    const special = slot?.settle?.(before)
    if (special) return special
    return slot?.settlement ? { body: slot.settlement } : { status: 404, body: { error: 'Not found' } }
  }

  /** Lists without a cycle, of a settlement date or of a payment date: the slots' invoices, and those in no slot. */
  const listedBeside = (query: URLSearchParams): readonly unknown[] => {
    const [date, paidOn] = [query.get('settlementDate'), query.get('paymentDate')]
    if (query.has('settlementCycle')) return []
    const all = [...[...slots.values()].flatMap(({ invoices }) => invoices as Told[]), ...loose]
    return all.filter(
      ({ settlementDate, paymentDate }) =>
        (date === null || settlementDate === date) && (paidOn === null || String(paymentDate).startsWith(paidOn)),
    )
  }

  const listAnswer = (query: URLSearchParams): Answer => {
    const slot = slots.get(`${query.get('settlementDate')} ${query.get('settlementCycle')}`)
    const special = slot?.list?.(query)
    if (special) return special
    const listed = slot?.invoices ?? listedBeside(query)
    const from = Number(query.get('cursor') ?? 0)
    const to = from + Number(query.get('limit') ?? 20)
    const items = listed.slice(from, to)
    return { body: { items, cursor: to < listed.length ? String(to) : null, count: items.length } }
  }

  const answerTo = (url: URL): Answer => {
    const special = refuse?.(url.pathname + url.search)
    if (special) return special
    const [, , resource, first = '', second = ''] = url.pathname.split('/').map(decodeURIComponent)
    if (resource === 'settlements') return settlementAnswer(`${first} ${second}`)
    if (resource !== 'invoices') return { status: 404, body: { error: 'No such path' } }
    if (first === '') return listAnswer(url.searchParams)
    const invoice = byId.get(first)
    return invoice ? { body: invoice } : { status: 404, body: { error: 'Unknown invoice' } }
  }

  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${request.method} ${request.url}`)
    const { status = 200, headers = {}, body, after } = answerTo(new URL(request.url ?? '/', 'http://service'))
    await after
    response.writeHead(status, { 'content-type': 'application/json', date: new Date(now()).toUTCString(), ...headers })
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const tell = (date: string, cycle: string, told: Partial<ToldSlot>): ToldSlot => {
    const slot = { settlement: null, invoices: [], ...told }
    slots.set(`${date} ${cycle}`, slot)
    return slot
  }
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    /** Every request made so far. */
    asked,
    byId,
    /** Invoices that no slot lists, but a list without a cycle does. */
    loose,
    /** Sets the service's contents of a slot. */
    tell,
    /** Sets a slot to these invoices, or to so many paid ones, and to the settlement of them. */
    tellSettled: (date: string, cycle: string, listed: readonly Told[] | number, instead: Told = {}): ToldSlot => {
      const invoices = typeof listed === 'number' ? somePaid(date, cycle, listed) : [...listed]
      return tell(date, cycle, { settlement: settlement(date, cycle, invoices, instead), invoices })
    },
    /** Answers before everything else; null lets the request through. */
    refuse: (how: ((path: string) => Answer | null) | null): void => {
      refuse = how
    },
    close: (): Promise<void> =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Service = Awaited<ReturnType<typeof startService>>
