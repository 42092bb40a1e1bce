import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type Answer,
  aReceiver,
  deliver,
  encodedEvent,
  encodedHeaders,
  hmac,
  KEY,
  OLD_KEY,
  send,
  settlementEvent,
} from './receiving.ts'

const BODY = settlementEvent('w-1')
const signed = (body: string | Uint8Array) => ({ 'content-type': 'application/json', 'x-signature': hmac(body) })
const deep = (opening: string, closing: string): string =>
  `{"webhookId":"w-1","type":"settlement","data":${opening.repeat(100_000)}${closing.repeat(100_000)}}`

type Case = readonly [what: string, status: number, sent: (url: string) => Promise<Answer>]

const SIGNED_BODY: readonly Case[] = [
  ['no signature', 401, (url) => send(url, BODY)],
  ['an empty signature', 401, (url) => send(url, BODY, { 'x-signature': '' })],
  ['a short signature', 401, (url) => send(url, BODY, { 'x-signature': hmac(BODY).slice(1) })],
  ['a long signature', 401, (url) => send(url, BODY, { 'x-signature': `${hmac(BODY)}00` })],
  ['an upper-case signature', 401, (url) => send(url, BODY, { 'x-signature': hmac(BODY).toUpperCase() })],
  ['a signature that is no hex', 401, (url) => send(url, BODY, { 'x-signature': 'z'.repeat(64) })],
  ['the signature in two headers', 401, (url) => send(url, BODY, { 'x-signature': [hmac(BODY), hmac(BODY)] })],
  ['the signature of another key', 401, (url) => deliver(url, BODY, 'another key')],
  ['the signature of an empty key', 401, (url) => deliver(url, BODY, '')],
  ['a body written again', 401, (url) => send(url, JSON.stringify(JSON.parse(BODY), null, 1), signed(BODY))],
  ['a body with a byte more', 401, (url) => send(url, `${BODY}\n`, signed(BODY))],
  ['the headers of the second format', 401, (url) => send(url, BODY, encodedHeaders(BODY))],
  [
    'a signature of the first format with headers of the second',
    401,
    (url) => send(url, BODY, { ...encodedHeaders(BODY), 'x-signature': hmac(BODY) }),
  ],
  [
    'a gzip body signed before it was packed',
    401,
    (url) => send(url, gzipSync(BODY), { ...signed(BODY), 'content-encoding': 'gzip' }),
  ],
  [
    'a gzip body signed as packed',
    400,
    (url) => send(url, gzipSync(BODY), { ...signed(gzipSync(BODY)), 'content-encoding': 'gzip' }),
  ],
  ['an empty body', 400, (url) => deliver(url, '')],
  ['no JSON', 400, (url) => deliver(url, 'webhookId=w-1')],
  [
    'bytes that are not UTF-8',
    400,
    (url) => send(url, Buffer.from([0x7b, 0xff, 0x7d]), signed(Buffer.from([0x7b, 0xff, 0x7d]))),
  ],
  ['a JSON array', 400, (url) => deliver(url, `[${BODY}]`)],
  ['null', 400, (url) => deliver(url, 'null')],
  ['100,000 arrays in each other', 400, (url) => deliver(url, deep('[', ']'))],
  ['100,000 objects in each other', 400, (url) => deliver(url, deep('{"a":', '}').replace('{"a":}', '{}'))],
  ['__proto__', 400, (url) => deliver(url, BODY.replace('{', '{"__proto__":{"webhookId":"w-2"},'))],
  ['__proto__ within', 400, (url) => deliver(url, BODY.replace('"status"', '"__proto__":{},"status"'))],
  ['__proto__ for everything', 400, (url) => deliver(url, `{"__proto__":${BODY}}`)],
  ['two webhookIds', 400, (url) => deliver(url, BODY.replace('{', '{"webhookId":"w-2",'))],
  ['a member twice within', 400, (url) => deliver(url, BODY.replace('"status"', '"st\\u0061tus":"error","status"'))],
  ['no webhookId', 400, (url) => deliver(url, settlementEvent('', {}))],
  ['a webhookId that is a number', 400, (url) => deliver(url, BODY.replace('"w-1"', '1'))],
  ['a webhookId that is half a letter', 400, (url) => deliver(url, BODY.replace('w-1', '\\ud800'))],
  ['a webhookId without end', 400, (url) => deliver(url, settlementEvent('w'.repeat(201)))],
  ['no type', 400, (url) => deliver(url, '{"webhookId":"w-1"}')],
  ['1 MiB', 413, (url) => deliver(url, settlementEvent('w-1', { pad: 'x'.repeat(2 ** 20) }))],
  ['exactly 1 MiB', 413, (url) => deliver(url, padded(2 ** 20))],
  ['GET', 405, (url) => send(url, '', {}, 'GET')],
  ['PUT', 405, (url) => send(url, BODY, signed(BODY), 'PUT')],
  ['DELETE', 405, (url) => send(url, BODY, signed(BODY), 'DELETE')],
  ['another path', 404, (url) => send(url.replace('/webhooks', '/other'), BODY, signed(BODY))],
  ['a path below', 404, (url) => send(`${url}/x`, BODY, signed(BODY))],
  ['the root', 404, (url) => send(url.replace('/webhooks', '/'), BODY, signed(BODY))],
  ['POST where health is told', 405, (url) => send(url.replace('/webhooks', '/healthz'), BODY, signed(BODY))],
]

