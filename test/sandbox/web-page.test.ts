import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyIn, requestRaw, statusIn } from './raw.ts'
import { openService, type Service } from './service.ts'

const ERROR = { error: expect.stringMatching(/\w/) }

describe('the sandbox and the pages of a browser', () => {
  let service: Service
  let port: string
  let id: unknown
  beforeAll(async () => {
    service = await openService({ allowedHosts: ['sandbox.example', 'proxy.example:9000'] })
    port = new URL(service.baseUrl).port
    id = (await service.create()).id
  })
  afterAll(() => service.close())
  const clock = (...headers: readonly string[]) => requestRaw(service.baseUrl, 'GET /sandbox/clock', ...headers)
  const state = async () => (await service.v1('GET', `/invoices/${id}`)).fields.status

  test.each([
    ['127.0.0.1:PORT', 200],
    ['localhost:PORT', 200],
    ['LocalHost:PORT', 200],
    ['[::1]:PORT', 200],
    ['sandbox.example', 200],
    ['sandbox.example:1234', 200],
    ['proxy.example:9000', 200],
    ['proxy.example', 403],
    ['localhost', 403],
    ['localhost:1', 403],
    ['evil.example', 403],
    ['evil.example:PORT', 403],
    ['127.0.0.1.evil.example:PORT', 403],
    ['localhost@evil.example:PORT', 403],
    ['', 403],
  ])('a name that was made to point at this machine reads nothing: Host %s is %d', async (host, expected) => {
    const answer = await clock(`host: ${host.replace('PORT', port)}`)
    expect(statusIn(answer)).toBe(expected)
    if (expected === 403) expect(bodyIn(answer)).toEqual(ERROR)
  })

  test('a request without Host is refused', async () => {
    const answer = await clock()
    expect([statusIn(answer), bodyIn(answer)]).toEqual([403, ERROR])
  })

  test.each([
    ['http://127.0.0.1:PORT', 200],
    ['http://localhost:PORT', 200],
    ['https://sandbox.example', 200],
    ['http://localhost:3000', 403],
    ['https://localhost:PORT.evil.example', 403],
    ['https://evil.example', 403],
    ['null', 403],
    ['file://', 403],
  ])('a page of another site sends nothing: Origin %s is %d', async (origin, expected) => {
    const answer = await clock(`host: 127.0.0.1:${port}`, `origin: ${origin.replace('PORT', port)}`)
    expect(statusIn(answer)).toBe(expected)
    if (expected === 403) expect(bodyIn(answer)).toEqual(ERROR)
  })

  test.each([
    'POST /sandbox/invoices/ID/pay',
    'POST /sandbox/invoices/ID/cancel',
    'POST /pay/ID/approve',
    'POST /pay/ID/cancel',
    'DELETE /sandbox/invoices/ID',
    'GET /v1/invoices/ID',
  ])('another site cannot touch an invoice with %s', async (line) => {
    const headers = [`host: 127.0.0.1:${port}`, `authorization: Bearer ${service.apiKey}`, 'content-length: 0']
    const answer = await requestRaw(
      service.baseUrl,
      line.replace('ID', String(id)),
      ...headers,
      'origin: https://evil.example',
    )
    expect(statusIn(answer)).toBe(403)
    expect(await state()).toBe('ready')
  })

  test('a request that is refused for its sender meets no fault and is not counted', async () => {
    await service.control('PUT', '/faults', { faults: [{ path: '/v1/*', fault: { do: 'status', status: 503 } }] })
    const answer = await requestRaw(service.baseUrl, 'GET /v1/invoices', 'host: evil.example')
    expect(statusIn(answer)).toBe(403)
    expect((await service.control('GET', '/faults')).fields.faults).toMatchObject([{ met: 0 }])
    await service.control('PUT', '/faults', { faults: [] })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'the form of a page cannot send a control request: %s',
    async (type) => {
      const own = [`host: 127.0.0.1:${port}`, `content-type: ${type}`, 'content-length: 0']
      const answer = await requestRaw(service.baseUrl, `POST /sandbox/invoices/${id}/cancel`, ...own)
      expect([statusIn(answer), bodyIn(answer)]).toEqual([400, ERROR])
      expect(await state()).toBe('ready')
    },
  )

  test('a host that is none is refused at the start', async () => {
    await expect(openService({ allowedHosts: ['http://a.example/'] })).rejects.toThrow('not a host')
  })
})

test('the file that keeps its state is the owner’s alone, also one that was not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-file-'))
  const db = join(folder, 'sandbox.db')
  const modes = () => readdirSync(folder).map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))
  const first = await openService({ db })
  expect(new Set(modes())).toEqual(new Set(['600']))
  await first.close()
  chmodSync(db, 0o644)
  const second = await openService({ db })
  expect(new Set(modes())).toEqual(new Set(['600']))
  await second.close()
  rmSync(folder, { recursive: true, force: true })
})
