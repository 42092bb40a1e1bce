import { request } from 'undici'
import { chanceOf } from '../chance.ts'
import { type Envelope, encodedHeader, signedBody } from '../http/envelope.ts'
import { MINUTE_MS } from '../time/day-at.ts'
import type { World } from '../world.ts'
import type { Attempt, DeliveryRow } from './deliveries.ts'

type Outcome = Pick<Attempt, 'status' | 'failure'>

const envelopeOf = (world: World, delivery: DeliveryRow, now: number): Envelope => {
  const { integrityKey } = world.merchants.byNumber(delivery.merchant)
  const { webhookFormat, payloadField } = world.assumed
  return webhookFormat === 'signed-body'
    ? signedBody(delivery, integrityKey, now, payloadField)
    : encodedHeader(delivery, integrityKey)
}

/** One POST to the receiver. Redirects are not followed: the address is the one that was registered. */
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

/** About the wait that is documented, a little more or less, so that retries do not all arrive together (api.md, Retries). */
const retryAt = (world: World, delivery: DeliveryRow, nth: number, now: number): number | null => {
  const minutes = world.assumed.retryMinutes[nth - 1]
  if (minutes === undefined) return null
  const chance = chanceOf(world.seed, `retry ${delivery.number} ${nth}`)
  const factor = 1 + world.assumed.retryVariation * (2 * chance.fraction() - 1)
  return now + Math.round(minutes * MINUTE_MS * factor)
}

/** Sends a notification at this moment; null when the sandbox stopped meanwhile. Only an answer of 200 in time will do. */
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

/** The delivery as it stands: a replay may have ended while the attempt was under way. */
const current = (world: World, delivery: DeliveryRow): DeliveryRow => world.deliveries.get(delivery.number) ?? delivery

/** Makes the next attempt of a delivery and notes what came of it. */
export const attempt = async (world: World, delivery: DeliveryRow, stopping: AbortSignal): Promise<void> => {
  const now = world.clock.now()
  const outcome = await send(world, delivery, now, stopping)
  if (outcome === null) return
  const nth = current(world, delivery).tries + 1
  const delivered = outcome.status === 200
  const nextAt = delivered ? null : retryAt(world, delivery, nth, now)
  const state = delivered ? 'delivered' : nextAt === null ? 'given-up' : 'pending'
  world.deliveries.note(delivery, { nth, at: now, ...outcome }, state, nextAt)
}

/** Sends a notification once more, whatever became of it; its id stays, so a careful receiver ignores the repetition. */
export const replay = async (world: World, delivery: DeliveryRow, stopping: AbortSignal): Promise<void> => {
  const now = world.clock.now()
  const outcome = await send(world, delivery, now, stopping)
  if (outcome === null) return
  const { tries, state, next_at } = current(world, delivery)
  const delivered = outcome.status === 200
  const attempt = { nth: tries + 1, at: now, ...outcome }
  world.deliveries.note(delivery, attempt, delivered ? 'delivered' : state, delivered ? null : next_at)
}
