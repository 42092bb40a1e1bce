import { once } from 'node:events'
import { copyFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { asCycle, asSlotDate, type Slot } from '../../../src/core/slot.ts'
import { type Client, createClient } from '../../../src/service/client.ts'
import { maskAnswer } from '../../../src/service/http/mask-answer.ts'
import { readFetchedInvoice } from '../../../src/service/wire/read-invoice.ts'
import { rereadPage, rereadSettlement } from '../../../src/service/wire/wire-page.ts'
import { parseJson } from '../../../src/std/json/parse-json.ts'
import { NOW, statusAmong } from '../../typed.ts'
import type { Door } from '../door.ts'
import { refusedOr } from '../run-door.ts'
import { chosenBy, READERS } from './program.ts'

/** A paid invoice as documented in api.md. */
const INVOICE = {
  ...{ id: 'inv-1', reference: 'R-1', status: 'paid', amount: 305_000.25, description: 'Arriendo marzo' },
  ...{ contract: '00000', expirationDate: '2026-03-12T10:05:00.000Z', customerDocumentNumber: '0012345678' },
  ...{ customerName: 'Ana Peña', createdAt: '2026-03-12T10:00:00.000Z', paymentDate: '2026-03-12T10:01:00.000Z' },
  ...{ paymentMethod: 'pse', paymentSource: 'link', paymentAmount: 305_000.25, settlementDate: '2026-03-12' },
  ...{ settlementTime: '11', paymentId: 'pay-1', paymentUrl: 'https://pay.example/inv-1' },
}

const SETTLEMENT = {
  ...{ date: '2026-03-12', cycle: '11', status: 'paid', numberOfInvoices: 2, amountCollected: 610_000.5, fees: 1200 },
  ...{ feesPostpaid: false, adjustments: -300.25, gateway: false, paymentAmount: 608_500.25 },
}

const PAGE = { items: [INVOICE, { ...INVOICE, id: 'inv-2', status: 'chargeback' }], cursor: null, count: 2 }

const ANSWERS: readonly Buffer[] = [PAGE, { ...PAGE, cursor: 'c-2' }, SETTLEMENT, INVOICE, { error: 'not found' }].map(
  (answer) => Buffer.from(JSON.stringify(answer)),
)

const notification = (type: string, data: unknown) =>
  Buffer.from(JSON.stringify({ webhookId: 'w-1', timestamp: '2026-03-13T03:30:30.000Z', type, data }))

export const NOTIFICATIONS: readonly Buffer[] = [
  notification('settlement', SETTLEMENT),
  notification('invoice', INVOICE),
]

const counts = (status: string): boolean => status === 'paid' || status === 'chargeback'

/** The bodies of the service's answers, read as page, settlement and single invoice, and masked as evidence. */
export const answers: Door = {
  name: 'bodies of answers',
  share: 400_000,
  valid: ANSWERS,
  words: ['"items":', '"cursor":', '"count":', '"paymentAmount":', '"settlementTime":', '"status":'],
  enter: async (input) => {
    const parsed = parseJson(input)
    if (parsed.ok) readFetchedInvoice(parsed.value, counts)
    maskAnswer(input, () => '***')
    const isRead = rereadPage(input, counts) !== null || rereadSettlement(200, input) !== null
    return isRead ? 'taken' : 'refused'
  },
}

const responseOf = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Fri, 13 Mar 2026 03:30:00 GMT\r\n'),
    Buffer.from(`Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`),
    body,
  ])

/** Any other start is treated as a body. */
const HEAD = /^.{0,3}HTTP|^\s*$/
const HEAD_LENGTH = 8

const HEADERS = ['Retry-After: 1', 'Transfer-Encoding: chunked', 'Content-Encoding: gzip', 'Location:']

/** The body ends with the connection, so that a changed one is read too. */
const unmeasured = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n'), body])

