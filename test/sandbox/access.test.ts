import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, type Service, typicalRequest } from './service.ts'

describe('api.md, Authentication and Errors', () => {
  let service: Service
  beforeAll(async () => {
    service = await openService({ merchants: [{}, { apiKey: 'second-key', integrityKey: 'second' }] })
  })
  afterAll(() => service.close())
  const second = { headers: { authorization: 'Bearer second-key' } }

  test.each([
    ['POST', '/invoices'],
    ['GET', '/invoices'],
    ['GET', '/invoices/inv_1'],
    ['GET', '/settlements/2026-03-12/11'],
  ])('"Every endpoint requires the Authorization header": %s %s', async (method, path) => {
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${service.apiKey}`, service.apiKey]) {
      const { status, text } = await service.v1(method, path, { headers: { authorization } })
      expect([authorization, status, text]).toEqual([authorization, 401, '{"error":"Invalid or missing token"}'])
    }
  })

  test('"The scheme is HTTP bearer": the word may be written in any case', async () => {
    expect(
      (await service.v1('GET', '/invoices', { headers: { authorization: `bearer ${service.apiKey}` } })).status,
    ).toBe(200)
  })

  test('"Resources are scoped to the authenticated merchant"', async () => {
    const { id, reference } = await service.create()
    await service.control('POST', `/invoices/${id}/pay`, { paymentMethod: 'breb' })
    await service.control('POST', '/clock', { now: '2026-03-12T21:30:00Z' })
    expect((await service.v1('GET', '/settlements/2026-03-12/13')).status).toBe(200)
    expect((await service.v1('GET', `/invoices/${id}`, second)).status).toBe(404)
    expect((await service.v1('GET', '/invoices', second)).items).toEqual([])
    expect((await service.v1('GET', '/settlements/2026-03-12/13', second)).status).toBe(404)
    const same = await service.v1('POST', '/invoices', { ...second, body: typicalRequest({ reference }) })
    expect(same.status).toBe(201)
  })

  test('a cursor of one merchant is refused to another', async () => {
    await service.create()
    await service.create()
    const { fields } = await service.v1('GET', '/invoices?limit=1')
    expect((await service.v1('GET', `/invoices?cursor=${fields.cursor}`, second)).status).toBe(400)
  })

  test.each([
    ['DELETE', '/invoices', 405],
    ['PUT', '/invoices/inv_1', 405],
    ['POST', '/settlements/2026-03-12/11', 405],
    ['GET', '/invoices/', 404],
    ['GET', '/payments', 404],
    ['GET', '/invoices/inv_unknown', 404],
    ['GET', '/invoices/%E0%A4%A', 400],
    ['GET', '/settlements/2026-02-30/11', 400],
    ['GET', '/settlements/2026-03-11/12', 404],
    ['GET', '/settlements/2026-03-11/11', 404],
  ])('"every error body has the shape {error: <string>}": %s %s is %d', async (method, path, expected) => {
    const { status, fields } = await service.v1(method, path)
    expect([status, fields]).toEqual([expected, { error: expect.stringMatching(/\w/) }])
  })

  test('a flood of headers is refused and others are served meanwhile', async () => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
    socket.write(`GET /v1/invoices HTTP/1.1\r\nhost: a\r\nx-flood: ${'f'.repeat(70_000)}\r\n\r\n`)
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data)))
      socket.once('error', () => resolve('HTTP/1.1 431'))
    })
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1.1 431/)
    expect((await service.v1('GET', '/invoices')).status).toBe(200)
  })

  test('a sender that never ends its request keeps nobody waiting', async () => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    socket.write(
      `POST /v1/invoices HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${service.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
    )
    expect((await service.v1('GET', '/invoices')).status).toBe(200)
    socket.destroy()
  })

  test("the Date header tells the machine's time, whatever the clock of the sandbox says, unless it is set otherwise", async () => {
    const { headers } = await service.v1('GET', '/invoices')
    expect(headers.get('date')).not.toContain('12 Mar 2026')
    await service.control('PATCH', '/assumptions', { dateHeader: 'sandbox' })
    expect((await service.v1('GET', '/invoices')).headers.get('date')).toMatch(/^Thu, 12 Mar 2026/)
  })
})
