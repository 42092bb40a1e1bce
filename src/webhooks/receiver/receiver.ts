import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Both } from '../../std/both.ts'
import { bodyBudget, bodyOf } from './body.ts'
import { type DeliveryInbox, deliveryQueueTo } from './delivery-queue.ts'
import { healthOf } from './health.ts'
import { type VerificationSettings, verify } from './verify.ts'

export interface ReceiverOptions {
  readonly host: string
  /** 0 takes a free port. */
  readonly port: number
  readonly path: string
  readonly verification: VerificationSettings
  readonly inbox: DeliveryInbox
  readonly now: () => Instant
  /** Called for everything the operator should know, never with contents of a request. */
  readonly onTrouble: (trouble: ReceiverTrouble) => void
}

export type ReceiverTrouble =
  | { readonly kind: 'refused'; readonly status: number; readonly reason: Both<string> }
  | { readonly kind: 'ignored'; readonly reason: Both<string> }
  | { readonly kind: 'conflict'; readonly webhookId: string }
  | { readonly kind: 'unavailable'; readonly code: string }
  | { readonly kind: 'failed'; readonly code: string }

export interface Receiver {
  readonly url: string
  readonly healthUrl: string
  /** Stops listening, stores what it received, and closes all connections within two seconds. */
  readonly stop: () => Promise<void>
}

/** The service waits five seconds for an answer, so a slower request needs none. */
const REQUEST_MS = 5000
const CONNECTION_CHECK_MS = 500
/** A proxy in front keeps its connections open for a while. */
const KEEP_ALIVE_MS = 15_000
/** X-Encoded-Data repeats the whole payload in a header. */
const HEADER_BYTES = 64 * 1024
const STOPPING_MS = 2000

const HEALTH = '/healthz'

/** Listens for notifications. Each is verified, stored durably, and answered; it is processed later, by others. */
export const startReceiver = async (options: ReceiverOptions): Promise<Receiver> => {
  const { host, port, path } = options
  const { answer, drained } = answering(options)
  const server = createServer(
    {
      requestTimeout: REQUEST_MS,
      headersTimeout: REQUEST_MS,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: HEADER_BYTES,
    },
    (request, response) => void answer(request, response),
  )
  const origin = await listen(server, port, host)
  return {
    url: `${origin}${path}`,
    healthUrl: `${origin}${HEALTH}`,
    stop: async () => {
      await untilClosed(server)
      await drained()
    },
  }
}

const answering = ({ path, verification, inbox, now, onTrouble }: ReceiverOptions) => {
  const queue = deliveryQueueTo(inbox)
  const health = healthOf(inbox, now)
  const budget = bodyBudget()

  const refuse = refusalsTo(onTrouble)

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request, budget)
    if (body === 'broken') return
    if (body === 'too-large')
      return refuse(response, 413, { en: 'the body has 1 MiB or more', es: 'el contenido pesa 1 MiB o más' })
    if (body === 'overfull') {
      return refuse(response, 503, {
        en: 'the bodies that are being received have 64 MiB together; send it again',
        es: 'los contenidos que se están recibiendo suman 64 MiB; envíela de nuevo',
      })
    }
    const receivedAt = now()
    const verdict = verify({ headers: request.headers, body, receivedAt }, verification)
    if (verdict.kind === 'refuse') return refuse(response, verdict.status, verdict.reason)
    if (verdict.kind === 'ignore') {
      onTrouble({ kind: 'ignored', reason: verdict.reason })
      return reply(response, 200, {})
    }
    const headers = keptHeaders(request)
    const outcome = await queue.add({ ...verdict.notification, receivedAt, body, headers })
    if ('fault' in outcome) {
      const { fault } = outcome
      onTrouble({ kind: 'unavailable', code: 'code' in fault ? String(fault.code) : fault.name })
      return reply(response, 503, { error: 'the notification could not be stored; send it again' })
    }
    if (outcome.stored === 'conflict') onTrouble({ kind: 'conflict', webhookId: verdict.notification.webhookId })
    reply(response, 200, {})
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [asked = ''] = (request.url ?? '').split('?')
    if (asked === path) {
      if (request.method === 'POST') return receive(request, response)
      return reply(response, 405, { error: 'only POST is answered here' }, { allow: 'POST' })
    }
    if (asked !== HEALTH) return reply(response, 404, { error: 'nothing is here' })
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return reply(response, 405, { error: 'only GET is answered here' }, { allow: 'GET, HEAD' })
    const { ok, waiting, reason } = health()
    reply(response, ok ? 200 : 503, { ok, waiting, ...(reason === null ? {} : { reason }) })
  }

  /** An unexpected error is a bug of ours: answers 503, so that the service sends the request again. */
  const answerSafely = (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    answer(request, response).catch((error) => {
      onTrouble({ kind: 'failed', code: error instanceof Error ? error.name : 'BUG' })
      if (!response.headersSent) reply(response, 503, { error: 'the notification could not be read; send it again' })
    })

  return { answer: answerSafely, drained: queue.drained }
}

const refusalsTo =
  (onTrouble: ReceiverOptions['onTrouble']) =>
  (response: ServerResponse, status: number, reason: Both<string>): void => {
    onTrouble({ kind: 'refused', status, reason })
    reply(response, status, { error: reason.en })
  }

const reply = (
  response: ServerResponse,
  status: number,
  document: object,
  headers: Readonly<Record<string, string>> = {},
): void => {
  const body = JSON.stringify(document)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

/** The headers that are stored: content type, sender, and the two that carry the signature. */
const KEPT = ['content-type', 'user-agent', 'x-signature', 'x-encoded-data'] as const

const keptHeaders = ({ headers }: IncomingMessage): Readonly<Record<string, string>> =>
  Object.fromEntries(KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))

const listen = (server: Server, port: number, host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      const taken = typeof address === 'object' && address !== null ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${taken}`)
    })
  })

/** Closes the server: idle connections now, busy ones after their answer, all after STOPPING_MS. */
const untilClosed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const end = setTimeout(() => server.closeAllConnections(), STOPPING_MS)
    const sweep = setInterval(() => server.closeIdleConnections(), 20)
    server.close(() => {
      clearTimeout(end)
      clearInterval(sweep)
      resolve()
    })
    server.closeIdleConnections()
  })
