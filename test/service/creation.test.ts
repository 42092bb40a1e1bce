import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { NewInvoice } from '../../src/core/invoice.ts'
import { fromCentavos } from '../../src/core/money.ts'
import type { ClientOptions } from '../../src/service/client.ts'
import { clientAt, contextOf, faultFrom } from './client-at.ts'
import { pageOf, without } from './samples.ts'
import { json, type Reply, raw, serve } from './service.ts'

const ORDER: NewInvoice = {
  reference: 'ARR 7/ñ',
  amount: fromCentavos(185_000_000),
  description: 'Arriendo marzo',
  redirectUrl: 'https://inmobiliaria.example/volver',
  customerDocument: '1032456789',
  documentType: 'cc',
  customerName: 'Ana Peña Ruiz',
  contract: '00042',
}

/** As the service shows it just after creation. */
const CREATED = {
  id: 'inv-7',
  reference: ORDER.reference,
  status: 'ready',
  amount: 1_850_000,
  description: ORDER.description,
  contract: '00042',
  expirationDate: '2026-03-12T16:05:00.000Z',
  customerDocumentNumber: ORDER.customerDocument,
  customerName: ORDER.customerName,
  createdAt: '2026-03-12T16:00:00.000Z',
  paymentUrl: 'https://pay.example/inv-7',
}

const listOf = (...items: readonly unknown[]) => json({ items, cursor: null, count: items.length })

const creating = async (replies: readonly Reply[], options: Partial<ClientOptions> = {}, order = ORDER) => {
  const service = await serve(...replies)
  const { client, context, sleeps } = clientAt(service.baseUrl, options)
  const posts = () => service.requests.filter(({ method }) => method === 'POST')
  return { service, sleeps, posts, create: () => client.create(order, context) }
}

describe('an invoice', () => {
  it.each([200, 201, 202])('is created by one POST, whatever 2xx answers it: %i', async (status) => {
    const { service, create } = await creating([json(CREATED, status)])
    expect(await create()).toMatchObject({
      kind: 'created',
      lost: null,
      paymentUrl: 'https://pay.example/inv-7',
      invoice: { id: 'inv-7', status: 'ready', amount: 185_000_000n, paid: null },
    })
    expect(service.requests).toMatchObject([
      { method: 'POST', path: '/v1/invoices', headers: { 'content-type': 'application/json' } },
    ])
    expect(JSON.parse(service.requests[0]?.body ?? '')).toEqual({
      reference: 'ARR 7/ñ',
      amount: 1_850_000,
      description: 'Arriendo marzo',
      redirectUrl: 'https://inmobiliaria.example/volver',
      customerDocumentNumber: '1032456789',
      customerDocumentType: 'cc',
      customerName: 'Ana Peña Ruiz',
      contract: '00042',
    })
  })

  it('leaves to the service what nobody says', async () => {
    const { service, create } = await creating(
      [json(without(CREATED, 'reference'), 201)],
      {},
      { ...ORDER, documentType: null, customerName: null, contract: null },
    )
    expect(await create()).toMatchObject({ kind: 'created', invoice: { reference: null } })
    expect(Object.keys(JSON.parse(service.requests[0]?.body ?? ''))).toEqual([
      'reference',
      'amount',
      'description',
      'redirectUrl',
      'customerDocumentNumber',
    ])
  })

  it.each(['javascript:alert(1)', 'pay.example/1', 'https://pay.example/a b', 7])(
    'has no payment page where the service names %j',
    async (paymentUrl) => {
      const { create } = await creating([json({ ...CREATED, paymentUrl }, 201)])
      expect(await create()).toMatchObject({ kind: 'created', paymentUrl: null })
    },
  )
})

