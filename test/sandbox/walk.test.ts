import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openReceiver, type Receiver } from './receiver.ts'
import { type Fields, openService, type Service } from './service.ts'

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
  const profile = mkdtempSync(join(tmpdir(), 'sandbox-walk-'))

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
    rmSync(profile, { recursive: true, force: true })
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