const padded = (bytes: number): string => {
  const bare = settlementEvent('w-1', { pad: '' })
  return settlementEvent('w-1', { pad: 'x'.repeat(bytes - bare.length) })
}

const ENCODED = encodedEvent('w-1')
const otherwise = encodedEvent('w-1', { paymentRequest: { id: 'pr-1', status: 'ready' } })

const ENCODED_HEADER: readonly Case[] = [
  ['no X-Encoded-Data', 401, (url) => send(url, ENCODED, { 'x-signature': hmac(ENCODED) })],
  [
    'a signature over the body',
    401,
    (url) => send(url, ENCODED, { ...encodedHeaders(ENCODED), 'x-signature': hmac(ENCODED) }),
  ],
  [
    'no signature',
    401,
    (url) => send(url, ENCODED, { 'x-encoded-data': encodedHeaders(ENCODED)['x-encoded-data'] ?? '' }),
  ],
  ['the signature of another key', 401, (url) => send(url, ENCODED, encodedHeaders(ENCODED, 'another'))],
  ['another body than is signed', 401, (url) => send(url, otherwise, encodedHeaders(ENCODED))],
  ['no body', 400, (url) => send(url, '', encodedHeaders(ENCODED))],
  [
    'data that is not base64',
    400,
    (url) => send(url, ENCODED, { 'x-encoded-data': ENCODED_LOOSE, 'x-signature': hmac(ENCODED_LOOSE) }),
  ],
  ['data that is not JSON', 400, (url) => send(url, ENCODED, encodedHeaders('no JSON'))],
  ['data with a member twice', 400, (url) => send(url, TWICE, encodedHeaders(TWICE))],
  [
    'no time',
    400,
    (url) =>
      send(url, encodedEvent('w-1', { timestamp: 'soon' }), encodedHeaders(encodedEvent('w-1', { timestamp: 'soon' }))),
  ],
]
const TWICE = ENCODED.replace('{', '{"webhookId":"w-2",')
const ENCODED_LOOSE = `${Buffer.from(ENCODED).toString('base64')}*`

describe('what is refused', () => {
  test.each(SIGNED_BODY)('signed-body: %s gets %d', async (_, status, sent) => {
    const { url, events, healthUrl } = await aReceiver()
    const answer = await sent(url)
    expect(answer.status).toBe(status)
    expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) })
    expect(answer.body).not.toContain('w-1')
    expect(events()).toEqual([])
    expect((await send(healthUrl, '', {}, 'GET')).status).toBe(200)
  })

  test.each(ENCODED_HEADER)('encoded-header: %s gets %d', async (_, status, sent) => {
    const { url, events } = await aReceiver('encoded-header')
    expect((await sent(url)).status).toBe(status)
    expect(events()).toEqual([])
  })

  test('is told without anything of its contents', async () => {
    const { url, troubles } = await aReceiver()
    for (const [, , sent] of SIGNED_BODY) await sent(url)
    expect(JSON.stringify(troubles)).not.toMatch(/w-1|credited|the-key/)
    expect(troubles.length).toBeGreaterThan(20)
  })
})

