import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ASSUMED } from '../../src/sandbox/assumptions.ts'
import type { SandboxAnswer } from '../../src/sandbox/http/answer.ts'
import { openFaults } from '../../src/sandbox/http/faults.ts'
import { serve } from '../../src/sandbox/http/serve.ts'
import { emptyFolder, folderForAll } from '../empty-folder.ts'
import { bodyIn, requestRaw, sendRaw, statusIn } from './raw.ts'
import { openReceiver, type Receiver } from './receiver.ts'
import { type Fields, openService, type Service, typicalRequest } from './service.ts'

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (BROWSER === undefined) process.stderr.write('walk: skipped, no Chromium is installed here\n')

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

/** A shop to which the customer returns. */
const openShop = async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end('<!doctype html><html lang="es"><title>Inmobiliaria</title><h1>Gracias</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/volver`, close }
}

/** Screenshots are kept when requested. */
const PICTURES = process.env.SANDBOX_PICTURES

describe.skipIf(BROWSER === undefined)('a walk in a real browser', () => {
  let service: Service
  let receiver: Receiver
  let shop: Awaited<ReturnType<typeof openShop>>
  let browser: BrowserContext
  const profile = folderForAll()

  beforeAll(async () => {
    receiver = await openReceiver()
    shop = await openShop()
    service = await openService({ webhookUrls: [receiver.url] })
    browser = await chromium.launchPersistentContext(profile, { executablePath: BROWSER ?? '', args: FLAGS })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await receiver?.close()
    shop?.close()
  })

  const openInvoice = async (width: number, changes: Fields = {}) => {
    const invoice = await service.create({
      redirectUrl: shop.url,
      customerName: 'María Peñaloza',
      contract: '00417',
      ...changes,
    })
    const page = await browser.newPage()
    await page.setViewportSize({ width, height: width < 600 ? 844 : 800 })
    await page.goto(String(invoice.paymentUrl))
    const picture = async (name: string): Promise<void> => {
      if (PICTURES !== undefined)
        await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`), fullPage: true })
    }
    return { invoice, page, picture }
  }

  test('create, open the page, pay, come back, see it paid, advance the clock, see its settlement, receive its webhook', async () => {
    const { invoice, page, picture } = await openInvoice(1_280)
    await expect(page.locator('.amount').textContent()).resolves.toContain('1.850.000')
    await expect(page.locator('.what').textContent()).resolves.toBe(invoice.description)
    expect(await page.getByRole('radio').count()).toBe(5)
    await picture('choose')
    await page.getByText('Bre-B').click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await picture('confirm')
    await page.getByRole('button', { name: /^Pagar/ }).click()
    expect(page.url()).toBe(shop.url)

    const paid = await service.v1('GET', `/invoices/${invoice.id}`)
    expect(paid.fields).toMatchObject({
      status: 'paid',
      paymentMethod: 'breb',
      paymentSource: 'link',
      paymentAmount: 1_850_000,
    })
    await page.goto(String(invoice.paymentUrl))
    await expect(page.getByRole('heading', { level: 2 }).textContent()).resolves.toBe('Pago recibido')
    await picture('paid')

    await service.control('POST', '/clock', { advance: 'PT3H' })
    const settlement = await service.v1(
      'GET',
      `/settlements/${paid.fields.settlementDate}/${paid.fields.settlementTime}`,
    )
    expect(settlement.fields).toMatchObject({ status: 'credited', numberOfInvoices: 1, amountCollected: 1_850_000 })
    const received = receiver.received.map(({ body }): Fields => JSON.parse(body))
    expect(received).toMatchObject([
      { type: 'invoice', payload: { id: invoice.id, status: 'paid' } },
      { type: 'settlement', payload: settlement.fields },
    ])
    await page.close()
  })

  test('cancelling leads back to the merchant, and the invoice is cancelled', async () => {
    const { invoice, page, picture } = await openInvoice(390)
    await picture('choose')
    await page.getByRole('button', { name: 'Cancelar y volver' }).click()
    expect(page.url()).toBe(shop.url)
    await page.goto(String(invoice.paymentUrl))
    await expect(page.getByRole('heading', { level: 2 }).textContent()).resolves.toContain('ya no está activo')
    await picture('cancelled')
    expect((await service.v1('GET', `/invoices/${invoice.id}`)).fields.status).toBe('cancelled')
    await page.close()
  })

  test.each([320, 390, 1_280])(
    'nothing is wider than a window of %d, and all can be done with the keyboard',
    async (width) => {
      const long = {
        description: `Arriendo ${'muylargosinespacios'.repeat(12)}`,
        reference: `R-${width}-${'9'.repeat(120)}`,
      }
      const { invoice, page, picture } = await openInvoice(width, long)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await picture('long')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 2 }).waitFor()
      await picture('confirm')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL(shop.url)
      expect((await service.v1('GET', `/invoices/${invoice.id}`)).fields).toMatchObject({
        paymentMethod: 'nequiButton',
      })
      await page.close()
    },
  )

  /** Texts that are wider than their element, by the first words of each, without icons. */
  const TOO_WIDE = `[...document.querySelectorAll('main *')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
    .map(({ textContent }) => textContent.trim().slice(0, 30))`

  test.each([320, 1_280])(
    'on every page the dearest invoice, long texts and ids stay in their place in a window of %d',
    async (width) => {
      const texts = { customerName: 'W'.repeat(90), contract: 'C'.repeat(60), description: 'M'.repeat(200) }
      const { page, invoice, picture } = await openInvoice(width, { amount: 550_000_000, ...texts })
      const isInPlace = async (name: string) => {
        await picture(`dearest-${name}`)
        expect([name, await page.evaluate(TOO_WIDE)]).toEqual([name, []])
      }
      await isInPlace('choose')
      expect(await page.locator('.amount').innerText()).toContain('$\u00a0550.000.000')
      await page.getByText('Bre-B').click()
      await page.getByRole('button', { name: 'Continuar' }).click()
      await isInPlace('confirm')
      await page.getByRole('button', { name: /^Pagar/ }).click()
      await page.goto(String(invoice.paymentUrl))
      await isInPlace('paid')
      expect(await page.locator('.act').innerText()).toMatch(/ [ap]\.\sm\.\s+Comprobante pay_\w+\s/)
      await service.control('POST', `/invoices/${invoice.id}/chargeback`)
      await page.reload()
      await isInPlace('returned')
      await page.goto(`${service.baseUrl.replace('/v1', '/pay')}/inv_none`)
      await isInPlace('unknown')
      const card = await page.locator('main').boundingBox()
      expect((await page.getByRole('heading', { level: 1 }).locator('..').boundingBox())?.width).toBe(card?.width)
      await page.close()
    },
  )

  test('what a merchant writes is shown as text, never run', async () => {
    const script = '<script>document.title="run"</script><b>&amp;'
    const { page } = await openInvoice(390, { description: script, customerName: script })
    await expect(page.locator('.what').textContent()).resolves.toBe(script)
    expect(await page.title()).not.toBe('run')
    await page.close()
  })

  test('an open page whose link has expired meanwhile leads to the page that says so', async () => {
    const { page, picture } = await openInvoice(320)
    // Otherwise the browser requests /favicon.ico, which does not exist.
    expect(await page.locator('link[rel=icon]').getAttribute('href')).toBe('data:,')
    await page.getByText('PSE').click()
    await service.control('POST', '/clock', { advance: 'PT5M' })
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByRole('heading', { level: 2 }).textContent()).resolves.toContain('ya no está activo')
    await picture('expired')
    await page.close()
  })

  test('everything on the page has a name for those who do not see it', async () => {
    const { page } = await openInvoice(1_280)
    expect(await page.locator('html').getAttribute('lang')).toBe('es-CO')
    expect(await page.getByRole('group', { name: '¿Cómo quiere pagar?' }).count()).toBe(1)
    expect(await page.getByRole('radio', { name: /PSE/ }).count()).toBe(1)
    expect(await page.getByRole('region', { name: 'Total a pagar' }).count()).toBe(1)
    expect(await page.getByRole('main').count()).toBe(1)
    await page.close()
  })
})

describe('the payment page', () => {
  let service: Service
  beforeAll(async () => {
    service = await openService()
  })
  afterAll(() => service.close())

  const post = (url: string, body = new URLSearchParams({ method: 'pse' })) => fetch(url, { method: 'POST', body })
  const titleOf = async (answer: Response) => {
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    return /<title>([^<]*)/.exec(await answer.text())?.[1]
  }

  test('the page that confirms can be reloaded, while the transaction is in progress', async () => {
    const { paymentUrl } = await service.create()
    const confirm = await post(`${paymentUrl}/choose`)
    expect(await titleOf(confirm)).toMatch(/^Confirmar con PSE/)
    const again = await fetch(confirm.url)
    expect([again.status, await titleOf(again)]).toEqual([200, expect.stringMatching(/^Confirmar con PSE/)])
    await post(`${paymentUrl}/decline`)
    expect(await titleOf(await fetch(confirm.url))).toMatch(/^Pagar/)
  })

  test.each(['choose', 'approve', 'decline', 'cancel', 'confirm', 'confirm?method=gold', 'nowhere', 'constructor'])(
    'whoever opens the address %s sees the page of the invoice',
    async (step) => {
      const { paymentUrl } = await service.create()
      const answer = await fetch(`${paymentUrl}/${step}`)
      expect([answer.url, answer.status, await titleOf(answer)]).toEqual([
        paymentUrl,
        200,
        expect.stringMatching(/^Pagar/),
      ])
    },
  )

  test.each(['choose', 'approve'])('%s without a method asks for one', async (step) => {
    const { paymentUrl } = await service.create()
    const answer = await post(`${paymentUrl}/${step}`, new URLSearchParams())
    expect([answer.status, await titleOf(answer)]).toEqual([400, expect.stringMatching(/^Pagar/)])
  })

  test('a page that is not there is a page', async () => {
    const answer = await fetch(`${service.baseUrl.replace('/v1', '/pay')}/inv_none`)
    expect([answer.status, await titleOf(answer)]).toEqual([404, expect.stringMatching(/desconocido/)])
  })
})

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
  const folder = emptyFolder()
  const db = join(folder, 'sandbox.db')
  const modes = () => readdirSync(folder).map((name) => (statSync(join(folder, name)).mode & 0o777).toString(8))
  const first = await openService({ db })
  expect(new Set(modes())).toEqual(new Set(['600']))
  await first.close()
  chmodSync(db, 0o644)
  const second = await openService({ db })
  expect(new Set(modes())).toEqual(new Set(['600']))
  await second.close()
})

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
