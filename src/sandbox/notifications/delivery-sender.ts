import { createHmac } from 'node:crypto'
import { request } from 'undici'
import { randomOf } from '../random-source.ts'
import { report } from '../report.ts'
import { MINUTE_MS } from '../time/clock.ts'
import type { World } from '../world.ts'
import type { Attempt, DeliveryRow } from './deliveries.ts'

/** The bytes of a notification and the headers that prove them. */
interface Envelope {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

const hmac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')

const parseEnvelope = (text: string): unknown => JSON.parse(text)

/** The format of api.md, Envelope: the time of the attempt, and a signature over the body itself. */
const signedBody = (delivery: DeliveryRow, integrityKey: string, now: number, payloadField: string): Envelope => {
  const body = JSON.stringify({
    webhookId: delivery.webhook_id,
    timestamp: new Date(now).toISOString(),
    type: delivery.type,
    [payloadField]: parseEnvelope(delivery.payload),
  })
  return { body, headers: { 'content-type': 'application/json', 'x-signature': hmac(integrityKey, body) } }
}

/** The second format: the time of creation, and a signature over the encoded copy in a header. */
const encodedHeader = (delivery: DeliveryRow, integrityKey: string): Envelope => {
  const body = JSON.stringify({
    webhookId: delivery.webhook_id,
    timestamp: new Date(delivery.created_at).toISOString(),
    eventType: 'payment-request.update',
    paymentRequest: parseEnvelope(delivery.payload),
  })
  const encoded = Buffer.from(body).toString('base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-encoded-data': encoded,
      'x-signature': hmac(integrityKey, encoded),
    },
  }
}

type Outcome = Pick<Attempt, 'status' | 'failure'>

const envelopeOf = (world: World, delivery: DeliveryRow, now: number): Envelope => {
  const { integrityKey } = world.merchants.byNumber(delivery.merchant)
  const { webhookFormat, payloadField } = world.assumed
  return webhookFormat === 'signed-body'
    ? signedBody(delivery, integrityKey, now, payloadField)
    : encodedHeader(delivery, integrityKey)
}

/** Sends one POST to the receiver. Redirects are not followed: the registered address is the only one. */
const post = async (
  url: string,
  { body, headers }: Envelope,
  timeoutMs: number,
  stopping: AbortSignal,
): Promise<Outcome> => {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping])
  try {
    const answer = await request(url, { method: 'POST', headers, body, signal })
    await answer.body.dump()
    return { status: answer.statusCode, failure: null }
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    return { status: null, failure: timedOut ? `no answer within ${timeoutMs} ms` : 'the connection failed' }
  }
}

/** Roughly the documented wait, with a random part, so that retries do not all arrive together (api.md, Retries). */
const retryAt = (world: World, delivery: DeliveryRow, nth: number, now: number): number | null => {
  const minutes = world.assumed.retryMinutes[nth - 1]
  if (minutes === undefined) return null
  const random = randomOf(world.seed, `retry ${delivery.number} ${nth}`)
  const factor = 1 + world.assumed.retryVariation * (2 * random.fraction() - 1)
  return now + Math.round(minutes * MINUTE_MS * factor)
}

/** Sends a notification now; null when the sandbox stopped in the meantime. Only a 200 in time counts. */
const send = async (
  world: World,
  delivery: DeliveryRow,
  now: number,
  stopping: AbortSignal,
): Promise<Outcome | null> => {
  const { webhookAnswerMs } = world.assumed
  const outcome = await post(delivery.url, envelopeOf(world, delivery, now), webhookAnswerMs, stopping)
  return stopping.aborted ? null : outcome
}

/** Reads the delivery again: a replay may have ended during the attempt. */
const current = (world: World, delivery: DeliveryRow): DeliveryRow => world.deliveries.get(delivery.number) ?? delivery

/** Makes the next attempt of a delivery, and stores its result. */
const attempt = async (world: World, delivery: DeliveryRow, stopping: AbortSignal): Promise<void> => {
  const now = world.clock.now()
  const outcome = await send(world, delivery, now, stopping)
  if (outcome === null) return
  const before = current(world, delivery)
  const nth = before.tries + 1
  const delivered = outcome.status === 200 || before.state === 'delivered'
  const nextAt = delivered ? null : retryAt(world, delivery, nth, now)
  const state = delivered ? 'delivered' : nextAt === null ? 'given-up' : 'pending'
  world.deliveries.note(delivery, { nth, at: now, ...outcome }, state, nextAt)
}

/**
 * Sends a notification again, regardless of its state. Its id does not change, so a correct receiver ignores the
 * repetition.
 */
const replay = async (world: World, delivery: DeliveryRow, stopping: AbortSignal): Promise<void> => {
  const now = world.clock.now()
  const outcome = await send(world, delivery, now, stopping)
  if (outcome === null) return
  const { tries, state, next_at } = current(world, delivery)
  const delivered = outcome.status === 200
  const attempt = { nth: tries + 1, at: now, ...outcome }
  world.deliveries.note(delivery, attempt, delivered ? 'delivered' : state, delivered ? null : next_at)
}

type DueDelivery = DeliveryRow & { readonly next_at: number }

/** Makes attempts in parallel, so that a receiver that hangs does not delay the others. */
export interface DeliverySender {
  /** The delivery with the earliest due attempt, now or later. */
  readonly next: () => DueDelivery | undefined
  /** Begins an attempt without waiting for its end. */
  readonly send: (delivery: DeliveryRow) => void
  readonly replay: (delivery: DeliveryRow) => Promise<void>
  /** Resolves when no attempt is running. */
  readonly idle: () => Promise<void>
  /** Aborts the running attempts; they are due again when the sandbox restarts. */
  readonly stop: () => Promise<void>
}

/** The most attempts to one address at a time. */
const ATTEMPTS_PER_URL_MAX = 50

export const openDeliverySender = (world: World, onEnd: () => void): DeliverySender => {
  const stopping = new AbortController()
  const underWay = new Map<number, string>()
  const attempts = new Set<Promise<void>>()

  const hasRoom = ({ number, url }: DeliveryRow): boolean =>
    !underWay.has(number) && [...underWay.values()].filter((other) => other === url).length < ATTEMPTS_PER_URL_MAX

  const begin = (work: Promise<void>): Promise<void> => {
    const ended = work.finally(() => attempts.delete(ended))
    attempts.add(ended)
    return ended
  }

  const send = async (delivery: DeliveryRow): Promise<void> => {
    underWay.set(delivery.number, delivery.url)
    try {
      await attempt(world, delivery, stopping.signal)
    } catch (error) {
      report(`notification ${delivery.number} could not be sent`, error)
    } finally {
      underWay.delete(delivery.number)
      onEnd()
    }
  }

  const idle = async (): Promise<void> => {
    while (attempts.size > 0) await Promise.allSettled(attempts)
  }

  return {
    next: () => {
      if (stopping.signal.aborted) return undefined
      for (const delivery of world.deliveries.due()) if (hasRoom(delivery)) return delivery
      return undefined
    },
    send: (delivery) => void begin(send(delivery)),
    replay: (delivery) => begin(replay(world, delivery, stopping.signal)),
    idle,
    stop: async () => {
      stopping.abort()
      await idle()
    },
  }
}
