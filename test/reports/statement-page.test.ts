import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Statement } from '../../reports/statements/statement.ts'
import { statementPage } from '../../reports/statements/statement-page.tsx'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import { gatherInTransit } from '../../src/core/in-transit.ts'
import { DEFAULT_POLICY } from '../../src/core/policy.ts'
import { addDays } from '../../src/core/slot.ts'
import { BALANCE_KINDS, type ItemBalance } from '../../src/rules/account/account-item.ts'
import { operatorAccount } from '../../src/rules/account/operator-account.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { chargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import { LANGUAGES, type Language } from '../../src/words/language.ts'
import { BOGOTA, cop, slot } from '../core/a.ts'
import { folderForAll } from '../empty-folder.ts'
import { aDiscrepancy, aReport } from './a-slot.ts'

const BROWSER = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

const DAYS = monthOf(slot('2026-03-12').date)
const SOME = { number: 1_234, sum: cop(1_234_567_890) }

/** Every possible line of the account, more settlements than fit on the sheet, and every part of the conclusion. */
const fullest = (language: Language, settlements: number): Statement => {
  const chargebacks = chargebackAccount([], [], DEFAULT_POLICY)
  const empty = operatorAccount(
    { reports: [], times: new Map(), chargebacks, policy: DEFAULT_POLICY, bank: null },
    DAYS,
  )
  const items = Array.from(
    { length: settlements },
    (_, at): ItemBalance => ({
      slot: slot(addDays(DAYS.from, at % 28), '11'),
      kind: BALANCE_KINDS[at % BALANCE_KINDS.length] ?? 'failed',
      state: 'tolerated',
      expected: SOME.sum,
      paidOut: SOME.sum,
      accepted: cop(0),
      recovered: SOME.sum,
      balance: SOME.sum,
      later: at % 3 === 0 ? [{ kind: 'accepted', on: DAYS.to, sum: SOME.sum }] : [],
    }),
  )
  const methods = ['pse', 'card', 'nequiButton', 'bancolombiaButton', 'breb', 'cash', 'other', null]
  const trouble = aReport({
    discrepancies: [aDiscrepancy(), aDiscrepancy({ id: 'b', code: 'CHARGEBACK', amount: SOME.sum })],
  })
  return {
    account: {
      ...empty,
      items,
      due: {
        ...empty.due,
        keptByGateway: SOME.sum,
        byMethod: methods.map((method) => ({ method, invoices: 99, sum: SOME.sum })),
      },
      paidOut: { sum: SOME.sum, ofRange: SOME, ofBefore: SOME },
      accepted: { sum: SOME.sum, underpaid: SOME, overpaid: SOME, failed: SOME },
      beside: {
        ...empty.beside,
        notRead: SOME,
        notReadBefore: SOME,
        fees: {
          charged: SOME,
          expected: SOME.sum,
          tooMuch: SOME,
          tooLittle: SOME,
          withinTolerance: SOME,
          notCompared: SOME,
        },
      },
    },
    position: positionOf([trouble]),
    moment: { number: 1, at: Date.parse('2026-04-01T10:00:00-05:00') },
    policy: DEFAULT_POLICY,
    chargebacks,
    unfinished: [],
    decisions: [],
    merchant: 'A merchant with a name of some length',
    language,
    zone: BOGOTA,
    days: DAYS,
    businessDays: 21,
    inTransit: {
      figures: {
        ...gatherInTransit(DAYS.to, addDays(DAYS.from, -1)).result(),
        undated: { number: 3, sum: SOME.sum },
      },
      payments: [],
    },
    closed: null,
    openingAsClosed: SOME.sum,
    bankOpeningAsClosed: null,
  }
}

describe.skipIf(BROWSER === undefined)('the account with the operator on paper', () => {
  const folder = folderForAll()
  let browser: BrowserContext
  beforeAll(async () => {
    browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: BROWSER ?? '',
      args: ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    })
  })
  afterAll(async () => {
    await browser?.close()
  })

  test.each(LANGUAGES.flatMap((language) => [320, 390, 768, 1_280].map((width) => [language, width] as const)))(
    '(%s) is not wider than a window of %d',
    async (language, width) => {
      const path = join(folder, 'statement.html')
      writeFileSync(path, statementPage(fullest(language, 12), 'f'.repeat(64)))
      const page = await browser.newPage()
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`file://${path}`)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await page.close()
    },
  )

  test.each(
    LANGUAGES.flatMap((language) =>
      [
        [0, 1],
        [3, 1],
        [4, 2],
        [40, 2],
        [100, 3],
      ].map(([settlements = 0, sheets = 0]) => [language, settlements, sheets] as const),
    ),
  )('(%s) with %d settlements behind closing is on %d sheets', async (language, settlements, sheets) => {
    const path = join(folder, 'statement.html')
    writeFileSync(path, statementPage(fullest(language, settlements), 'f'.repeat(64)))
    const page = await browser.newPage()
    await page.goto(`file://${path}`)
    const pdf = await page.pdf({ preferCSSPageSize: true })
    if (process.env.PAGE_PICTURES)
      writeFileSync(join(process.env.PAGE_PICTURES, `statement-${language}-${settlements}.pdf`), pdf)
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(sheets)
    await page.close()
  })
})