describe('a refusal', () => {
  it.each([
    [400, 'INVOICE_REFUSED'],
    [402, 'INVOICE_REFUSED'],
    [409, 'INVOICE_REFUSED'],
    [413, 'INVOICE_REFUSED'],
    [422, 'INVOICE_REFUSED'],
    [401, 'CREDENTIALS_REJECTED'],
    [403, 'CREDENTIALS_REJECTED'],
    [404, 'HTTP_STATUS'],
    [405, 'HTTP_STATUS'],
    [425, 'HTTP_STATUS'],
    [429, 'HTTP_STATUS'],
    [301, 'REDIRECTED'],
    [302, 'REDIRECTED'],
    [307, 'REDIRECTED'],
    [308, 'REDIRECTED'],
  ])('%i is told as %s, and nothing more is sent', async (status, code) => {
    const { service, create } = await creating([json({ error: 'no' }, status, { location: '/v1/elsewhere' })])
    expect(await faultFrom(create())).toMatchObject({ code, status, method: 'POST', path: '/invoices', attempts: 1 })
    expect(service.requests).toHaveLength(1)
  })

  it('is told in the words of the service, without the person', async () => {
    const { create } = await creating([
      json({ error: 'PEÑA RUIZ (1.032.456.789, CC1032456789): amount is wrong' }, 400),
    ])
    const fault = await faultFrom(create())
    expect(fault.message).toMatch(/^POST \/invoices answered 400: ".*amount is wrong"$/)
    for (const part of ['1032456789', 'Ana', /peña/i, /ruiz/i, ORDER.reference]) {
      expect(inspect(fault, { depth: 20 })).not.toMatch(part)
    }
  })

  it('of the connection itself says that nothing was sent', async () => {
    const gone = createServer()
    await new Promise<void>((ready) => gone.listen(0, '127.0.0.1', ready))
    const address = gone.address()
    await new Promise((closed) => gone.close(closed))
    const port = typeof address === 'object' ? address?.port : undefined
    const { client, context, sleeps } = clientAt(`http://127.0.0.1:${port}/v1`)
    expect(await faultFrom(client.create(ORDER, context))).toMatchObject({ code: 'UNREACHABLE', method: 'POST' })
    expect(sleeps).toEqual([])
  })
})

const broken: Reply = (request) => void request.socket.destroy()
const reset: Reply = (request) => void request.socket.resetAndDestroy()
const silent: Reply = () => undefined
const JSON_TYPE = { 'content-type': 'application/json' }

/** Answers that leave open whether the invoice was created, and the reported code. */
const OPEN: readonly (readonly [string, Reply, string])[] = [
  ['a connection that is closed', broken, 'UNREACHABLE'],
  ['a connection that is reset', reset, 'UNREACHABLE'],
  ['no answer in time', silent, 'TIMED_OUT'],
  ...[500, 501, 502, 503, 504, 408].map(
    (status) => [`a ${status}`, json({ error: 'oops' }, status), 'HTTP_STATUS'] as const,
  ),
  ['a 303', json({}, 303, { location: '/v1/invoices/inv-7' }), 'REDIRECTED'],
  ['a 204', raw('', {}, 204), 'HTTP_STATUS'],
  ['a 201 without a body', raw('', JSON_TYPE, 201), 'BAD_ANSWER'],
  ['a 201 that is cut', raw('{"id":"inv-7"', JSON_TYPE, 201), 'BAD_ANSWER'],
  ['a 201 as HTML', raw('<p>created</p>', { 'content-type': 'text/html' }, 201), 'HTTP_STATUS'],
  ['a 201 that is compressed', json(CREATED, 201, { 'content-encoding': 'gzip' }), 'ENCODED'],
  ['a 201 without an id', json(without(CREATED, 'id'), 201), 'BAD_ANSWER'],
  ['a 201 with two ids', raw(JSON.stringify(CREATED).replace('{', '{"id":"inv-8",'), JSON_TYPE, 201), 'BAD_ANSWER'],
  ['a 201 with another amount', json({ ...CREATED, amount: 1_850_001 }, 201), 'BAD_ANSWER'],
  ['a 201 with another reference', json({ ...CREATED, reference: 'ARR 8' }, 201), 'BAD_ANSWER'],
  ['a 200 with a list', listOf(CREATED), 'BAD_ANSWER'],
]
const soon = { limits: { requestMs: 400 } }

