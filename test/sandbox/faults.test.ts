import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fields, openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
  for (let nth = 0; nth < 10; nth += 1) await service.create()
})
afterAll(() => service.close())

const LIST = { method: 'GET', path: '/v1/invoices' }
const put = (...faults: readonly Fields[]) => service.control('PUT', '/faults', { faults })
const read = (query = '') => service.v1('GET', `/invoices${query}`)

/** The bytes received over the raw connection. */
const arrives = (): Promise<{ readonly chunks: number; readonly text: string; readonly broken: boolean }> =>
  new Promise((resolve) => {
    const parts: string[] = []
    const end = (broken: boolean) => resolve({ chunks: parts.length, text: parts.join(''), broken })
    const headers = { authorization: `Bearer ${service.apiKey}` }
    request(`${service.baseUrl}/invoices`, { headers }, (response) => {
      response.on('data', (chunk) => parts.push(String(chunk)))
      response.on('end', () => end(false))
      response.on('error', () => end(true))
    })
      .on('error', () => end(true))
      .end()
  })

describe('misbehaviour on request', () => {
  test('a status code, with its headers, for so many requests and no more', async () => {
    await put({
      ...LIST,
      skip: 1,
      times: 2,
      fault: { do: 'status', status: 429, error: 'Slow down', headers: { 'retry-after': '7' } },
    })
    const said = [await read(), await read(), await read(), await read()]
    expect(said.map(({ status }) => status)).toEqual([200, 429, 429, 200])
    expect([said[1]?.text, said[1]?.headers.get('retry-after')]).toEqual(['{"error":"Slow down"}', '7'])
    expect((await service.control('GET', '/faults')).fields.faults).toMatchObject([{ met: 4 }])
  })

  test('only requests that match misbehave', async () => {
    await put(
      { path: '/v1/settlements/*/11', fault: { do: 'status', status: 500 } },
      { ...LIST, query: { contract: '*' }, fault: { do: 'status', status: 502 } },
    )
    expect((await service.v1('GET', '/settlements/2026-03-12/11')).status).toBe(500)
    expect((await service.v1('GET', '/settlements/2026-03-12/13')).status).toBe(404)
    expect((await read('?contract=00001')).status).toBe(502)
    expect((await read()).status).toBe(200)
  })

  test('anything raw', async () => {
    await put({
      ...LIST,
      fault: { do: 'raw', status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: 'gone' },
    })
    const said = await read()
    expect([said.status, said.headers.get('location'), said.text]).toEqual([302, 'http://127.0.0.1:9/', 'gone'])
  })

  test('a drip arrives whole, in many pieces', async () => {
    await put()
    const { text } = await read()
    await put({ ...LIST, fault: { do: 'drip', bytes: Math.ceil(text.length / 8), everyMs: 1 } })
    const dripped = await arrives()
    expect(dripped.text).toBe(text)
    expect(dripped.chunks).toBeGreaterThan(1)
  })

  test('a delay answers in the end', async () => {
    await put({ ...LIST, fault: { do: 'delay', ms: 1 } })
    expect((await read()).status).toBe(200)
  })

  test.each([{}, { afterBytes: 50 }])('a reset breaks the connection: %j', async (where) => {
    await put({ ...LIST, fault: { do: 'reset', ...where } })
    expect((await arrives()).broken).toBe(true)
  })

  test('a truncated body looks whole on the wire, and is not JSON', async () => {
    await put({ ...LIST, fault: { do: 'truncate' } })
    const { broken, text } = await arrives()
    expect(broken).toBe(false)
    expect(() => JSON.parse(text)).toThrow()
  })

  test('a malformed body has its length and is not JSON', async () => {
    await put({ ...LIST, fault: { do: 'malformed' } })
    const { text, headers } = await read()
    expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(() => JSON.parse(text)).toThrow()
  })

  test('a repeated cursor leads round and round', async () => {
    await put({ ...LIST, fault: { do: 'repeat-cursor' } })
    const first = await read('?limit=4')
    const second = await read(`?limit=4&cursor=${first.fields.cursor}`)
    expect(second.fields.cursor).toBe(first.fields.cursor)
  })

  test('an empty page has a cursor, and nothing is lost behind it', async () => {
    await put({ ...LIST, times: 1, fault: { do: 'empty-page' } })
    const empty = await read('?limit=100')
    expect([empty.items, empty.fields.count]).toEqual([[], 0])
    expect((await read(`?limit=100&cursor=${empty.fields.cursor}`)).items).toHaveLength(10)
  })

  test('an empty page in the middle has a cursor of its own', async () => {
    const first = await read('?limit=4')
    await put({ ...LIST, times: 1, fault: { do: 'empty-page' } })
    const empty = await read(`?limit=4&cursor=${first.fields.cursor}`)
    expect(empty.fields.cursor).not.toBe(first.fields.cursor)
    expect((await read(`?limit=100&cursor=${empty.fields.cursor}`)).items).toHaveLength(6)
  })

  test('overlapping pages repeat what ended the page before', async () => {
    await put({ ...LIST, fault: { do: 'overlap', items: 2 } })
    const first = await read('?limit=5')
    const second = await read(`?limit=5&cursor=${first.fields.cursor}`)
    expect(second.items.slice(0, 2)).toEqual(first.items.slice(3))
  })

  test('a count lies, a cursor is absent or something else', async () => {
    await put({ ...LIST, times: 1, fault: { do: 'count', add: -1 } })
    expect((await read()).fields.count).toBe(9)
    await put({ ...LIST, times: 1, fault: { do: 'cursor' } })
    expect((await read()).fields).not.toHaveProperty('cursor')
    await put({ ...LIST, times: 1, fault: { do: 'cursor', value: 7 } })
    expect((await read()).fields.cursor).toBe(7)
  })

  test('unknown fields and values, on every item', async () => {
    await put({ ...LIST, fault: { do: 'fields', set: { status: 'void', colour: 'blue' }, remove: ['contract'] } })
    const { items } = await read()
    expect(items).toHaveLength(10)
    for (const item of items) {
      expect(item).toMatchObject({ status: 'void', colour: 'blue' })
      expect(item).not.toHaveProperty('contract')
    }
  })

  test('an empty list ends every misbehaviour', async () => {
    await put()
    expect((await read()).status).toBe(200)
  })

  test.each([
    {},
    { faults: 'none' },
    { faults: [7] },
    { faults: [{ fault: { do: 'explode' } }] },
    { faults: [{ fault: { do: 'delay' } }] },
    { faults: [{ fault: { do: 'delay', ms: 'long' } }] },
    { faults: [{ fault: { do: 'malformed' }, pth: '/v1/*' }] },
    { faults: [{ path: '/v1/*' }] },
  ])('a rule that is none is refused, and those in force stay: %j', async (body) => {
    await put({ path: '/v1/nowhere', fault: { do: 'malformed' } })
    expect((await service.control('PUT', '/faults', body)).status).toBe(400)
    expect((await service.control('GET', '/faults')).fields.faults).toHaveLength(1)
  })
})
