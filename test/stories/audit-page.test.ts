import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type } from '../cli/terminal.ts'
import { startNights } from './night.ts'
import { paid, settlement } from './told.ts'

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (BROWSER === undefined) process.stderr.write('audit-page: skipped, no Chromium is installed here\n')

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]
const DATE = '2026-03-12'
const EVIL = '<img src=x onerror="document.title=1"><script>document.title=2</script>\u202E\u0000'

/** The page of a pack whose slot has hostile text wherever the service may put it. */
const packPage = async (more: string): Promise<string> => {
  const nights = await startNights()
  const hostile = { reference: EVIL, customerName: EVIL, contract: EVIL, paymentMethod: EVIL }
  const invoices = [paid(DATE, '11', 1, hostile), paid(DATE, '11', 2, hostile), paid(DATE, '11', 3)]
  nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices, { status: EVIL }), invoices })
  await nights.run({ date: DATE, cycles: ['11'] })
  nights.service.tell(DATE, '11', { settlement: settlement(DATE, '11', invoices), invoices: invoices.slice(1) })
  nights.clock('2026-03-13 22:30')
  await nights.run({ date: DATE, cycles: ['11'] })
  const { status } = await type(`audit ${DATE} 11 --db cuadre.db --out pack ${more}`, { cwd: nights.folder })
  expect(status).toBe(0)
  return pathToFileURL(join(nights.folder, 'pack', 'index.html')).href
}

describe.skipIf(BROWSER === undefined)('the page of a pack in a real browser', () => {
  const profiles = [mkdtempSync(join(tmpdir(), 'pack-page-')), mkdtempSync(join(tmpdir(), 'pack-axe-'))]
  let browser: BrowserContext
  /** Allows the checker, which the page's own policy blocks. */
  let checking: BrowserContext

  beforeAll(async () => {
    const [one = '', other = ''] = profiles
    browser = await chromium.launchPersistentContext(one, { executablePath: BROWSER ?? '', args: FLAGS })
    checking = await chromium.launchPersistentContext(other, {
      executablePath: BROWSER ?? '',
      args: FLAGS,
      bypassCSP: true,
    })
  })
  afterAll(async () => {
    await browser?.close()
    await checking?.close()
    for (const profile of profiles) rmSync(profile, { recursive: true, force: true })
  })

  test.each(['', '--mask'])(
    'shows hostile text, runs and fetches nothing, and says nothing on the console %s',
    async (more) => {
      const page = await browser.newPage()
      const heard: string[] = []
      page.on('console', (message) => heard.push(message.text()))
      page.on('pageerror', (error) => heard.push(error.message))
      page.on('request', (request) => heard.push(request.url()))
      const url = await packPage(more)
      await page.goto(url)
      expect(heard).toEqual([url])
      expect(await page.title()).toBe(`Evidence of ${DATE} 11 · default · Cuadre`)
      expect(await page.locator('img, script').count()).toBe(0)
      await page.close()
    },
  )

  test.each([1280, 390])('can be read by everybody, at %i', async (width) => {
    const page = await checking.newPage()
    await page.setViewportSize({ width, height: 900 })
    await page.goto(await packPage(''))
    await page.evaluate(axe.source)
    const found: { violations: { id: string; nodes: { html: string }[] }[] } = await page.evaluate('axe.run()')
    expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    await page.close()
  })
})