describe('an answer that leaves open what happened', () => {
  it.each(OPEN)('%s: the reference is looked up, and the invoice is there', async (_, reply, code) => {
    const { service, posts, create } = await creating([reply, listOf(CREATED)], soon)
    expect(await create()).toMatchObject({
      kind: 'created',
      invoice: { id: 'inv-7' },
      paymentUrl: CREATED.paymentUrl,
      lost: { code, method: 'POST', attempts: 1 },
    })
    expect(posts()).toHaveLength(1)
    expect(service.paths().slice(1)).toEqual(['/v1/invoices?reference=ARR%207%2F%C3%B1&limit=2'])
  })

  it.each(OPEN)('%s: the reference is looked up, and it is not there', async (_, reply, code) => {
    const { posts, create } = await creating([reply, listOf()], soon)
    expect(await create()).toMatchObject({ kind: 'not-found', lost: { code } })
    expect(posts()).toHaveLength(1)
  })

  it.each([
    [
      'the service is down',
      [json({ error: 'no 1032456789 of ana PEÑA' }, 500)],
      /^looking it up failed too: GET .* answered 500, at attempt 5/,
    ],
    ['the connection breaks', [broken], /^looking it up failed too: GET /],
    ['the key is refused by now', [json({}, 401)], /^looking it up failed too: GET .* answered 401/],
    ['the list is broken', [json(pageOf(2))], /broken list/],
    ['several have the reference', [listOf(CREATED, { ...CREATED, id: 'inv-8' })], /^2 invoices with its reference/],
    ['a record cannot be read', [listOf({ ...CREATED, amount: 'x' })], /^a record listed/],
    ['it is for another amount', [listOf({ ...CREATED, amount: 1 })], /^another invoice with its reference/],
    [
      'it is cancelled already',
      [listOf({ ...CREATED, status: 'cancelled' })],
      /^an invoice like it is listed, and it is cancelled already/,
    ],
    ['it is for another customer', [listOf({ ...CREATED, customerDocumentNumber: '7' })], /^another invoice with/],
  ])('stays unknown when looked up and %s', async (_, replies, reason) => {
    const { posts, create } = await creating([broken, ...replies])
    const known = await create()
    expect(known).toMatchObject({
      kind: 'unknown',
      reason: { en: expect.stringMatching(reason), es: expect.any(String) },
      lost: { code: 'UNREACHABLE' },
    })
    expect(posts()).toHaveLength(1)
    expect(inspect(known, { depth: 20 })).not.toMatch(/1032456789|Peña|ARR/i)
  })

  it('every page of the reference is looked at, and only its reference', async () => {
    const other = { ...CREATED, id: 'inv-6', reference: 'ARR 6' }
    const first = json({ items: [other, other], cursor: 'b', count: 2 })
    const { posts, create } = await creating([broken, first, listOf(CREATED)])
    expect(await create()).toMatchObject({ kind: 'created', invoice: { id: 'inv-7' } })
    expect(posts()).toHaveLength(1)
  })

  it('a trouble that passes while looking is waited for', async () => {
    const { posts, sleeps, create } = await creating([broken, json({}, 503), listOf(CREATED)])
    expect(await create()).toMatchObject({ kind: 'created' })
    expect([posts().length, sleeps]).toEqual([1, [500]])
  })
})

describe('a POST whose connection breaks', () => {
  /** Stores the request before it breaks the connection, or breaks it first. */
  const forgetful = (acts: boolean) => {
    const kept: unknown[] = []
    return serve((request, response) => {
      if (request.method === 'GET') return listOf(...kept)(request, response)
      if (acts) kept.push(CREATED)
      request.socket.destroy()
    })
  }

  it.each([
    ['after the service acted has created the invoice', true, 'created'],
    ['before the service acted has not', false, 'not-found'],
  ])('%s, and is never sent again', async (_, acts, kind) => {
    const service = await forgetful(acts)
    const { client, context } = clientAt(service.baseUrl)
    expect(await client.create(ORDER, context)).toMatchObject({ kind })
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  it('because it was aborted says so, and nothing is looked up', async () => {
    const controller = new AbortController()
    const reason = new Error('SIGINT')
    const service = await serve(() => controller.abort(reason))
    const { client } = clientAt(service.baseUrl)
    expect(await faultFrom(client.create(ORDER, contextOf(client, controller.signal)))).toBe(reason)
    expect(service.requests).toHaveLength(1)
  })
})
