import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ASSUMED } from '../../src/sandbox/assumptions.ts'
import type { SandboxAnswer } from '../../src/sandbox/http/answer.ts'
import { openFaults } from '../../src/sandbox/http/faults.ts'
import { serve } from '../../src/sandbox/http/serve.ts'
import { bodyIn, requestRaw, sendRaw, statusIn } from './raw.ts'
import { openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('a customer who comes back', () => {
  test.each([
    ['https://inmobiliaria.example/gracias/Peñalosa', 'https://inmobiliaria.example/gracias/Pe%C3%B1alosa'],
    ['https://inmobiliaria.example/✓?ref=“uno”', 'https://inmobiliaria.example/%E2%9C%93?ref=%E2%80%9Cuno%E2%80%9D'],
    ['https://años.example/volver', 'https://xn--aos-7ma.example/volver'],
    ['https://a.example/💰#Žižek', 'https://a.example/%F0%9F%92%B0#%C5%BDi%C5%BEek'],
    ['https://a.example/volver?x=%20', 'https://a.example/volver?x=%20'],
  ])('to %s is sent its ASCII form', async (redirectUrl, location) => {
    for (const step of ['approve', 'cancel']) {
      const { paymentUrl } = await service.create({ redirectUrl })
      const body = new URLSearchParams({ method: 'breb' })
      const answer = await fetch(`${paymentUrl}/${step}`, { method: 'POST', body, redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, location])
    }
    expect((await service.v1('GET', '/invoices')).status).toBe(200)
  })
})

describe('an answer that cannot be sent', () => {
  test.each([
    ['a header with a letter outside Latin-1', { status: 303, headers: { location: 'http://a.example/✓' }, body: '' }],
    ['a header with a line break', { status: 200, headers: { 'x-a': 'b\r\nx-c: d' }, body: '' }],
    ['a header without a name', { status: 200, headers: { '': 'b' }, body: '' }],
    ['a status that is none', { status: 99, headers: {}, body: '' }],
  ] satisfies readonly (readonly [string, SandboxAnswer])[])(
    'is answered with 500, and the next one is served: %s',
    async (_, unsendable) => {
      const { origin, close } = await listening([unsendable, { status: 200, headers: {}, body: 'well' }])
      const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
      const first = await fetch(origin)
      expect(told.mock.calls.flat().join('')).toMatch(/^sandbox: an answer could not be sent: /)
      told.mockRestore()
      expect([first.status, await first.json()]).toEqual([500, { error: 'Internal Server Error' }])
      expect(await (await fetch(origin)).text()).toBe('well')
      await close()
    },
  )
})

describe('"Every error body has the shape {error: <string>}", of requests that are none, too', () => {
  const ERROR = { error: expect.stringMatching(/\w/) }
  const host = (): string => `host: 127.0.0.1:${new URL(service.baseUrl).port}`

  test.each([
    ['text that is not HTTP', 400, 'hello\r\n\r\n'],
    ['a header line without a name', 400, 'GET /v1/invoices HTTP/1.1\r\n: x\r\n\r\n'],
    ['a length that is no number', 400, 'POST /v1/invoices HTTP/1.1\r\ncontent-length: many\r\n\r\n'],
    ['headers that are too large', 431, `GET / HTTP/1.1\r\nx-flood: ${'f'.repeat(20_000)}\r\n\r\n`],
  ])('%s: %d', async (_, status, text) => {
    const answer = await sendRaw(service.baseUrl, text)
    expect([statusIn(answer), bodyIn(answer)]).toEqual([status, ERROR])
    expect(answer).toMatch(/content-type: application\/json/i)
  })

  test('an expectation that is not met', async () => {
    const answer = await requestRaw(service.baseUrl, 'GET /v1/invoices', host(), 'expect: the-unexpected')
    expect([statusIn(answer), bodyIn(answer)]).toEqual([417, ERROR])
  })
})

/** The server of the sandbox with these answers, in order. */
const listening = async (answers: readonly SandboxAnswer[]) => {
  const left = [...answers]
  const world = { addresses: new Set(['']), assumed: ASSUMED, clock: { now: Date.now } }
  const server = serve(() => left.shift() ?? { status: 500, headers: {}, body: '' }, world, openFaults([]))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  world.addresses.add(`127.0.0.1:${port}`)
  return {
    origin: `http://127.0.0.1:${port}/`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