/** HTTP answers of the service: a body after a valid head, or status, headers and body as given. */
export const serviceDoor = async (): Promise<Door> => {
  let reply: Buffer = Buffer.alloc(0)
  const server = createTcpServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(reply))
  })
  const port = await listening(server)
  const client = clientOf(`http://127.0.0.1:${port}/v1`)
  return {
    name: 'answers over HTTP',
    share: 10_000,
    valid: [...ANSWERS, ...ANSWERS.map(responseOf), ...ANSWERS.map(unmeasured)],
    words: ['HTTP/1.1', '404', '429', '500', '301', ...HEADERS],
    enter: async (input) => {
      reply = HEAD.test(input.subarray(0, HEAD_LENGTH).toString('latin1')) ? input : responseOf(input)
      const asked = [await refusedOr(() => settlementOf(client)), await refusedOr(() => listOf(client))]
      return asked.includes('taken') ? 'taken' : 'refused'
    },
    close: async () => {
      await client.close()
      server.close()
    },
  }
}

const SLOT = ((): Slot => {
  const [date, cycle] = [asSlotDate('2026-03-12'), asCycle('11')]
  if (date === null || cycle === null) throw new Error('no settlement')
  return { date, cycle }
})()

const settlementOf = (client: Client) => client.settlement(SLOT, client.slotContext(new AbortController().signal))

const listOf = async (client: Client): Promise<void> => {
  for await (const _page of client.invoicePages(SLOT, client.slotContext(new AbortController().signal)));
}

const clientOf = (baseUrl: string): Client =>
  createClient({
    baseUrl,
    apiKey: 'sk-fuzz-0123456789',
    absentStatuses: [404],
    absentBodies: [],
    pageLimit: 2,
    statusCounts: (status) => status === 'paid' || status === 'chargeback',
    clock: { now: Date.now },
    sleep: async (_ms, signal) => signal.throwIfAborted(),
    random: () => 0,
    limits: { retries: 0, requestMs: 2_000, mostPages: 20 },
  })

const RUN = ['run', '--date', '2026-03-12', '--cycle', '11', '--quiet']
/** Exit statuses: everything agrees, differences, no access to earlier data, incomplete. */
const RUN_STATUSES = [0, 3, 4, 5]

/** The service's answers: valid documents, except one. */
interface Answers {
  readonly list: Buffer
  readonly settlement: Buffer
}

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const VALID: Answers = { list: bytes(PAGE), settlement: bytes(SETTLEMENT) }

/**
 * Answers of the service in whole nights: after a valid night the input is the list of invoices or the settlement, then
 * everything is valid again. Each night is checked and reported, the database must verify, and another command reads
 * it. `database` has only the valid night.
 */
export const nightDoor = async (folder: string): Promise<{ readonly door: Door; readonly database: string }> => {
  let answers = VALID
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://service')
    const isSettlement = pathname.startsWith('/v1/settlements/')
    const body = isSettlement ? answers.settlement : pathname === '/v1/invoices' ? answers.list : bytes(INVOICE)
    response.writeHead(200, { 'content-type': 'application/json', date: new Date(NOW).toUTCString() })
    response.end(body)
  })
  const baseUrl = `http://127.0.0.1:${await listening(server)}/v1`
  const [first, database] = [join(folder, 'first.db'), join(folder, 'cuadre.db')]
  const about = (db: string) => ({
    cwd: folder,
    env: { CUADRE_DB: db, CUADRE_BASE_URL: baseUrl, CUADRE_API_KEY: 'sk-fuzz-0123456789' },
  })
  const night = async (told: Answers, db: string): Promise<number | null> => {
    answers = told
    return statusAmong(RUN_STATUSES, RUN, about(db))
  }
  await night(VALID, first)
  const door: Door = {
    name: 'whole nights',
    share: 1_000,
    valid: [VALID.list, VALID.settlement],
    words: ['"items":', '"cursor":', '"count":', '"paymentAmount":', '"settlementTime":', '"status":'],
    enter: async (input) => {
      for (const name of ['out', 'pack', 'cuadre.db-wal', 'cuadre.db-shm'])
        rmSync(join(folder, name), { recursive: true, force: true })
      copyFileSync(first, database)
      const told = input.includes('"items"') ? { ...VALID, list: input } : { ...VALID, settlement: input }
      const status = await night(told, database)
      await night(VALID, database)
      await statusAmong([0], ['db', 'verify'], about(database))
      await statusAmong([0, 2, 3, 5], chosenBy(input, READERS), about(database))
      return status === 5 ? 'refused' : 'taken'
    },
    close: async () => {
      server.close()
    },
  }
  return { door, database: first }
}

/** Listens on a free port of this machine, and returns the port. */
const listening = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on no port')
  return address.port
}
