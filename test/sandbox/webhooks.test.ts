import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyFolder } from '../empty-folder.ts'
import { openReceiver, type Received, type Receiver } from './receiver.ts'
import { type Fields, openService, type Service } from './service.ts'

let receiver: Receiver
let service: Service
beforeEach(async () => {
  receiver = await openReceiver()
  service = await openService({ webhookUrls: [receiver.url] })
})
afterEach(async () => {
  await service.close()
  await receiver.close()
})

/** The signature as computed by another program. */
const opensslHmac = (text: string, key: string): string =>
  execFileSync('openssl', ['dgst', '-sha256', '-hmac', key], { input: text }).toString().trim().split(' ').at(-1) ?? ''

const bodyOf = ({ body }: Received): Fields => JSON.parse(body)
/** Resolves when this many requests were received. */
const receivedBy = async (one: Receiver, count: number): Promise<void> => {
  while (one.received.length < count) await one.next()
}

const paid = async (paymentMethod = 'breb') => {
  const { id } = await service.create()
  await service.control('POST', `/invoices/${id}/pay`, { paymentMethod })
  return id
}
/** Resolves when the first notification was delivered. */
const firstIsDelivered = async (): Promise<void> => {
  let text = ''
  while (!text.includes('"state":"delivered"')) text = (await service.control('GET', '/deliveries')).text
}
const advance = (duration: string) => service.control('POST', '/clock', { advance: duration })

