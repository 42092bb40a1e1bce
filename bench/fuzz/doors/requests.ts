import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { join } from 'node:path'
import { startSandbox } from '../../../src/sandbox/index.ts'
import { openInboxWriter } from '../../../src/store/inbox/inbox-writer.ts'
import { parseNotification } from '../../../src/webhooks/claims/parse-notification.ts'
import { startReceiver } from '../../../src/webhooks/receiver/receiver.ts'
import { type Authenticity, verify } from '../../../src/webhooks/receiver/verify.ts'
import type { Answer, Door } from '../door.ts'
import { NOTIFICATIONS } from './service.ts'

const KEY = 'fuzz-integrity-key'
const RECEIVED_AT = Date.parse('2026-03-13T03:31:00Z')
const signatureOf = (signed: string | Buffer): string => createHmac('sha256', KEY).update(signed).digest('hex')

/** Signed bodies of notifications, in both formats: no unsigned foreign bytes are parsed. */
export const notifications: Door = {
  name: 'bodies of notifications',
  share: 200_000,
  valid: NOTIFICATIONS,
  words: ['"webhookId":', '"data":', '"payload":', '"invoice"', '"settlement"', '"timestamp":'],
  enter: async (input) => {
    const bodySigned = verify(
      { headers: { 'x-signature': signatureOf(input) }, body: input, receivedAt: RECEIVED_AT },
      { format: 'signed-body', payloadField: null, keys: [KEY] },
    )
    const encoded = input.toString('base64')
    const headerSigned = verify(
      {
        headers: { 'x-signature': signatureOf(encoded), 'x-encoded-data': encoded },
        body: input,
        receivedAt: RECEIVED_AT,
      },
      { format: 'encoded-header', payloadField: 'data', keys: [KEY] },
    )
    const answers = [read(bodySigned, input), read(headerSigned, input)]
    return answers.includes('taken') ? 'taken' : 'refused'
  },
}

const read = (verdict: Authenticity, body: Buffer): Answer => {
  if (verdict.kind !== 'accept') return 'refused'
  const { webhookId, payloadField } = verdict.notification
  parseNotification({ webhookId, body, receivedAt: RECEIVED_AT, payloadField })
  return 'taken'
}

const requestOf = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      'POST /webhooks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n',
    ),
    Buffer.from(`X-Signature: ${signatureOf(body)}\r\n`),
    Buffer.from(`Content-Length: ${body.length}\r\n\r\n`),
    body,
  ])

/** The request with the signature and length of its present body, so that its contents are parsed. */
const signedAnew = (request: Buffer): Buffer => {
  const end = request.indexOf('\r\n\r\n')
  if (end === -1) return request
  const body = request.subarray(end + 4)
  const head = request
    .toString('latin1', 0, end)
    .replace(/^X-Signature:.*$/im, `X-Signature: ${signatureOf(body)}`)
    .replace(/^Content-Length:.*$/im, `Content-Length: ${body.length}`)
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body])
}

const ENCODINGS = ['Transfer-Encoding: chunked', 'Content-Encoding: gzip']

/** Whole HTTP requests to the receiver: method, path, headers and body; each as it is, and signed. */
export const receiverDoor = async (folder: string): Promise<Door> => {
  const inbox = openInboxWriter(join(folder, 'cuadre.db.inbox'), 'default', 'signed-body')
  const receiver = await startReceiver({
    host: '127.0.0.1',
    port: 0,
    path: '/webhooks',
    verification: { format: 'signed-body', payloadField: null, keys: [KEY] },
    inbox,
    now: () => Date.parse('2026-03-13T03:31:00Z'),
    onTrouble: () => undefined,
  })
  const port = Number(new URL(receiver.url).port)
  return {
    name: 'requests of the receiver',
    share: 2_000,
    valid: NOTIFICATIONS.map(requestOf),
    words: ['POST', 'GET', 'X-Encoded-Data:', 'Expect: 100-continue', 'Upgrade: websocket', ...ENCODINGS],
    enter: async (input) => {
      const answers = [await answerTo(port, input), await answerTo(port, signedAnew(input))]
      return answers.includes('taken') ? 'taken' : 'refused'
    },
    close: async () => {
      await receiver.stop()
      inbox.close()
    },
  }
}

const answerTo = async (port: number, request: Buffer): Promise<Answer> => {
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(await exchange(port, request)) ?? []
  if (status === '500') throw new Error('the receiver answered 500')
  return status?.startsWith('2') ? 'taken' : 'refused'
}

const API_KEY = 'sandbox-api-key'

const requestTo = (line: string, body?: unknown): Buffer => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${line} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${API_KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${text.length}`,
    'Connection: close',
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}

const INVOICE = {
  ...{ amount: 305_000, description: 'Arriendo', reference: 'R-1', contract: '00000' },
  ...{ customerDocumentNumber: '0012345678', customerName: 'Ana', redirectUrl: 'https://casa.example' },
}

const REQUESTS = [
  requestTo('GET /v1/settlements/2026-03-12/11'),
  requestTo('GET /v1/invoices?settlementDate=2026-03-12&settlementCycle=11&limit=2'),
  requestTo('POST /v1/invoices', INVOICE),
  requestTo('GET /sandbox/bank/camt'),
  requestTo('PATCH /sandbox/settlements/2026-03-12/11', { set: { fees: 12_345, status: 'error' } }),
  requestTo('POST /sandbox/cycles/2026-03-12/13/invoices', { amount: 1_000, status: 'paid' }),
  requestTo('POST /sandbox/clock', { advance: 'PT1H' }),
  requestTo('PATCH /sandbox/assumptions', { dateHeader: 'sandbox' }),
  requestTo('POST /sandbox/plans', { after: 'PT2H', method: 'DELETE', path: '/sandbox/settlements/2026-03-12/13' }),
  requestTo('PUT /sandbox/settlements/2026-03-12/13/status', { status: 'processing' }),
  requestTo('POST /sandbox/cycles/2026-03-13/11/run'),
  requestTo('GET /sandbox/deliveries'),
]

/** Whole HTTP requests to the sandbox: to the simulated service, and to its own paths. */
export const sandboxDoor = async (): Promise<Door> => {
  const sandbox = await startSandbox({ scenario: 'demo-week', allowedHosts: ['localhost'] })
  const port = Number(new URL(sandbox.baseUrl).port)
  return {
    name: 'requests of the sandbox',
    share: 4_000,
    valid: REQUESTS,
    words: ['POST', 'DELETE', 'PATCH', 'Transfer-Encoding: chunked', 'cursor=', '"set":', '"remove":', '%00', '../'],
    enter: async (input) => {
      const [, status] = /^HTTP\/1\.1 (\d+)/.exec(await exchange(port, input)) ?? []
      if (status === '500') throw new Error('the sandbox answered 500')
      return status?.startsWith('2') ? 'taken' : 'refused'
    },
    close: () => sandbox.close(),
  }
}

/** The answer until the connection ends; empty when it is cut. */
const exchange = (port: number, input: Buffer): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(input))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
