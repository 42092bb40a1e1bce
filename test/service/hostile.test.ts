import type { Socket } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isServiceError } from '../../src/service/http/errors.ts'
import { API_KEY, allPages, clientAt, faultFrom } from './client-at.ts'
import { INVOICE, pageOf, SETTLEMENT, SLOT } from './samples.ts'
import { json, raw, serve, serveBytes } from './service.ts'

const BODY = JSON.stringify(SETTLEMENT)
const PAGE = JSON.stringify(pageOf(1, null))
const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
const MEBIBYTE = 1024 * 1024

describe('a connection', () => {
  it.each<[string, (socket: Socket) => void, string]>([
    ['closed without an answer', (socket) => socket.end(), 'got no whole answer: the connection was closed'],
    ['reset', (socket) => socket.resetAndDestroy(), 'got no whole answer: the connection was reset'],
    [
      'closed before the announced length',
      (socket) => socket.end(`${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 40)}`),
      'got no whole answer: the connection was closed',
    ],
    [
      'closed within a chunked body',
      (socket) => socket.end(`${HEAD}Transfer-Encoding: chunked\r\n\r\n10\r\n${BODY.slice(0, 16)}\r\n`),
      'got no whole answer: the connection was closed',
    ],
    ['that speaks no HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'), 'got an answer that is not HTTP'],
    [
      'with endless headers',
      (socket) => socket.write(`${HEAD}X: ${'x'.repeat(100_000)}\r\n\r\n`),
      'got an answer with too many headers',
    ],
  ])('%s is tried again, then told', async (_, reply, reason) => {
    const service = await serveBytes(reply)
    const { client, context, retries } = clientAt(service.baseUrl)
    const fault = await faultFrom(client.settlement(SLOT, context))
    expect(fault).toMatchObject({ code: 'UNREACHABLE', status: null, attempts: 5, reason: `${reason}, at attempt 5` })
    expect(retries).toHaveLength(4)
    expect(service.connections()).toBe(5)
  })

  it('cut cleanly without a length is noticed by the JSON', async () => {
    let answers = 0
    const service = await serveBytes((socket) => {
      answers += 1
      socket.end(`${HEAD}Connection: close\r\n\r\n${answers === 1 ? BODY.slice(0, 40) : BODY}`)
    })
    const { client, context, retries } = clientAt(service.baseUrl)
    expect((await client.settlement(SLOT, context)).settlement).toMatchObject({ payout: 608_500_25n })
    expect(retries).toMatchObject([{ code: 'BAD_ANSWER', reason: 'answered 200, but the body is not JSON' }])
  })

  it('that is refused tells neither host nor key', async () => {
    const baseUrl = `http://user:hunter2@localhost:1/v1`
    const { client, context } = clientAt(baseUrl)
    const fault = await faultFrom(client.settlement(SLOT, context))
    expect(fault).toMatchObject({ code: 'UNREACHABLE', next: expect.stringContaining('CUADRE_BASE_URL') })
    expect(fault.message).toContain('got no connection: it was refused')
    const everything = inspect(fault, { depth: 20 })
    for (const secret of [API_KEY, 'localhost', '127.0.0.1', 'hunter2']) expect(everything).not.toContain(secret)
  })

  it('to a name nobody has is told without the name', async () => {
    const { client, context } = clientAt('http://nobody.invalid/v1', { limits: { retries: 0 } })
    const fault = await faultFrom(client.settlement(SLOT, context))
    expect(isServiceError(fault)).toBe(true)
    expect(inspect(fault, { depth: 20 })).not.toContain('nobody.invalid')
  })
})