describe('api.md, Events', () => {
  test('"Delivery is an HTTP POST with a JSON body": the envelope of a paid invoice', async () => {
    const id = await paid()
    const [first] = receiver.received
    if (first === undefined) throw new Error('nothing was received')
    expect(first.headers['content-type']).toBe('application/json')
    expect(bodyOf(first)).toEqual({
      webhookId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      timestamp: '2026-03-12T17:00:00.000Z',
      type: 'invoice',
      payload: (await service.v1('GET', `/invoices/${id}`)).fields,
    })
  })

  test('"lowercase hexadecimal HMAC-SHA256 of the raw request body, keyed with the integrityKey"', async () => {
    await service.create({ description: 'Arriendo «piñón» – años' })
    await advance('PT5M')
    const [first] = receiver.received
    expect(first?.headers['x-signature']).toBe(opensslHmac(first?.body ?? '', service.integrityKey))
  })

  test('"Each invoice and each settlement produces a single notification; no notification for intermediate states"', async () => {
    const id = await paid()
    expect(receiver.received).toHaveLength(1)
    await advance('PT100M')
    expect(receiver.received).toHaveLength(1)
    await advance('PT60M')
    await service.control('POST', `/invoices/${id}/chargeback`)
    await advance('P2D')
    expect(receiver.received.map(bodyOf).map(({ type }) => type)).toEqual(['invoice', 'settlement'])
  })

  test('"The settlement payload carries the ten settlement values, in the same order"', async () => {
    await paid()
    await advance('P1D')
    const [, second] = receiver.received.map(bodyOf)
    expect(JSON.stringify(second?.payload)).toBe((await service.v1('GET', '/settlements/2026-03-12/13')).text)
    expect(second).toMatchObject({ payload: { status: 'credited' } })
  })

  test('an expired invoice is notified as cancelled', async () => {
    await service.create()
    await advance('PT10M')
    expect(receiver.received.map(bodyOf)).toMatchObject([
      { payload: { status: 'cancelled' }, timestamp: '2026-03-12T17:05:00.000Z' },
    ])
  })

  test('"At most 4 retries", after about 1, 5, 25 and 120 minutes; same webhookId, renewed timestamp', async () => {
    receiver.answers.push(500, 404, 201, 302, 503)
    await paid()
    await advance('P1D')
    const invoices = receiver.received.map(bodyOf).filter(({ type }) => type === 'invoice')
    expect(invoices).toHaveLength(5)
    expect(new Set(invoices.map(({ webhookId }) => webhookId)).size).toBe(1)
    const times = invoices.map(({ timestamp }) => Date.parse(String(timestamp)) / 60_000)
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    for (const [index, documented] of [1, 5, 25, 120].entries()) {
      expect(Math.abs((waits[index] ?? 0) / documented - 1)).toBeLessThanOrEqual(0.1)
    }
    // "The waits vary slightly so that retries do not all arrive at the same instant."
    expect(waits.filter((wait) => Number.isInteger(wait))).toEqual([])
  })

  test('"The receiving endpoint must answer HTTP 200 within 5 seconds. Otherwise the delivery counts as failed and is retried"', async () => {
    await service.control('PATCH', '/assumptions', { webhookAnswerMs: 60 })
    receiver.answers.push(0)
    await paid()
    // However busy the machine is, the second attempt gets its answer in time.
    await service.control('PATCH', '/assumptions', { webhookAnswerMs: 5000 })
    await advance('PT2M')
    const { fields } = await service.control('GET', '/deliveries')
    expect(fields.deliveries).toMatchObject([
      {
        state: 'delivered',
        attempts: [
          { nth: 1, status: null, failure: 'no answer within 60 ms' },
          { nth: 2, status: 200 },
        ],
      },
    ])
  })

  test('a receiver that is down is retried, and given up after the fourth', async () => {
    await receiver.close()
    await paid()
    await advance('P1D')
    const { fields } = await service.control('GET', '/deliveries')
    expect(fields.deliveries).toMatchObject([{ type: 'invoice', state: 'given-up', attempts: { length: 5 } }, {}])
    receiver = await openReceiver()
  })

  test('a delivery can be replayed, with the same webhookId', async () => {
    await paid()
    expect((await service.control('POST', '/deliveries/1/replay')).status).toBe(200)
    const [first, second] = receiver.received.map(bodyOf)
    expect(second?.webhookId).toBe(first?.webhookId)
    expect((await service.control('POST', '/deliveries/99/replay')).status).toBe(404)
  })

  test('in real time a payment on the page is notified by itself', async () => {
    const real = await openService({ clock: undefined, webhookUrls: [receiver.url] })
    const { id, paymentUrl } = await real.create()
    const arrival = receiver.next()
    const body = new URLSearchParams({ method: 'nequiButton' })
    await fetch(`${paymentUrl}/approve`, { method: 'POST', body, redirect: 'manual' })
    await arrival
    expect(receiver.received.map(bodyOf)).toMatchObject([
      { payload: { id, status: 'paid', paymentMethod: 'nequiButton' } },
    ])
    await real.close()
  })

  test('two sandboxes of one seed send the same bytes, retries included', async () => {
    const bodies = async () => {
      receiver.received.length = 0
      receiver.answers.push(500, 500)
      const other = await openService({ webhookUrls: [receiver.url], port: 0, seed: 7 })
      const { id } = await other.create()
      await other.control('POST', `/invoices/${id}/pay`)
      await other.control('POST', '/clock', { advance: 'P3D' })
      await other.close()
      return receiver.received.map(({ body }) => body.replace(/127\.0\.0\.1:\d+/, 'host'))
    }
    expect(await bodies()).toEqual(await bodies())
    expect(receiver.received).toHaveLength(4)
  })

  test('"Production needs HTTPS; HTTP is acceptable in the sandbox": unless it is told otherwise', async () => {
    const strict = openService({ webhookUrls: [receiver.url], assumptions: { httpsOnly: true } })
    await expect(strict).rejects.toThrow('https')
  })
})

