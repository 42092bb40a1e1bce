import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Instant } from '../../core/calendar/calendar.ts'
import type { Delivery, IntakeResult } from '../../core/notifications/notification.ts'
import type { Both } from '../../std/both.ts'
import { type VerificationSettings, verify } from './verify.ts'

/**
 * The part of the inbox that the receiver uses. Its methods are synchronous, fast, and throw when the file cannot be
 * written.
 */
interface DeliveryInbox {
  readonly store: (deliveries: readonly Delivery[]) => readonly IntakeResult[]
  readonly listening: (at: Instant) => void
  readonly waiting: () => number
}

/** The outcome of a delivery: stored durably, with the result, or the reason why it was not. */
type DeliveryOutcome = { readonly stored: IntakeResult } | { readonly fault: Error }

/** Deliveries that wait to be stored. */
interface DeliveryQueue {
  /** Resolves when the delivery is durable, or cannot be made so in time. */
  readonly add: (delivery: Delivery) => Promise<DeliveryOutcome>
  /** Resolves when no delivery is waiting. */
  readonly drained: () => Promise<void>
}

interface QueuedDelivery {
  readonly delivery: Delivery
  /** When it was queued, in ms of `performance.now`. */
  readonly since: number
  readonly settle: (outcome: DeliveryOutcome) => void
}

/** The most deliveries in one commit, since a commit blocks everything else. */
const COMMIT_MAX_DELIVERIES = 500
/** api.md gives five seconds; the sender should get the 503 well within them, with time left to stop cleanly. */
const LOCK_WAIT_MAX_MS = 2500
/** Time between two attempts at a locked file, in ms. */
const PAUSE_MS = 10
/** The most bytes of bodies that wait for a locked file, to protect memory. */
const QUEUED_MAX_BYTES = 64 * 2 ** 20

/** Too many bytes are waiting for the inbox; nothing more is accepted. */
class OverfullFault extends Error {
  override readonly name = 'OverfullFault'
}

/**
 * Stores deliveries in groups: one commit stores all deliveries of one turn of the event loop; the first waits no
 * longer than alone.
 */
export const deliveryQueueTo = (inbox: DeliveryInbox): DeliveryQueue => {
  const queue: QueuedDelivery[] = []
  const idle: (() => void)[] = []
  let bytes = 0
  let isScheduled = false

  const schedule = (pauseMs: number): void => {
    if (isScheduled) return
    isScheduled = true
    if (pauseMs === 0) setImmediate(commit)
    else setTimeout(commit, pauseMs)
  }

  const settle = (group: readonly QueuedDelivery[], outcomes: readonly DeliveryOutcome[]): void => {
    for (const [index, outcome] of outcomes.entries()) {
      const waiting = group[index]
      if (waiting === undefined) continue
      bytes -= waiting.delivery.body.byteLength
      waiting.settle(outcome)
    }
  }

  const commit = (): void => {
    isScheduled = false
    const group = queue.splice(0, COMMIT_MAX_DELIVERIES)
    try {
      const outcomes = inbox.store(group.map(({ delivery }) => delivery)).map((stored) => ({ stored }))
      settle(group, outcomes)
      if (queue.length > 0) schedule(0)
    } catch (error) {
      const fault = error instanceof Error ? error : new Error(String(error))
      const [expired, waiting] = split(
        group,
        isLocked(fault) ? performance.now() - LOCK_WAIT_MAX_MS : Number.POSITIVE_INFINITY,
      )
      queue.unshift(...waiting)
      settle(
        expired,
        expired.map(() => ({ fault })),
      )
      if (queue.length > 0) schedule(PAUSE_MS)
    }
    if (queue.length === 0) for (const resolve of idle.splice(0)) resolve()
  }

  return {
    add: (delivery) =>
      new Promise((resolve) => {
        if (bytes + delivery.body.byteLength > QUEUED_MAX_BYTES)
          return resolve({ fault: new OverfullFault('too much waits') })
        bytes += delivery.body.byteLength
        queue.push({ delivery, since: performance.now(), settle: resolve })
        schedule(0)
      }),
    drained: () => new Promise((resolve) => (queue.length === 0 ? resolve() : void idle.push(resolve))),
  }
}

