import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderForAll } from '../empty-folder.ts'
import { demoMerchant, type OpenDesk, openDesk, type User } from './desk.ts'

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (BROWSER === undefined) process.stderr.write('the desk in a browser: skipped, no Chromium is installed here\n')
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PAGES = [
  'index.html',
  'todo',
  'bank',
  'month',
  'claims',
  'receivables',
  'statement',
  'fees',
  'in-transit',
  'settlement?date=2026-03-12&cycle=11',
  'answers?date=2026-03-12&cycle=11&number=38',
  'between?date=2026-03-12&cycle=11&from=0&to=38',
  'discrepancy?id=bda4edc4',
  'runs',
  '2026-03-12/report.html',
  'find?text=ARR',
  'settings',
]

interface Found {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[]
}

/** What the desk answered to the act that this sends. */
const acted = async (page: Page, send: () => Promise<void>): Promise<number> => {
  const answer = page.waitForResponse((response) => response.request().method() === 'POST')
  const loaded = page.waitForEvent('load')
  await send()
  await loaded
  return (await answer).status()
}

/** A page of the desk, opened with its cookie: the address that opens once was opened before. */
const opened = async (browser: Browser, desk: OpenDesk, width = 1280, javaScriptEnabled = true): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled, bypassCSP: false })
  const [name = '', value = ''] = desk.cookie.split('=')
  await context.addCookies([{ name, value, url: desk.root, httpOnly: true, sameSite: 'Strict' }])
  return context.newPage()
}

