import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isServiceError } from '../../src/service/http/errors.ts'
import { API_KEY, allPages, clientAt, contextOf, faultFrom } from './client-at.ts'
import { INVOICE, pageOf, SETTLEMENT, SLOT, slotOf, without } from './samples.ts'
import { json, type Reply, raw, serve } from './service.ts'

const ask = async (...replies: readonly Reply[]) => {
  const service = await serve(...replies)
  const tools = clientAt(service.baseUrl)
  return { ...tools, service, settlement: () => tools.client.settlement(SLOT, tools.context) }
}

const HTML = { 'content-type': 'text/html' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('a settlement', () => {
  it('that is asked for after the stop leaves no timer behind', async () => {
    const { client } = await ask()
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
    const before = timers()
    await faultFrom(client.settlement(SLOT, contextOf(client, AbortSignal.abort())))
    expect(timers()).toBe(before)
  })

  it('is asked for with the key, without compression, and answered with its bytes', async () => {
    const { service, settlement } = await ask(json(SETTLEMENT))
    const { settlement: read, answer } = await settlement()
    expect(read).toMatchObject({ date: '2026-03-12', cycle: '11', payout: 60850025n })
    expect(answer).toMatchObject({ request: 'GET /settlements/2026-03-12/11', status: 200 })
    expect(Buffer.from(answer.body).toString()).toBe(JSON.stringify(SETTLEMENT))
    expect(service.requests).toMatchObject([
      {
        path: '/v1/settlements/2026-03-12/11',
        headers: { authorization: `Bearer ${API_KEY}`, 'accept-encoding': 'identity', accept: 'application/json' },
      },
    ])
  })

  it('has a cycle that is encoded', async () => {
    const service = await serve(json(SETTLEMENT))
    const { client, context } = clientAt(`${service.baseUrl}/`)
    await client.settlement(slotOf('2026-03-12', '11:00'), context)
    expect(service.paths()).toEqual(['/v1/settlements/2026-03-12/11%3A00'])
  })

  it('is found under a base URL without a path', async () => {
    const service = await serve(json(SETTLEMENT))
    const { client, context } = clientAt(`http://127.0.0.1:${service.port}`)
    await client.settlement(SLOT, context)
    expect(service.paths()).toEqual(['/settlements/2026-03-12/11'])
  })

  it.each([
    ['with {error}', json({ error: 'no such settlement' }, 404)],
    ['with any JSON', json(null, 404)],
    ['with JSON that is not named so', raw('{}', {}, 404)],
  ])('is absent when a 404 comes %s', async (_, reply) => {
    const { settlement, retries } = await ask(reply)
    expect(await settlement()).toMatchObject({ settlement: null, answer: { status: 404 } })
    expect(retries).toEqual([])
  })

  it.each([
    ['as HTML', raw('<h1>Not Found</h1>', HTML, 404)],
    ['without a body', raw('', {}, 404)],
    ['without a body that was to be JSON', raw('', JSON_TYPE, 404)],
    ['as plain text', raw('no', {}, 404)],
  ])('is not taken for absent when a 404 comes %s', async (_, reply) => {
    const { service, settlement } = await ask(reply)
    const fault = await faultFrom(settlement())
    expect(fault).toMatchObject({ code: 'HTTP_STATUS', status: 404, next: expect.stringContaining('CUADRE_BASE_URL') })
    expect(service.requests).toHaveLength(1)
  })

  it('is absent for the statuses the policy names, and for no other', async () => {
    const service = await serve(json({ error: 'none' }, 410), json({ error: 'none' }, 404))
    const { client, context } = clientAt(service.baseUrl, { absentStatuses: [410] })
    expect((await client.settlement(SLOT, context)).settlement).toBeNull()
    expect(await faultFrom(client.settlement(SLOT, context))).toMatchObject({ code: 'HTTP_STATUS', status: 404 })
  })

  it('that is malformed is named, and not asked for again', async () => {
    const { service, settlement } = await ask(json(without(SETTLEMENT, 'amountCollected')))
    const fault = await faultFrom(settlement())
    expect(fault).toMatchObject({ code: 'BAD_ANSWER', status: 200, attempts: 1 })
    expect(fault.message).toBe('GET /settlements/2026-03-12/11 answered 200, but collected is absent')
    expect(service.requests).toHaveLength(1)
  })
})

describe('statuses', () => {
  it.each([
    [201, 'HTTP_STATUS', 1],
    [204, 'HTTP_STATUS', 1],
    [206, 'HTTP_STATUS', 1],
    [300, 'REDIRECTED', 1],
    [301, 'REDIRECTED', 1],
    [302, 'REDIRECTED', 1],
    [304, 'REDIRECTED', 1],
    [307, 'REDIRECTED', 1],
    [308, 'REDIRECTED', 1],
    [400, 'HTTP_STATUS', 1],
    [401, 'CREDENTIALS_REJECTED', 1],
    [402, 'HTTP_STATUS', 1],
    [403, 'CREDENTIALS_REJECTED', 1],
    [405, 'HTTP_STATUS', 1],
    [408, 'HTTP_STATUS', 5],
    [409, 'HTTP_STATUS', 1],
    [410, 'HTTP_STATUS', 1],
    [414, 'HTTP_STATUS', 1],
    [422, 'HTTP_STATUS', 1],
    [425, 'HTTP_STATUS', 5],
    [429, 'HTTP_STATUS', 5],
    [431, 'HTTP_STATUS', 1],
    [500, 'HTTP_STATUS', 5],
    [501, 'HTTP_STATUS', 5],
    [502, 'HTTP_STATUS', 5],
    [503, 'HTTP_STATUS', 5],
    [504, 'HTTP_STATUS', 5],
    [520, 'HTTP_STATUS', 5],
  ])('%i is %s after %i attempts', async (status, code, attempts) => {
    const { service, settlement } = await ask(json({ error: 'said so' }, status))
    const fault = await faultFrom(settlement())
    expect(fault).toMatchObject({ code, status, attempts, method: 'GET', path: '/settlements/2026-03-12/11' })
    expect(isServiceError(fault)).toBe(true)
    expect(service.requests).toHaveLength(attempts)
  })

  it.each([401, 403])('%i is final even where the policy calls it absent', async (status) => {
    const service = await serve(json({ error: 'no' }, status))
    const { client, context } = clientAt(service.baseUrl, { absentStatuses: [401, 403, 404] })
    expect(await faultFrom(client.settlement(SLOT, context))).toMatchObject({ code: 'CREDENTIALS_REJECTED' })
  })

  it.each([
    [404, 'check that CUADRE_BASE_URL'],
    [400, 'tell the operator'],
    [503, 'run again later'],
  ])('what to do about a %i is said', async (status, next) => {
    const service = await serve(json({ error: 'said so' }, status))
    const { client, context } = clientAt(service.baseUrl, { absentStatuses: [] })
    expect(await faultFrom(client.settlement(SLOT, context))).toMatchObject({ next: expect.stringContaining(next) })
  })

  it('a redirect is not followed', async () => {
    const elsewhere = await serve(json(SETTLEMENT))
    const { settlement } = await ask(raw('', { location: `${elsewhere.baseUrl}/settlements/2026-03-12/11` }, 302))
    expect(await faultFrom(settlement())).toMatchObject({ code: 'REDIRECTED' })
    expect(elsewhere.requests).toEqual([])
  })

  it('a passing trouble passes', async () => {
    const { settlement, retries, sleeps } = await ask(
      json({ error: 'busy' }, 503),
      json({ error: 'busy' }, 500),
      json(SETTLEMENT),
    )
    expect((await settlement()).settlement).not.toBeNull()
    expect(sleeps).toEqual([500, 1_000])
    expect(retries).toEqual([
      {
        method: 'GET',
        path: '/settlements/2026-03-12/11',
        attempts: 1,
        waitMs: 500,
        code: 'HTTP_STATUS',
        status: 503,
        reason: 'answered 503',
      },
      expect.objectContaining({ attempts: 2, waitMs: 1_000, status: 500 }),
    ])
  })
})

describe('waiting', () => {
  it.each([
    ['seconds', '7', 7_000],
    ['an HTTP date', 'Thu, 12 Mar 2026 16:00:20 GMT', 20_000],
    ['nothing readable', 'soon', 500],
  ])('as long as Retry-After asks, in %s', async (_, asked, ms) => {
    const busy = json({}, 503, { 'retry-after': asked, date: 'Thu, 12 Mar 2026 16:00:00 GMT' })
    const { settlement, sleeps } = await ask(busy, json(SETTLEMENT))
    await settlement()
    expect(sleeps).toEqual([ms])
  })

  it('but not an hour: what was asked is told', async () => {
    const { service, settlement, sleeps } = await ask(json({ error: 'later' }, 503, { 'retry-after': '3600' }))
    const fault = await faultFrom(settlement())
    expect(fault.message).toBe(
      'GET /settlements/2026-03-12/11 answered 503 and asked to wait 3600 s, which is longer than we wait: "later"',
    )
    expect(sleeps).toEqual([])
    expect(service.requests).toHaveLength(1)
  })

  it('no more once the slot has waited 30 s, over all of its requests', async () => {
    const busy = json({}, 503, { 'retry-after': '29' })
    const service = await serve(busy, json(SETTLEMENT), busy, busy, json(SETTLEMENT))
    const { client, context, sleeps } = clientAt(service.baseUrl)
    await client.settlement(SLOT, context)
    const fault = await faultFrom(client.settlement(SLOT, context))
    expect(fault.message).toContain('answered 503, at attempt 2, and its slot has waited long enough')
    expect(sleeps).toEqual([29_000, 29_000])
    expect((await client.settlement(SLOT, contextOf(client))).settlement).not.toBeNull()
  })

  it('no more once the request has spent its time in attempts', async () => {
    const service = await serve(json({}, 503))
    let now = 0
    const clock = { now: () => (now += 20_000) }
    const { client, context } = clientAt(service.baseUrl, { clock })
    const fault = await faultFrom(client.settlement(SLOT, context))
    expect(fault.message).toContain('and its time is used up')
    expect(service.requests.length).toBeLessThan(5)
  })

  it('one 429 slows every slot', async () => {
    const slots = ['11', '13', '16', '18'].map((cycle) => slotOf('2026-03-12', cycle))
    const limited = json({ error: 'slow down' }, 429, { 'retry-after': '9' })
    const service = await serve(limited, json(SETTLEMENT))
    let now = Date.parse('2026-03-12T16:00:00Z')
    const sleeping: number[] = []
    let wake = () => {}
    const awake = new Promise<void>((done) => {
      wake = done
    })
    // Nobody wakes up before all four are asleep.
    const sleep = async (ms: number) => {
      if (sleeping.push(ms) === slots.length) wake()
      await awake
      now = Date.parse('2026-03-12T16:00:09Z')
    }
    const { client, context } = clientAt(service.baseUrl, { clock: { now: () => now }, sleep })
    const [first, ...others] = slots
    if (first === undefined) throw new Error('no slots')
    const limitedSlot = client.settlement(first, context)
    while (sleeping.length === 0) await new Promise((turn) => setImmediate(turn))
    const rest = others.map((slot) => client.settlement(slot, contextOf(client)))
    await Promise.all([limitedSlot, ...rest])
    expect(sleeping).toEqual([9_000, 9_000, 9_000, 9_000])
    expect(service.requests).toHaveLength(5)
  })
})

describe('answers that are not JSON', () => {
  it.each([
    ['HTML called JSON', raw('<html></html>', JSON_TYPE), 'answered 200, but the body is not JSON'],
    ['JSON called HTML', raw(JSON.stringify(SETTLEMENT), HTML), 'answered 200, but as text/html, not as JSON'],
    [
      'bytes',
      raw('busy', { 'content-type': 'application/octet-stream' }),
      'answered 200, but as application/octet-stream, not as JSON',
    ],
    ['cut short', raw('{"date":"2026-03-', JSON_TYPE), 'answered 200, but the body is not JSON'],
    ['two documents', raw('{}{}', JSON_TYPE), 'answered 200, but the body is not JSON'],
    [
      'bytes that are not UTF-8',
      raw(Buffer.from('{"date":"a\xff"}', 'latin1')),
      'answered 200, but the body is not UTF-8',
    ],
    ['UTF-16', raw(Buffer.from(JSON.stringify(SETTLEMENT), 'utf16le')), 'answered 200, but the body is not JSON'],
  ])('%s are asked for again', async (_, reply, reason) => {
    const { service, settlement } = await ask(reply)
    expect(await faultFrom(settlement())).toMatchObject({
      code: 'BAD_ANSWER',
      status: 200,
      reason: `${reason}, at attempt 5`,
    })
    expect(service.requests).toHaveLength(5)
  })

  it.each([
    ['a byte order mark', raw(`\ufeff${JSON.stringify(SETTLEMENT)}`, JSON_TYPE)],
    ['no content type', raw(JSON.stringify(SETTLEMENT))],
    ['a charset', raw(JSON.stringify(SETTLEMENT), { 'content-type': 'Application/JSON; charset=utf-8' })],
    ['a media type of its own', raw(JSON.stringify(SETTLEMENT), { 'content-type': 'application/vnd.rent.v1+json' })],
    ['identity for encoding', json(SETTLEMENT, 200, { 'content-encoding': 'identity' })],
  ])('%s is forgiven', async (_, reply) => {
    const { settlement, retries } = await ask(reply)
    expect((await settlement()).settlement).toMatchObject({ invoiceCount: 2 })
    expect(retries).toEqual([])
  })

  it.each(['text/json', 'Text/Plain; charset=utf-8'])('but JSON named %s is read, and that is noted', async (type) => {
    const service = await serve(raw(JSON.stringify(SETTLEMENT), { 'content-type': type }))
    const types: string[] = []
    const { client, context } = clientAt(service.baseUrl, { onMediaType: (mediaType) => types.push(mediaType) })
    expect((await client.settlement(SLOT, context)).settlement).toMatchObject({ invoiceCount: 2 })
    expect(types).toEqual([type])
  })
})

describe('an invoice by id', () => {
  it.each(['inv-1', 'a/b', 'a b?c#d', 'ñ', '%2e', '...'])('%s is encoded', async (id) => {
    const service = await serve(json({ ...INVOICE, id }))
    const { client, context } = clientAt(service.baseUrl)
    const { invoice, answer } = await client.invoice(id, context)
    expect(invoice).toMatchObject({ id, paid: 30500025n })
    expect(service.paths()).toEqual([`/v1/invoices/${encodeURIComponent(id)}`])
    expect(answer.request).toBe(`GET /invoices/${encodeURIComponent(id)}`)
  })

  it.each(['', '.', '..', 'a\ud800'])('%j is not asked for', async (id) => {
    const service = await serve(json(INVOICE))
    const { client, context } = clientAt(service.baseUrl)
    expect(await faultFrom(client.invoice(id, context))).toMatchObject({ code: 'UNUSABLE_ID' })
    expect(service.requests).toEqual([])
  })

  it.each([
    [404, json({ error: 'unknown' }, 404)],
    [404, raw('<h1>Not Found</h1>', HTML, 404)],
    [400, json({ error: 'no such id' }, 400)],
    [410, raw('', {}, 410)],
  ])('that is plainly refused with %i is not shown', async (status, reply) => {
    const service = await serve(reply)
    const { client, context, retries } = clientAt(service.baseUrl)
    expect(await client.invoice('inv-1', context)).toMatchObject({ invoice: null, answer: { status } })
    expect(retries).toEqual([])
  })

  it.each([
    [json({ error: 'no' }, 401), 'CREDENTIALS_REJECTED', 1],
    [json({ error: 'no' }, 429), 'HTTP_STATUS', 5],
    [json({ error: 'no' }, 500), 'HTTP_STATUS', 5],
    [json({ ...INVOICE, id: 'inv-2' }), 'BAD_ANSWER', 1],
    [json({ ...INVOICE, amount: '1' }), 'BAD_ANSWER', 1],
    [json([]), 'BAD_ANSWER', 1],
  ])('has troubles of its own %#', async (reply, code, attempts) => {
    const service = await serve(reply)
    const { client, context } = clientAt(service.baseUrl)
    expect(await faultFrom(client.invoice('inv-1', context))).toMatchObject({ code, attempts })
  })
})

describe('what is told', () => {
  it('the error of the service, cut and made harmless', async () => {
    const said = `\u001b[31mboom\u001b[0m\nfor Bearer ${API_KEY} ${'x'.repeat(400)}`
    const { settlement } = await ask(json({ error: said }, 500))
    const fault = await faultFrom(settlement())
    expect(fault.message).toMatch(/answered 500, at attempt 5: "boom for Bearer \[hidden\] x+…"$/)
    expect(fault).toMatchObject({ serviceText: expect.stringMatching(/^.{200}$/) })
  })

  it.each([
    ['HTML', raw('<h1>Bad Gateway</h1>', HTML, 502)],
    ['another shape', json(['error'], 502)],
    ['an error that is no text', json({ error: { code: 1 } }, 502)],
    ['compressed', json({ error: 'x' }, 502, { 'content-encoding': 'gzip' })],
    ['too long to be read', json({ error: 'x'.repeat(100_000) }, 502)],
    ['cut', raw('{"error":"x', JSON_TYPE, 502)],
  ])('the status alone, when the body of an error is %s', async (_, reply) => {
    const { settlement } = await ask(reply)
    expect((await faultFrom(settlement())).message).toBe('GET /settlements/2026-03-12/11 answered 502, at attempt 5')
  })

  it.each([
    ['refused', raw('', {}, 401)],
    ['redirected', raw('', { location: 'http://elsewhere.example/' }, 301)],
    ['malformed', json({})],
    ['not JSON', raw('<html>', HTML)],
  ])('neither host nor key, when it was %s', async (_, reply) => {
    const { service, settlement } = await ask(reply)
    const fault = await faultFrom(settlement())
    const { stack, ...told } = { ...fault, message: fault.message, stack: fault.stack }
    const everything = `${inspect(told, { depth: 20 })}${stack}`
    for (const secret of [API_KEY, '127.0.0.1', String(service.port), 'elsewhere'])
      expect(everything).not.toContain(secret)
  })

  it('the time of the service', async () => {
    const service = await serve(
      json({}, 503, { date: 'Thu, 12 Mar 2026 16:11:00 GMT' }),
      json(SETTLEMENT, 200, { date: 'x' }),
    )
    const dates: [number, number][] = []
    const { client, context } = clientAt(service.baseUrl, { onDate: (said, now) => dates.push([said, now]) })
    await client.settlement(SLOT, context)
    const now = Date.parse('2026-03-12T16:00:00Z')
    expect(dates).toEqual([[now + 660_000, now]])
  })
})

describe('an abort', () => {
  it('before the request passes through, and nothing is sent', async () => {
    const service = await serve(json(SETTLEMENT))
    const { client } = clientAt(service.baseUrl)
    const reason = new Error('SIGINT')
    const context = contextOf(client, AbortSignal.abort(reason))
    expect(await faultFrom(client.settlement(SLOT, context))).toBe(reason)
    expect(service.requests).toEqual([])
  })

  it('while no answer comes passes through at once', async () => {
    const controller = new AbortController()
    const reason = new Error('SIGTERM')
    const service = await serve(() => controller.abort(reason))
    const { client } = clientAt(service.baseUrl, { limits: { requestMs: 600_000 } })
    const context = contextOf(client, controller.signal)
    expect(await faultFrom(client.settlement(SLOT, context))).toBe(reason)
  })

  it.each([200, 400, 503])('within the body of a %i passes through at once', async (status) => {
    const controller = new AbortController()
    const reason = new Error('SIGTERM')
    const service = await serve((_, response) => void response.writeHead(status, JSON_TYPE).write('{"error":'))
    const { client } = clientAt(service.baseUrl, {
      limits: { requestMs: 600_000 },
      // The headers have arrived, and the body never will.
      onDate: () => setImmediate(() => controller.abort(reason)),
    })
    const context = contextOf(client, controller.signal)
    expect(await faultFrom(client.settlement(SLOT, context))).toBe(reason)
  })

  it('between two pages ends the list', async () => {
    const controller = new AbortController()
    const service = await serve(json(pageOf(2, 'b')), json(pageOf(0, null)))
    const { client } = clientAt(service.baseUrl)
    const pages = client.invoicePages(SLOT, contextOf(client, controller.signal))
    const reading = allPages(
      (async function* () {
        for await (const page of pages) {
          yield page
          controller.abort(new Error('enough'))
        }
      })(),
    )
    expect((await faultFrom(reading)).message).toBe('enough')
    expect(service.requests).toHaveLength(1)
  })
})
