import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankPage } from '../../reports/pages/bank-page.tsx'
import { dayPage } from '../../reports/pages/day-page.tsx'
import { indexPage } from '../../reports/pages/index-page.tsx'
import { VERDICTS } from '../../src/core/verdict.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import { LANGUAGES, type Language } from '../../src/words/language.ts'
import { cop, slot } from '../core/a.ts'
import { folderForAll } from '../empty-folder.ts'
import { aBankPage } from './a-bank-page.ts'
import { aDay, anInvoice, aProof } from './a-day.ts'
import { aDiscrepancy, anUnreadReport, aReport } from './a-slot.ts'
import { anIndex } from './an-index.ts'

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (BROWSER === undefined) process.stderr.write('pages in a browser: skipped, no Chromium is installed here\n')

const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Pages and their screenshots are kept when requested. */
const PICTURES = process.env.PAGE_PICTURES

const HOSTILE = [
  '<script>document.title="run"</script>',
  '"><img src="https://evil.example/x.png" onerror="document.title=\'run\'">',
  '<style>*{display:none}</style><iframe src="https://evil.example"></iframe>',
  '=HYPERLINK("https://evil.example")',
  '\u001b[31m\u202egnp.exe\u0000',
  'x'.repeat(1_000_000),
]

/** A slot of every verdict, with an accepted and a resolved error and a warning. */
const everyVerdict: readonly SlotReport[] = VERDICTS.map((verdict, at) => {
  const place = slot('2026-03-12', String(11 + at))
  if (verdict === 'not-due' || verdict === 'not-pulled') return anUnreadReport({ slot: place, verdict })
  const discrepancies = [
    aDiscrepancy({ slot: place }),
    aDiscrepancy({ slot: place, id: 'b', code: 'CHARGEBACK', severity: 'warning', subject: 'invoice:inv-1' }),
    aDiscrepancy({ slot: place, id: 'c', code: 'UNDERPAID', severity: 'warning', state: 'accepted' }),
    aDiscrepancy({ slot: place, id: 'd', code: 'PAYOUT_MISMATCH', state: 'resolved' }),
    aDiscrepancy({ slot: place, id: 'e', code: 'FRACTIONAL_PESOS', severity: 'info' }),
  ]
  const isOff = verdict === 'discrepant' || verdict === 'failed'
  const reason = 'GET /invoices answered 502 four times'
  const incomplete = verdict === 'incomplete' ? { reason, request: 'GET /invoices', status: 502 } : null
  return aReport({ slot: place, verdict, incomplete, discrepancies: isOff ? discrepancies : [] })
})

/** A day in which all foreign text tries to be more than text. */
const hostileDay = (language: Language) =>
  aDay(
    {
      reports: HOSTILE.map((text, at) =>
        aReport({
          slot: slot('2026-03-12', String(11 + at)),
          incomplete: { reason: text, request: null, status: null },
          discrepancies: [aDiscrepancy({ message: text, subject: `invoice:${text}` })],
          totals: {
            ...(aReport().totals ?? never()),
            byMethod: new Map([[text, { invoices: 1, amount: cop(1), paid: cop(1) }]]),
          },
        }),
      ),
      invoices: HOSTILE.map((text) => anInvoice({ id: text, reference: text, contract: text, customer: text })),
    },
    language,
  )

const never = (): never => {
  throw new Error('the report has totals')
}

const PAGES: readonly (readonly [string, (language: Language) => string])[] = [
  ['a day', (language) => dayPage(aDay({ reports: everyVerdict, moreInvoices: 3 }, language), aProof)],
  ['a hostile day', (language) => dayPage(hostileDay(language), aProof)],
  ['all days', (language) => indexPage(anIndex(everyVerdict, [slot().date], language), '1')],
  ['the bank', (language) => bankPage(aBankPage({ language }), '1')],
]
const EACH = LANGUAGES.flatMap((language) => PAGES.map(([name, make]) => [name, language, make] as const))

describe.skipIf(BROWSER === undefined)('in a real browser', () => {
  const folder = folderForAll()
  let browser: BrowserContext

  beforeAll(async () => {
    browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: BROWSER ?? '',
      args: FLAGS,
    })
  })
  afterAll(async () => {
    await browser?.close()
  })

  const open = async (html: string, width = 1_280) => {
    const path = join(folder, 'page.html')
    writeFileSync(path, html)
    const page = await browser.newPage()
    const heard: string[] = []
    page.on('console', (message) => heard.push(`console: ${message.text()}`))
    page.on('pageerror', (error) => heard.push(`error: ${error.message}`))
    page.on('request', (request) => {
      if (request.url() !== `file://${path}`) heard.push(`asked for ${request.url()}`)
    })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`file://${path}`)
    return { page, heard }
  }

  test.each(EACH)(
    '%s (%s): nothing is fetched, nothing runs, nothing is complained about',
    async (_, language, make) => {
      const { page, heard } = await open(make(language))
      expect(await page.title()).toMatch(/ · Cuadre$/)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      expect(await page.locator('script, img, iframe, link, object, form').count()).toBe(0)
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      expect(heard).toEqual([])
      await page.close()
    },
  )

  if (PICTURES)
    test.each(EACH)('%s (%s): a picture', async (name, language, make) => {
      const path = join(PICTURES ?? '', `${name.replaceAll(' ', '-')}-${language}`)
      writeFileSync(`${path}.html`, make(language))
      for (const width of [1_280, 390]) {
        const { page } = await open(make(language), width)
        await page.screenshot({ path: `${path}-${width}.png`, fullPage: true })
        await page.close()
      }
    })

  test.each(EACH)('%s (%s): a public accessibility checker finds nothing', async (_, language, make) => {
    for (const width of [1_280, 390]) {
      const { page } = await open(make(language), width)
      await page.evaluate(AXE)
      const found = await page.evaluate(
        `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
      )
      expect(found).toEqual([])
      await page.close()
    }
  })

  test.each(EACH)('%s (%s): nothing is wider than the window', async (_, language, make) => {
    for (const width of [320, 390, 768, 1_280]) {
      const { page } = await open(make(language), width)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await page.close()
    }
  })

  test('the keyboard goes from top to bottom, and a first step jumps over the head', async () => {
    const { page } = await open(dayPage(aDay({ reports: everyVerdict }), aProof))
    const order: string[] = []
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab')
      order.push(await focused(page))
    }
    const troubled = everyVerdict
      .filter(({ verdict }) => ['not-pulled', 'incomplete', 'failed', 'discrepant', 'exceptions'].includes(verdict))
      .map(({ slot: { cycle } }) => `#cycle-${cycle}`)
    expect(order.slice(0, 3)).toEqual(['#content', '../index.html', '../index.html#troubled'])
    expect(order.slice(3, 8).every((one) => one === 'SUMMARY')).toBe(true)
    expect(order.filter((one) => one.startsWith('#cycle-')).toSorted()).toEqual(troubled.toSorted())
    await page.close()
  })

  test('it prints on paper, with everything that is folded away', async () => {
    const { page } = await open(dayPage(aDay({ reports: everyVerdict }), aProof))
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('link', { name: 'All days' }).isVisible()).toBe(false)
    expect(await page.getByRole('columnheader', { name: 'Adjustments' }).isVisible()).toBe(true)
    await page.close()
  })
})

/** The target of a link, or the name of a region. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    `document.activeElement.getAttribute('href') ?? document.activeElement.getAttribute('aria-labelledby') ?? document.activeElement.tagName`,
  )
