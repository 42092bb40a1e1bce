/**
 * The local server in a separate process, so that its cost is not measured. It keeps every page of its scene in memory,
 * and prints its port.
 */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scene, SceneSlot } from '../scene.ts'
import { draw, mixed } from '../tool.ts'

const FIRST_NAMES = ['María Fernanda', 'José Andrés', 'Íngrid', 'Óscar Iván', 'Luz Ángela', 'Julián', 'Sofía'] as const
const LAST_NAMES = ['Gutiérrez Peña', 'Muñoz', 'Rodríguez', 'Ordóñez Gómez', 'Cárdenas', 'Nariño', 'López'] as const
const BUILDINGS = ['Los Álamos', 'El Bosque', 'Bolívar', 'Niquía'] as const
const METHODS = ['pse', 'nequiButton', 'bancolombiaButton', 'breb', 'card'] as const
const SOURCES = ['whatsapp', 'portal', 'link'] as const
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
/** api.md, Limits: the largest page, which the job requests. */
const PAGE_LIMIT = 100
/** The place of each draw of an invoice; a uuid takes four. */
const PLACE = {
  id: 0,
  payment: 4,
  amount: 8,
  time: 9,
  document: 10,
  name: 11,
  flat: 12,
  method: 13,
  contract: 14,
  cursor: 15,
}

interface Placed {
  readonly slot: SceneSlot
  readonly seed: number
  readonly index: number
}

const seedOf = (text: string): number =>
  [...text].reduce((seed, character) => mixed(seed ^ (character.codePointAt(0) ?? 0)), 0x811c9dc5)

const pick = <T>(choices: readonly [T, ...T[]], drawn: number): T => choices[drawn % choices.length] ?? choices[0]

/** Eight hex digits. */
const drawHex = (seed: number, index: number, place: number): string =>
  draw(seed, index, place).toString(16).padStart(8, '0')

/** A paid invoice of the slot, with every field of api.md: about 570 bytes of JSON. */
const invoiceAt = (at: Placed): Record<string, string | number> => {
  const { slot, seed, index } = at
  const drawn = (place: number): number => draw(seed, index, place)
  const [id, amount, created, method] = [idAt(at), amountAt(at), createdAt(at), drawn(PLACE.method)]
  return {
    id,
    reference: `ARR-${slot.date}-${slot.cycle}-${index}`,
    status: 'paid',
    amount,
    description: `Arriendo apto ${101 + (drawn(PLACE.flat) % 900)}, ${pick(BUILDINGS, drawn(PLACE.flat))}`,
    contract: String(drawn(PLACE.contract) % 100_000).padStart(5, '0'),
    expirationDate: moment(created + 5 * MINUTE),
    customerDocumentNumber: String(10_000_000 + (drawn(PLACE.document) % 1_100_000_000)),
    customerName: `${pick(FIRST_NAMES, drawn(PLACE.name))} ${pick(LAST_NAMES, drawn(PLACE.flat))}`,
    createdAt: moment(created),
    paymentDate: moment(created + (1 + (method % 4)) * MINUTE),
    paymentMethod: pick(METHODS, method),
    paymentSource: pick(SOURCES, method),
    paymentAmount: amount,
    settlementDate: slot.date,
    settlementTime: slot.cycle,
    paymentId: `${drawHex(seed, index, PLACE.payment)}${drawHex(seed, index, PLACE.payment + 1)}`,
    paymentUrl: `https://pagos.example/f/${id.slice(0, 8)}`,
  }
}

/** In the form of a version 4 UUID, and so in no order of time. */
const idAt = ({ seed, index }: Placed): string => {
  const word = (place: number): string => drawHex(seed, index, PLACE.id + place)
  const [b, c] = [word(1), word(2)]
  return `${word(0)}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${word(3)}`
}

const amountAt = ({ seed, index }: Placed): number => 350_000 + (draw(seed, index, PLACE.amount) % 38_000) * 100

/** Some second of the day before the settlement. */
const createdAt = ({ slot, seed, index }: Placed): number =>
  Date.parse(`${slot.date}T00:00:00Z`) - DAY + (draw(seed, index, PLACE.time) % (DAY / 1_000)) * 1_000

const moment = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`

const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** The answers for one slot: its settlement, whose totals the pages add up to, and the page of each cursor. */
const preparedSlot = (slot: SceneSlot) => {
  const seed = seedOf(`${slot.date} ${slot.cycle}`)
  const count = Math.max(1, Math.ceil(slot.invoices / PAGE_LIMIT))
  const cursors = Array.from({ length: count }, (_, page) =>
    page === 0
      ? ''
      : Buffer.from(JSON.stringify({ after: drawHex(seed, page, PLACE.cursor), page })).toString('base64url'),
  )
  let collected = 0
  const pages = cursors.map((cursor, page) => {
    const length = Math.min(PAGE_LIMIT, slot.invoices - page * PAGE_LIMIT)
    const items = Array.from({ length }, (_, item) => {
      const at = { slot, seed, index: page * PAGE_LIMIT + item }
      collected += amountAt(at)
      return invoiceAt(at)
    })
    return [cursor, bytesOf({ items, cursor: cursors[page + 1] ?? null, count: items.length })] as const
  })
  const fees = Math.round(collected * 0.0119)
  const { date, cycle, invoices: numberOfInvoices } = slot
  const sums = { amountCollected: collected, fees, feesPostpaid: false, adjustments: 0, gateway: false }
  const settlement = { date, cycle, status: 'credited', numberOfInvoices, ...sums, paymentAmount: collected - fees }
  return { settlement: bytesOf(settlement), pages: new Map(pages) }
}

const scene: Scene = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const prepared = new Map(scene.map((slot) => [`${slot.date}/${slot.cycle}`, preparedSlot(slot)]))

/** The answer to a GET of that path and query. */
const answerTo = (target: string): readonly [status: number, body: Buffer] => {
  const { pathname, searchParams: query } = new URL(target, 'http://localhost')
  const ofSettlement = prepared.get(pathname.replace('/v1/settlements/', ''))
  if (ofSettlement !== undefined) return [200, ofSettlement.settlement]
  if (pathname !== '/v1/invoices') return [404, bytesOf({ error: 'Not found' })]
  if (query.get('limit') !== String(PAGE_LIMIT)) return [400, bytesOf({ error: `Pages have ${PAGE_LIMIT}` })]
  const slot = prepared.get(`${query.get('settlementDate')}/${query.get('settlementCycle')}`)
  if (slot === undefined) return [200, bytesOf({ items: [], cursor: null, count: 0 })]
  const page = slot.pages.get(query.get('cursor') ?? '')
  return page === undefined ? [400, bytesOf({ error: 'Unknown cursor' })] : [200, page]
}

const send = (response: ServerResponse, [status, body]: readonly [number, Buffer]): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

const server = createServer((request, response) => send(response, answerTo(request.url ?? '/')))
// The connection must stay open while a client pauses between two pages to write.
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`),
)