describe('what is just small enough', () => {
  test('a byte below 1 MiB is taken', async () => {
    const { url, events } = await aReceiver()
    expect((await deliver(url, padded(2 ** 20 - 1))).status).toBe(200)
    expect(events()).toHaveLength(1)
  })

  test('a body that comes in pieces and grows past 1 MiB is refused while it comes', async () => {
    const { url, events } = await aReceiver()
    const socket = await connected(url)
    socket.write('POST /webhooks HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    const piece = `10000\r\n${'x'.repeat(2 ** 16)}\r\n`
    for (let sent = 0; sent < 17; sent += 1) socket.write(piece)
    expect(await firstLine(socket)).toBe('HTTP/1.1 413 Payload Too Large')
    expect(events()).toEqual([])
  })

  test('both keys are taken during a rotation', async () => {
    const { url, events } = await aReceiver()
    expect((await deliver(url, settlementEvent('new'), KEY)).status).toBe(200)
    expect((await deliver(url, settlementEvent('old'), OLD_KEY)).status).toBe(200)
    expect(events()).toHaveLength(2)
  })
})

const connected = (url: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => resolve(socket))
    socket.once('error', reject)
    onTestFinished(() => void socket.destroy())
  })

const firstLine = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ''
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1')
      if (heard.includes('\r\n')) resolve(heard.slice(0, heard.indexOf('\r\n')))
    })
    socket.once('close', () => reject(new Error(`closed after ${JSON.stringify(heard)}`)))
  })

test('who does not end a body or the headers, or says nothing, is told 408, and the others are answered meanwhile', async () => {
  const { url, events } = await aReceiver()
  const slow = await Promise.all(Array.from({ length: 3 }, () => connected(url)))
  slow[0]?.write(`POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\nx-signature: ${hmac(BODY)}\r\n\r\n{"web`)
  slow[1]?.write('POST /webhooks HTTP/1.1\r\nhost: x\r\nx-sig')
  expect((await deliver(url, settlementEvent('w-2'))).status).toBe(200)
  const told = await Promise.all(slow.map(firstLine))
  expect(told).toEqual(slow.map(() => 'HTTP/1.1 408 Request Timeout'))
  expect(events()).toHaveLength(1)
})

describe('a file that cannot be written', () => {
  test('is locked for too long: 503 within the five seconds, nothing kept, and the retry is taken', async () => {
    const { url, healthUrl, path, events, troubles } = await aReceiver()
    const other = new Database(path)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    const answers = await Promise.all([deliver(url, BODY), deliver(url, settlementEvent('w-2'))])
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
    expect(await send(healthUrl, '', {}, 'GET')).toEqual({
      status: 503,
      body: '{"ok":false,"waiting":null,"reason":"BUSY"}',
    })
    expect(troubles).toEqual([
      { kind: 'unavailable', code: 'BUSY' },
      { kind: 'unavailable', code: 'BUSY' },
    ])
    other.exec('ROLLBACK')
    expect(events()).toEqual([])
    expect((await deliver(url, BODY)).status).toBe(200)
    expect(events().map(({ webhookId }) => webhookId)).toEqual(['w-1'])
  })

  test('is locked for a moment: everybody is answered 200 afterwards', async () => {
    const { url, path, events, healthUrl } = await aReceiver()
    const other = new Database(path)
    onTestFinished(() => void other.close())
    other.exec('BEGIN IMMEDIATE')
    const answers = Promise.all(Array.from({ length: 50 }, (_, n) => deliver(url, settlementEvent(`w-${n}`))))
    // Answered by the same event loop, so that earlier deliveries have met the lock.
    expect((await send(healthUrl, '', {}, 'GET')).status).toBe(503)
    other.exec('COMMIT')
    expect((await answers).every(({ status }) => status === 200)).toBe(true)
    expect(events()).toHaveLength(50)
  })
})