describe('notifications go out side by side', () => {
  const payOnPage = async (one: Service) => {
    const { paymentUrl } = await one.create()
    await fetch(`${paymentUrl}/approve`, {
      method: 'POST',
      body: new URLSearchParams({ method: 'breb' }),
      redirect: 'manual',
    })
  }

  test('a receiver that hangs delays neither another one nor its own other notifications', async () => {
    const hanging = await openReceiver()
    hanging.answers.push(...Array.from({ length: 20 }, () => 0))
    const webhookUrls = [hanging.url, receiver.url]
    const real = await openService({ clock: undefined, webhookUrls, assumptions: { webhookAnswerMs: 600_000 } })
    const arrived = [hanging, receiver].map((one) => receivedBy(one, 20))
    for (let nth = 0; nth < 20; nth += 1) await payOnPage(real)
    await Promise.all(arrived)
    const { fields } = await real.control('GET', '/deliveries')
    const waiting = (Array.isArray(fields.deliveries) ? fields.deliveries : []).filter(({ url }) => url === hanging.url)
    expect(waiting).toHaveLength(20)
    expect(waiting.every(({ state, attempts }) => state === 'pending' && attempts.length === 0)).toBe(true)
    await real.close()
    await hanging.close()
  })

  test('what is under way when the sandbox stops is sent when it starts again', async () => {
    const folder = emptyFolder()
    const db = join(folder, 'sandbox.db')
    const options = { clock: undefined, db, webhookUrls: [receiver.url], assumptions: { webhookAnswerMs: 600_000 } }
    receiver.answers.push(0)
    const first = await openService(options)
    const arrived = receivedBy(receiver, 1)
    await payOnPage(first)
    await arrived
    await first.close()
    const again = receivedBy(receiver, 2)
    const second = await openService(options)
    await again
    const [one, other] = receiver.received.map(bodyOf)
    expect(other?.webhookId).toBe(one?.webhookId)
    await second.close()
  })

  test('a replay beside an attempt under way is noted, and so is the attempt', async () => {
    receiver.answers.push(500)
    await paid()
    receiver.answers.push(503, 200)
    await Promise.all([service.control('POST', '/deliveries/1/replay'), advance('PT2M')])
    const { fields } = await service.control('GET', '/deliveries')
    expect(fields.deliveries).toMatchObject([{ state: 'delivered', attempts: [{ nth: 1 }, { nth: 2 }, { nth: 3 }] }])
  })

  test('an attempt without an answer leaves a notification delivered that a replay delivered meanwhile', async () => {
    // However busy the machine is, nothing but the receiver ends the attempt.
    await service.control('PATCH', '/assumptions', { webhookAnswerMs: 600_000 })
    receiver.answers.push(500)
    await paid()
    receiver.answers.push(0, 200)
    const attempt = advance('PT2M')
    await receivedBy(receiver, 2)
    // Its answer waits for the clock, and the clock for the attempt.
    const replay = service.control('POST', '/deliveries/1/replay')
    await firstIsDelivered()
    receiver.hangUp()
    await Promise.all([attempt, replay])
    const { fields } = await service.control('GET', '/deliveries')
    expect(fields.deliveries).toMatchObject([
      { state: 'delivered', nextAttemptAt: null, attempts: [{ nth: 1 }, { nth: 2 }, { nth: 3 }] },
    ])
  })
})

test('"The name of the payload field: not shown": it can be set', async () => {
  await service.control('PATCH', '/assumptions', { payloadField: 'data' })
  const id = await paid()
  const [first] = receiver.received.map(bodyOf)
  expect(Object.keys(first ?? {})).toEqual(['webhookId', 'timestamp', 'type', 'data'])
  expect(first).toMatchObject({ data: { id } })
})

describe('api.md, Second delivery format', () => {
  test('"X-Signature: HMAC-SHA256 of the X-Encoded-Data value", which is the body in base64; a retry keeps its timestamp', async () => {
    await service.control('PATCH', '/assumptions', { webhookFormat: 'encoded-header' })
    receiver.answers.push(500)
    const id = await paid()
    await advance('P1D')
    expect(receiver.received).toHaveLength(2)
    for (const one of receiver.received) {
      const encoded = String(one.headers['x-encoded-data'])
      expect(Buffer.from(encoded, 'base64').toString()).toBe(one.body)
      expect(one.headers['x-signature']).toBe(opensslHmac(encoded, service.integrityKey))
      expect(Object.keys(bodyOf(one))).toEqual(['webhookId', 'timestamp', 'eventType', 'paymentRequest'])
      expect(bodyOf(one)).toMatchObject({
        timestamp: '2026-03-12T17:00:00.000Z',
        eventType: 'payment-request.update',
        paymentRequest: { id },
      })
    }
    const [first, second] = receiver.received
    expect(first?.body).toBe(second?.body)
  })
})