describe('an answer that takes too long', () => {
  const LIMITS = { requestMs: 60 }
  const keepSending = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 5)
    socket.on('close', () => clearInterval(timer))
  }

  it.each<[string, (socket: Socket) => void]>([
    ['never begins', () => undefined],
    ['never ends its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-')],
    [
      'stops within its body',
      (socket) => socket.write(`${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 40)}`),
    ],
    ['announces more than it sends', (socket) => socket.write(`${HEAD}Content-Length: 100000\r\n\r\n${BODY}`)],
    [
      'drips',
      (socket) => {
        socket.write(`${HEAD}Content-Length: 100000\r\n\r\n`)
        keepSending(socket, ' ')
      },
    ],
    ['is promised for ever', (socket) => keepSending(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
  ])('and %s uses up the time of its request: it is not asked for again', async (_, reply) => {
    const service = await serveBytes(reply)
    const { client, context } = clientAt(service.baseUrl, { limits: LIMITS })
    const fault = await faultFrom(client.settlement(SLOT, context))
    expect(fault).toMatchObject({ code: 'TIMED_OUT', status: null, attempts: 1 })
    expect(fault.message).toMatch(/got no whole answer within 0\.06 s$/)
    expect(service.connections()).toBe(1)
  })

  it('ends a request that was tried before for another reason', async () => {
    const service = await serve(json({ error: 'busy' }, 503), () => undefined)
    const { client, context } = clientAt(service.baseUrl, { limits: { requestMs: 400 } })
    expect(await faultFrom(client.settlement(SLOT, context))).toMatchObject({ code: 'TIMED_OUT', attempts: 2 })
  })

  it.each([400, 503])('keeps its status when only the body of a %i drips', async (status) => {
    const service = await serveBytes((socket) =>
      socket.write(`HTTP/1.1 ${status} Said\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"error"`),
    )
    // Long enough for a busy machine to read the headers.
    const { client, context } = clientAt(service.baseUrl, { limits: { requestMs: 1_000 } })
    expect(await faultFrom(client.settlement(SLOT, context))).toMatchObject({
      code: 'HTTP_STATUS',
      status,
      attempts: 1,
    })
  })
})

describe('an answer that is too large', () => {
  /** Sends until the other side stops reading, and reports how much was sent. */
  const flood = async (bytes: number, announced: boolean) => {
    let sent = 0
    const chunk = Buffer.alloc(64 * 1024, 0x20)
    const service = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...(announced ? { 'content-length': bytes } : {}) })
      const pour = () => {
        while (sent < bytes && !response.destroyed) {
          sent += chunk.length
          if (!response.write(chunk)) return void response.once('drain', pour)
        }
        response.end()
      }
      pour()
    })
    return { ...service, sent: () => sent }
  }

  it.each([
    ['when its cap is reached', false, 64],
    ['at once when its length is announced', true, 16],
  ])('is left %s', async (_, announced, mebibytes) => {
    const service = await flood(1024 * MEBIBYTE, announced)
    const { client, context, retries } = clientAt(service.baseUrl)
    const fault = await faultFrom(client.settlement(SLOT, context))
    expect(fault).toMatchObject({ code: 'TOO_LARGE', status: 200, attempts: 1 })
    expect(fault.message).toContain(`with more than ${16 * MEBIBYTE} bytes`)
    expect(retries).toEqual([])
    expect(service.sent()).toBeLessThan(mebibytes * MEBIBYTE)
  })

  it('is read when it is just as large as may be', async () => {
    const service = await serve(raw(BODY, { 'content-type': 'application/json' }))
    const exact = clientAt(service.baseUrl, { limits: { bodyBytes: BODY.length } })
    expect((await exact.client.settlement(SLOT, exact.context)).settlement).toMatchObject({ payout: 608_500_25n })
    const tight = clientAt(service.baseUrl, { limits: { bodyBytes: BODY.length - 1 } })
    expect(await faultFrom(tight.client.settlement(SLOT, tight.context))).toMatchObject({ code: 'TOO_LARGE' })
  })
})