/** Whether another process holds the file. Any other error is answered at once; the service retries in a minute. */
const isLocked = (fault: Error): boolean => 'code' in fault && fault.code === 'BUSY'

/** The deliveries that arrived before the moment, and the others. */
const split = (
  group: readonly QueuedDelivery[],
  before: number,
): readonly [readonly QueuedDelivery[], readonly QueuedDelivery[]] => [
  group.filter(({ since }) => since <= before),
  group.filter(({ since }) => since > before),
]

/** In bytes. An invoice is half a kilobyte, a settlement less. */
const BODY_MAX_BYTES = 2 ** 20

/** Bytes of all bodies being received at once. The limit protects memory, since a sender needs no key. */
const BODIES_MAX_BYTES = 64 * 2 ** 20

/** Counts the bytes of the bodies being received. */
interface BodyBudget {
  /** Reserves bytes; false when there is no room. */
  readonly reserve: (bytes: number) => boolean
  readonly release: (bytes: number) => void
}

export const bodyBudget = (greatest = BODIES_MAX_BYTES): BodyBudget => {
  let inFlight = 0
  return {
    reserve: (bytes) => {
      if (inFlight + bytes > greatest) return false
      inFlight += bytes
      return true
    },
    release: (bytes) => {
      inFlight -= bytes
    },
  }
}

type RefusedBody = 'too-large' | 'overfull' | 'broken'

/**
 * The whole body; else the reason: it is too large, there is no room for it, or the sender closed the connection or was
 * too slow.
 */
const bodyOf = (request: IncomingMessage, budget: BodyBudget): Promise<Buffer | RefusedBody> =>
  new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) >= BODY_MAX_BYTES) return resolve('too-large')
    const pieces: Buffer[] = []
    let length = 0
    const end = (outcome: Buffer | RefusedBody): void => {
      budget.release(length)
      length = 0
      pieces.length = 0
      // The rest is read and dropped, so that the sender gets the reason; the request's deadline ends it.
      request.off('data', keep).resume()
      resolve(outcome)
    }
    const keep = (piece: Buffer): void => {
      if (length + piece.byteLength >= BODY_MAX_BYTES) end('too-large')
      else if (!budget.reserve(piece.byteLength)) end('overfull')
      else {
        length += piece.byteLength
        pieces.push(piece)
      }
    }
    request.on('data', keep)
    request.on('end', () => end(pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)))
    request.on('close', () => end('broken'))
    request.on('error', () => end('broken'))
  })

/** Whether notifications can be stored, and how many wait to be processed. */
interface Health {
  readonly ok: boolean
  readonly waiting: number | null
  /** A code of ours, never a text of the operating system; null when all is well. */
  readonly reason: string | null
}

/** A check costs a commit, which alone proves that writing works. More frequent requests get the last answer. */
const ANSWER_REUSE_MS = 1000

/** How long a locked inbox still counts as healthy, in ms: another process may be writing. */
const LOCK_TOLERANCE_MS = 2500

const healthOf = (inbox: DeliveryInbox, now: () => Instant): (() => Health) => {
  let known: { readonly health: Health; readonly at: number } | null = null
  return () => {
    const age = known === null ? Number.POSITIVE_INFINITY : performance.now() - known.at
    if (known !== null && age <= ANSWER_REUSE_MS) return known.health
    const health = ask(inbox, now())
    if (known?.health.ok && health.reason === 'BUSY' && age <= LOCK_TOLERANCE_MS) return known.health
    known = { health, at: performance.now() }
    return health
  }
}

const ask = (inbox: DeliveryInbox, at: Instant): Health => {
  try {
    inbox.listening(at)
    return { ok: true, waiting: inbox.waiting(), reason: null }
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'FAILED'
    return { ok: false, waiting: null, reason }
  }
}

interface ReceiverOptions {
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

interface Receiver {
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
