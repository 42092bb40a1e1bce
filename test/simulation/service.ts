import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Body, type Fault, nameOf, type SlotKey } from './story.ts'
import { holdingOf, pagesOf, paidOn, type World, wholeDate } from './world.ts'

/** The service's contents, the trouble of the night, and its clock. */
export interface Scene {
  readonly world: World
  readonly faults: readonly Fault[]
  readonly now: number
  /** Whether the key is refused. */
  readonly refuses?: boolean
}

/** A small service written only from its description: real HTTP on a free port. */
export interface PlayedService {
  readonly baseUrl: string
  readonly play: (scene: Scene) => void
  /** The requests of the scene so far. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

type At = Fault['at']

export const startPlayedService = async (): Promise<PlayedService> => {
  let scene: Scene = { world: { slots: new Map(), departed: new Map() }, faults: [], now: 0 }
  const asked: string[] = []
  /** How often each request was made, and how often a settlement was answered. */
  let met = new Map<string, number>()
  let answered = new Map<string, number>()
  const count = (counts: Map<string, number>, name: string): number => {
    counts.set(name, (counts.get(name) ?? 0) + 1)
    return counts.get(name) ?? 0
  }

  const faultAt = (slot: SlotKey, at: At): Fault | undefined =>
    scene.faults.find((fault) => {
      if (nameOf(fault) !== nameOf(slot) || fault.at !== at) return false
      return (met.get(`${nameOf(slot)} ${at} ${fault.kind}`) ?? 0) < fault.times
    })

  const settlement = (response: ServerResponse, slot: SlotKey) => {
    const before = answered.get(nameOf(slot)) ?? 0
    const fault = faultAt(slot, before === 0 ? 'settlement' : 'settlement-again')
    const body = holdingOf(scene.world, slot).settlement
    if (fault !== undefined) count(met, `${nameOf(slot)} ${fault.at} ${fault.kind}`)
    if (fault !== undefined && fault.kind !== 'moved') return sendFault(response, fault, scene.now)
    count(answered, nameOf(slot))
    if (body === null) return send(response, 404, { error: 'No such settlement' }, scene.now)
    send(response, 200, fault === undefined ? body : { ...body, status: `moving-${before}` }, scene.now)
  }

  const list = (response: ServerResponse, query: URLSearchParams) => {
    const slot = { date: query.get('settlementDate') ?? '', cycle: query.get('settlementCycle') ?? '' }
    const place = Number((query.get('cursor') ?? 'p0').slice(1))
    if (slot.cycle === '') {
      const day = query.get('paymentDate')
      const holding = day === null ? wholeDate(scene.world, slot.date) : paidOn(scene.world, day)
      const page = pagesOf(holding, Number(query.get('limit') ?? 20))[place]
      return page === undefined
        ? send(response, 400, { error: 'Invalid cursor' }, scene.now)
        : send(response, 200, page.body, scene.now)
    }
    const fault = faultAt(slot, place)
    if (fault !== undefined) {
      count(met, `${nameOf(slot)} ${place} ${fault.kind}`)
      return sendFault(response, fault, scene.now)
    }
    const page = pagesOf(holdingOf(scene.world, slot), Number(query.get('limit') ?? 20))[place]
    if (page === undefined) return send(response, 400, { error: 'Invalid cursor' }, scene.now)
    send(response, 200, page.body, scene.now)
  }

  const invoice = (response: ServerResponse, id: string) => {
    const body = scene.world.departed.get(id)
    send(response, body === undefined ? 404 : 200, body ?? { error: 'No such invoice' }, scene.now)
  }

  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const url = new URL(request.url ?? '/', 'http://service')
    const [, , resource, first = '', second = ''] = url.pathname.split('/').map(decodeURIComponent)
    if (scene.refuses === true) return send(response, 401, { error: 'Invalid or missing token' }, scene.now)
    if (resource === 'settlements') return settlement(response, { date: first, cycle: second })
    if (resource !== 'invoices') return send(response, 404, { error: 'No such path' }, scene.now)
    if (first === '') return list(response, url.searchParams)
    invoice(response, first)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    play: (next) => {
      scene = next
      met = new Map()
      answered = new Map()
      asked.length = 0
    },
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const send = (response: ServerResponse, status: number, body: Body | readonly unknown[], now: number): void => {
  response.writeHead(status, { 'content-type': 'application/json', date: new Date(now).toUTCString() })
  response.end(JSON.stringify(body))
}

const sendFault = (response: ServerResponse, { kind }: Fault, now: number) => {
  const date = new Date(now).toUTCString()
  const json = { 'content-type': 'application/json', date }
  if (kind === 'reset') return void response.destroy()
  if (kind === 'cut') {
    response.writeHead(200, { ...json, 'content-length': '4000' })
    response.write('{"items":[')
    setImmediate(() => response.destroy())
    return
  }
  if (kind === 'junk') return void response.writeHead(200, json).end('{"items":[}')
  if (kind === 'array') return void response.writeHead(200, json).end('[]')
  if (kind === 'html-404') return void response.writeHead(404, { 'content-type': 'text/html', date }).end('<p>Gone</p>')
  if (kind === '302') return void response.writeHead(302, { ...json, location: '/v1/elsewhere' }).end()
  const after = kind === '429' ? { 'retry-after': '1' } : {}
  response.writeHead(Number(kind), { ...json, ...after }).end(JSON.stringify({ error: 'Trouble' }))
}