describe('an answer that is encoded', () => {
  it.each(['gzip', 'br', 'deflate, gzip', 'x-unknown'])(
    'as %s is refused, though it may be right',
    async (encoding) => {
      const service = await serve(
        raw(gzipSync(BODY), { 'content-type': 'application/json', 'content-encoding': encoding }),
      )
      const { client, context, retries } = clientAt(service.baseUrl)
      const fault = await faultFrom(client.settlement(SLOT, context))
      expect(fault).toMatchObject({ code: 'ENCODED', status: 200 })
      expect(fault.message).toContain(`encoded as ${encoding}`)
      expect(retries).toEqual([])
    },
  )

  it('but a 503 is a 503', async () => {
    const service = await serve(raw(gzipSync('x'), { 'content-encoding': 'gzip' }, 503), json(SETTLEMENT))
    const { client, context, retries } = clientAt(service.baseUrl)
    expect((await client.settlement(SLOT, context)).settlement).toMatchObject({ payout: 608_500_25n })
    expect(retries).toMatchObject([{ code: 'HTTP_STATUS', reason: 'answered 503' }])
  })
})

describe('contents', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  it.each([
    ['a settlement nested 100,000 deep', nested(100_000), 'the settlement is not an object'],
    [
      'a field nested 100,000 deep',
      BODY.replace(/}$/, `,"x":${nested(100_000)}}`),
      'extra is nested too deep to be kept',
    ],
    ['a sum of 1e400', BODY.replace('610000.5', '1e400'), 'collected is beyond the exact range'],
    ['a sum of 9007199254740993', BODY.replace('610000.5', '9007199254740993'), 'collected is beyond the exact range'],
  ])('%s', async (_, body, reason) => {
    const service = await serve(raw(body, { 'content-type': 'application/json' }))
    const { client, context } = clientAt(service.baseUrl)
    expect(await faultFrom(client.settlement(SLOT, context))).toMatchObject({
      code: 'BAD_ANSWER',
      reason: `answered 200, but ${reason}`,
    })
  })

  it.each([
    ['collects twice', 'settlement', BODY, '"amountCollected":', '"amountCollected":1,"amountCollected":'],
    ['ends and goes on', 'list', PAGE, '"cursor":', '"cursor":"b","cursor":'],
    ['is paid twice', 'list', PAGE, '"paymentAmount":', '"paymentAmount":1,"payment\\u0041mount":'],
    ['has two ids', 'invoice', JSON.stringify(INVOICE), '"id":', '"id":"inv-2","id":'],
  ])('an answer that %s is told, and not asked for again', async (_, kind, body, once, twice) => {
    const service = await serve(raw(body.replace(once, twice), { 'content-type': 'application/json' }))
    const { client, context } = clientAt(service.baseUrl, { pageLimit: 1 })
    const ask = {
      settlement: () => client.settlement(SLOT, context),
      list: () => allPages(client.invoicePages(SLOT, context)),
      invoice: () => client.invoice(INVOICE.id, context),
    }[kind]
    expect(await faultFrom(ask?.() ?? Promise.reject(new Error(kind)))).toMatchObject({
      code: 'BAD_ANSWER',
      attempts: 1,
      reason: `answered 200, but an object has the member ${once.slice(1, -2)} twice`,
    })
    expect(service.requests).toHaveLength(1)
  })

  it('one bad record of a page leaves the others', async () => {
    const bad = `{"id":"b","status":"ready","amount":1,"x":${nested(100_000)}}`
    const body = `{"items":[${JSON.stringify(INVOICE)},${bad},${JSON.stringify(INVOICE)}],"cursor":null,"count":3}`
    const service = await serve(raw(body, { 'content-type': 'application/json' }))
    const { client, context } = clientAt(service.baseUrl, { pageLimit: 100 })
    const [page] = await allPages(client.invoicePages(SLOT, context))
    expect(page?.read().map((reading) => reading.kind)).toEqual(['invoice', 'malformed', 'invoice'])
  })

  it('a page that breaks on its way is asked for again, and the list goes on', async () => {
    const service = await serve(
      json(pageOf(2, 'b')),
      raw('{"items":[', { 'content-type': 'application/json' }),
      json(pageOf(1, null)),
    )
    const { client, context } = clientAt(service.baseUrl)
    expect(await allPages(client.invoicePages(SLOT, context))).toHaveLength(2)
    expect(service.paths()[1]).toBe(service.paths()[2])
  })
})
