import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { NotificationVerdict } from '../../src/library/notification-verdict.ts'
import { CuadreError, verifyNotification } from '../../src/library/verify-notification.ts'

const KEY = 'integrity-key'
const BODY = JSON.stringify({
  webhookId: 'w-1',
  timestamp: '2026-03-12T16:00:00Z',
  type: 'settlement',
  data: { date: '2026-03-12', cycle: '11', status: 'credited', numberOfInvoices: 2, paymentAmount: 100.5 },
})
const sign = (text: string, key = KEY): string => createHmac('sha256', key).update(text).digest('hex')

/** A minimal HTTP server in Node that only verifies. */
const post = async (body: string, signature: string, keys: string | readonly string[] = KEY) => {
  let verdict: NotificationVerdict | null = null
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    verdict = verifyNotification({ body: Buffer.concat(chunks), headers: request.headers, keys })
    response.writeHead(verdict.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { status } = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    body,
    headers: { 'X-Signature': signature, connection: 'close' },
  })
  return { status, verdict: verdict as NotificationVerdict | null }
}

test('an authentic notification is accepted, with what it claims in COP', async () => {
  expect(await post(BODY, sign(BODY))).toEqual({
    status: 200,
    verdict: {
      kind: 'accepted',
      status: 200,
      webhookId: 'w-1',
      type: 'settlement',
      sentAt: '2026-03-12T16:00:00Z',
      date: '2026-03-12',
      cycle: '11',
      claim: {
        kind: 'settlement',
        status: 'credited',
        invoiceCount: 2,
        collected: null,
        fees: null,
        adjustments: null,
        payout: 100.5,
      },
    },
  })
})

test.each([
  ['another body', `${BODY} `, sign(BODY), 401],
  ['another key', BODY, sign(BODY, 'other'), 401],
  ['no JSON', 'hello', sign('hello'), 400],
])('%s is refused', async (_, body, signature, status) => {
  expect(await post(body, signature)).toMatchObject({ status, verdict: { kind: 'refused', status } })
})

test.each(['America/Bogota', 'Asia/Tokyo'])('a time without an offset is in UTC, on a host in %s, too', (host) => {
  const before = process.env.TZ
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })
  process.env.TZ = host
  const kindOf = (receivedAt: string) => {
    const body = Buffer.from(
      JSON.stringify({ webhookId: 'w-1', timestamp: '2026-03-10T16:00:00', eventType: 'a', paymentRequest: {} }),
    )
    const encoded = body.toString('base64')
    const headers = { 'x-encoded-data': encoded, 'x-signature': sign(encoded) }
    return verifyNotification({
      body,
      headers,
      keys: KEY,
      format: 'encoded-header',
      receivedAt: Date.parse(receivedAt),
    }).kind
  }
  expect([kindOf('2026-03-12T16:00:00Z'), kindOf('2026-03-12T16:00:01Z')]).toEqual(['accepted', 'ignored'])
})

test('the key before is good during a rotation', async () => {
  expect(await post(BODY, sign(BODY, 'old'), [KEY, 'old'])).toMatchObject({ status: 200 })
})

test('headers of a Request will do, in any letters', () => {
  const body = Buffer.from(BODY)
  for (const headers of [new Headers({ 'X-Signature': sign(BODY) }), { 'X-Signature': sign(BODY) }])
    expect(verifyNotification({ body, headers, keys: KEY })).toMatchObject({ kind: 'accepted' })
})

test('of a repeated signature none counts, however the headers are given', () => {
  const body = Buffer.from(BODY)
  const good = sign(BODY)
  const pairs: [string, string][] = [
    ['x-signature', 'bad'],
    ['X-Signature', good],
  ]
  for (const headers of [pairs, { 'x-signature': ['bad', good] }, { 'x-signature': 'bad', 'X-Signature': good }])
    expect(verifyNotification({ body, headers, keys: KEY })).toMatchObject({ kind: 'refused', status: 401 })
})

test.each<[string, string | undefined | readonly (string | undefined)[]]>([
  ['undefined', [KEY, undefined]],
  ['empty', ['', KEY]],
])('a key that is %s is not set', (_, keys) => {
  const request = { body: Buffer.from(BODY), headers: { 'x-signature': sign(BODY) }, keys }
  expect(verifyNotification(request)).toMatchObject({ kind: 'accepted' })
})

test.each<[string, object, string, string]>([
  ['no key', { keys: undefined }, 'NO_INTEGRITY_KEY', 'missing or blank'],
  ['an empty key', { keys: '' }, 'NO_INTEGRITY_KEY', 'missing or blank'],
  ['a blank key', { keys: [KEY, ' '] }, 'NO_INTEGRITY_KEY', 'missing or blank'],
  ['no keys', { keys: [] }, 'NO_INTEGRITY_KEY', 'missing or blank'],
  ['only unset keys', { keys: [undefined, ''] }, 'NO_INTEGRITY_KEY', 'missing or blank'],
  ['a key that is a number', { keys: [5] }, 'USAGE', 'keys must be the key as a text'],
  ['a text', { body: BODY }, 'USAGE', 'pass the bytes as they came'],
  ['a parsed body', { body: JSON.parse(BODY) }, 'USAGE', 'pass the bytes as they came'],
  ['another format', { format: 'nope' }, 'USAGE', 'format must be one of signed-body, encoded-header'],
  ['no headers', { headers: undefined }, 'USAGE', 'headers is missing'],
  ['raw headers', { headers: ['X-Signature', 'abc'] }, 'USAGE', "headers must be Node's request.headers"],
  ['a time that is a text', { receivedAt: 'now' }, 'USAGE', 'receivedAt must be a time in ms'],
  ['another option', { key: KEY }, 'USAGE', 'did you mean keys?'],
])('%s is an error of the program, not of the sender', (_, instead, code, text) => {
  const request = { body: Buffer.from(BODY), headers: { 'x-signature': sign(BODY) }, keys: KEY, ...instead }
  try {
    verifyNotification(request)
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(CuadreError)
    expect(error).toMatchObject({ code })
    const { message, next } = error as CuadreError
    expect(`${message}; ${next}`).toContain(text)
  }
})
