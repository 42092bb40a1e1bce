import { createServer, type Socket } from 'node:net'
import { asCycle, asSlotDate, type Slot } from '../../../src/core/slot.ts'
import { type Client, createClient } from '../../../src/service/client.ts'
import { type Door, refusedOr } from '../door.ts'
import { ANSWERS } from './documents-of-service.ts'
import { listening } from './listening.ts'

const responseOf = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nDate: Fri, 13 Mar 2026 03:30:00 GMT\r\n'),
    Buffer.from(`Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`),
    body,
  ])

/** Any other start is treated as a body. */
const HEAD = /^.{0,3}HTTP|^\s*$/
const HEAD_LENGTH = 8

/** The body ends with the connection, so that a changed one is read too. */
const unmeasured = (body: Buffer): Buffer =>
  Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n'), body])

/** HTTP answers of the service: a body after a valid head, or status, headers and body as given. */
export const serviceDoor = async (): Promise<Door> => {
  let reply: Buffer = Buffer.alloc(0)
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(reply))
  })
  const port = await listening(server)
  const client = clientOf(`http://127.0.0.1:${port}/v1`)
  return {
    name: 'answers over HTTP',
    share: 10_000,
    valid: [...ANSWERS, ...ANSWERS.map(responseOf), ...ANSWERS.map(unmeasured)],
    words: [
      'HTTP/1.1',
      '404',
      '429',
      '500',
      '301',
      'Retry-After: 1',
      'Transfer-Encoding: chunked',
      'Content-Encoding: gzip',
      'Location:',
    ],
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