describe.skipIf(BROWSER === undefined)('in a real browser', () => {
  const folder = folderForAll()
  let browser: Browser
  let user: User

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: BROWSER ?? '', args: ['--no-sandbox', '--disable-gpu'] })
    user = await demoMerchant(folder)
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
  })

  const statesOf = async (): Promise<readonly string[]> =>
    JSON.parse((await user.type(['discrepancies', 'list', '--json'])).out).discrepancies.map(
      ({ state }: { state: string }) => state,
    )

  test('pages fit a phone, have no script of their own, and are open to all', async () => {
    const desk = await openDesk(user)
    const [wide, narrow] = [await opened(browser, desk), await opened(browser, desk, 320)]
    const told: unknown[] = []
    narrow.on('pageerror', (error) => told.push(error.message))
    narrow.on('console', (one) => one.type() === 'error' && told.push([one.text(), one.location().url]))
    for (const path of PAGES) {
      await narrow.goto(`${desk.root}${path}`)
      const width = await narrow.evaluate('document.documentElement.scrollWidth')
      expect({ path, width }).toEqual({ path, width: 320 })
      await wide.goto(`${desk.root}${path}`)
      const { violations }: Found = await wide.evaluate(`${AXE}; axe.run()`)
      told.push(...violations.map(({ id, nodes }) => [path, id, nodes[0]?.html]))
    }
    expect(told).toEqual([])
  }, 240_000)

  test('a case is claimed by the keyboard alone', async () => {
    const desk = await openDesk(user)
    const page = await opened(browser, desk)
    await page.goto(`${desk.root}todo`)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    expect(await page.locator('input[name="case"]:checked').count()).toBe(1)
    await page.locator('input[name="reason"]').focus()
    await page.keyboard.type('asked the operator')
    await page.keyboard.press('Tab')
    await page.locator('button[value="claim"]').focus()
    expect(await acted(page, () => page.keyboard.press('c'))).toBe(303)
    expect(await statesOf()).toContain('claimed')
  }, 60_000)

  test('Enter in a field of the form of cases sends nothing', async () => {
    const desk = await openDesk(user)
    const page = await opened(browser, desk)
    await page.goto(`${desk.root}todo?state=new`)
    await page.locator('input[name="case"]').last().check()
    await page.evaluate(`sent = 0; addEventListener('submit', (event) => { event.preventDefault(); sent += 1 })`)
    for (const [field, text] of [
      ['reason', 'so it is'],
      ['ticket', '7'],
    ] as const) {
      await page.locator(`form[action$="act/decide"] input[name="${field}"]`).fill(text)
      await page.keyboard.press('Enter')
    }
    expect(await page.evaluate('sent')).toBe(0)
    await page.locator('button[value="note"]').click()
    expect(await page.evaluate('sent')).toBe(1)
  }, 60_000)

  test('without a script a case is accepted by the mouse', async () => {
    const desk = await openDesk(user)
    const page = await opened(browser, desk, 1280, false)
    await page.goto(`${desk.root}todo?state=new`)
    await page.locator('input[name="case"]').last().check()
    await page.locator('input[name="reason"]').fill('as agreed')
    expect(await acted(page, () => page.locator('button[value="accept"]').click())).toBe(303)
    expect(await statesOf()).toContain('accepted')
  }, 60_000)

  test('a month-end without a terminal: claim, tie, look at a file, close, and undo', async () => {
    const desk = await openDesk(user)
    const page = await opened(browser, desk)
    const submit = (name: string) => acted(page, () => page.getByRole('button', { name, exact: true }).first().click())
    await page.goto(`${desk.root}todo?state=new&who=operator`)
    for (const box of await page.locator('input[name="case"]').all()) await box.check()
    await page.locator('input[name="reason"]').fill('asked on the phone')
    await page.locator('input[name="ticket"]').fill('PQR-12')
    expect(await submit('Claim')).toBe(303)
    await page.getByRole('link', { name: 'Bank', exact: true }).click()
    await page.locator('input[name="payout"]').first().check()
    await page.locator('input[name="entry"]').first().check()
    await page.locator('form[action$="act/tie"] input[name="reason"]').fill('said by the bank')
    expect(await submit('Tie')).toBe(303)
    await page.locator('form[action$="act/untie"] input[name="reason"]').fill('it was not')
    expect(await submit('Untie')).toBe(303)
    await page.locator('input[type="file"]').setInputFiles(join(folder, 'cuadre-demo/Extracto bancario.csv'))
    expect(await submit('Look at it first')).toBe(200)
    await page.getByRole('link', { name: 'Month', exact: true }).click()
    await page.locator('input[name="through"]').fill('2026-03-08')
    await page.locator('input[name="reason"]').fill('as far as it goes')
    expect(await submit('Close')).toBe(422)
    await page.locator('input[name="through"]').fill('2026-03-08')
    await page.locator('input[name="reason"]').fill('as far as it goes')
    await page.locator('input[name="force"]').check()
    expect(await submit('Close')).toBe(303)
    const history = async () => (await user.type(['history', '2026-03-07', '11'])).out.replaceAll(/\s+/g, ' ')
    expect(await history()).toContain('closed all days through 2026-03-08: as far as it goes')
    await page.locator('form[action$="act/undo"] input[name="reason"]').fill('a file was missing')
    expect(await submit('Undo the last closing')).toBe(303)
    expect(await history()).toContain('a file was missing')
  }, 60_000)

  test('by the keyboard alone: find, choose two, accept, reopen, and tie', async () => {
    const desk = await openDesk(user)
    const page = await opened(browser, desk)
    const tabTo = async (selector: string): Promise<void> => {
      for (let n = 0; n < 300; n += 1) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return
      }
      throw new Error(`no tab leads to ${selector}`)
    }
    await page.goto(`${desk.root}todo?state=new`)
    await page.keyboard.press('/')
    await page.keyboard.type('ARR-202603-000398')
    await page.keyboard.press('Enter')
    await page.waitForURL(/find\?text=ARR/)
    await page.goto(`${desk.root}todo?state=new`)
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
    expect(await page.locator('.cases output').textContent()).toBe('2')
    await tabTo('input[name="reason"]')
    await page.keyboard.type('agreed')
    await tabTo('button[value="accept"]')
    expect(await acted(page, () => page.keyboard.press('a'))).toBe(303)
    await page.goto(`${desk.root}todo?state=accepted`)
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await tabTo('input[name="reason"]')
    await page.keyboard.type('not agreed')
    await tabTo('button[value="reopen"]')
    expect(await acted(page, () => page.keyboard.press('Enter'))).toBe(303)
    await page.goto(`${desk.root}bank`)
    await tabTo('input[name="payout"]')
    await page.keyboard.press('Space')
    await tabTo('input[name="entry"]')
    await page.keyboard.press('Space')
    await tabTo('form[action$="act/tie"] input[name="reason"]')
    await page.keyboard.type('said by the bank')
    expect(await acted(page, () => page.keyboard.press('Enter'))).toBe(303)
  }, 60_000)

  test('a page of another port cannot act, even with the cookie', async () => {
    const [desk, other] = [await openDesk(user), await openDesk(user)]
    const page = await opened(browser, desk)
    const before = await statesOf()
    await page.goto(`${desk.root}todo`)
    const { text } = await desk.get('todo')
    const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const elsewhere = await opened(browser, other)
    await elsewhere.goto(`${other.root}todo`)
    const status = await elsewhere.evaluate(
      async ([url, sent]) => {
        const body = new URLSearchParams({ token: sent ?? '', kind: 'note', reason: 'x' })
        return fetch(url ?? '', { method: 'POST', body, credentials: 'include' }).then(
          (answer) => String(answer.status),
          () => 'refused',
        )
      },
      [`${desk.root}act/decide`, token],
    )
    expect(status).toBe('refused')
    expect(await statesOf()).toEqual(before)
  }, 60_000)
})
