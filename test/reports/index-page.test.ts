import { describe, expect, it } from 'vitest'
import { indexPage } from '../../reports/pages/index-page.tsx'
import type { RangePage } from '../../reports/pages/range-page.ts'
import { monthOf } from '../../src/core/calendar/calendar.ts'
import type { SlotReport } from '../../src/rules/assessment/slot-report.ts'
import type { Language } from '../../src/words/language.ts'
import { at, cop, slot } from '../core/a.ts'
import { aDiscrepancy, anUnreadReport, aReport, READ_AT, someMoney, someTotals } from './a-slot.ts'
import { A_CLOSING } from './a-statement.ts'
import { anIndex } from './an-index.ts'

const page = (reports: readonly SlotReport[], pages: readonly string[] = [], language: Language = 'en'): string =>
  indexPage(anIndex(reports, pages, language), '1.2.3')

const textOf = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\u00a0/g, ' ')
    .replace(/\s+/g, ' ')

const NO_PARTS = { feesDeducted: cop(0), feesNotDeducted: cop(0), adjustments: cop(0), keptByGateway: cop(0) }

/** For a slot without a settlement. */
const NOTHING_PAID = {
  ...{ expected: null, parts: null, paidOut: null, inProcess: null, failed: null, difference: null },
  ...({ notCompared: 'no-settlement', state: 'none' } as const),
}

const EXACT = someMoney({ expected: cop(44_590_000), listed: cop(45_200_000), difference: cop(0), state: 'none' })

const agreeing = (date: string, cycle: string): SlotReport =>
  aReport({ slot: slot(date, cycle), verdict: 'reconciled', discrepancies: [], money: EXACT })

describe('the page of all days', () => {
  it('joins months of which nothing was ever read: one sentence and one account, no calendar', () => {
    const unread = ['2026-04-01', '2026-04-02', '2026-05-04', '2026-07-06'].map((date) =>
      anUnreadReport({ slot: slot(date) }),
    )
    const html = page([...unread, agreeing('2026-03-11', '13'), agreeing('2026-06-01', '11')])
    expect([...html.matchAll(/<h3[^>]*>([^<]+)/g)].map(([, month]) => month)).toEqual([
      'July 2026',
      'June 2026',
      'April 2026 – May 2026',
      'March 2026',
    ])
    expect([...html.matchAll(/Calendar, ([^<]+)/g)].map(([, month]) => month?.trim())).toEqual([
      'June 2026',
      'March 2026',
    ])
    expect(textOf(html)).toContain(
      'April 2026 – May 2026 How the settlements of these months stand, as of 2026-03-12 22:30: ≠ 3 settlements could not be judged.',
    )
    expect(textOf(html)).toMatch(
      /Closing 0 9 lines of 0 Collected, [^.]*\. Not included: 3 settlements not read whole, of an unknown sum\./,
    )
    const today = anUnreadReport({ slot: slot('2026-08-03'), verdict: 'not-due' })
    expect(textOf(page([...unread, today, aReport()]))).toContain('April 2026 – August 2026')
    expect(textOf(page([...unread, aReport()], [], 'es'))).toContain(
      'abril de 2026 – julio de 2026 Cómo están las liquidaciones de estos meses, con corte al',
    )
  })

  it('has the account of a month as of the last reading until the month is over', () => {
    const readAt = (time: string): string => textOf(page([{ ...agreeing('2026-03-31', '11'), pulledAt: at(time) }]))
    expect(readAt('2026-03-31T23:30:00-05:00')).toContain('The account with the operator, as of 2026-03-31 23:30 (COP)')
    expect(readAt('2026-04-01T00:00:00-05:00')).toContain(
      'The account with the operator, at the end of 2026-03-31 (COP)',
    )
  })

  it('says of a month when it was closed', () => {
    const closedThrough = (through: string): string =>
      textOf(indexPage(anIndex([aReport()], [], 'en', [], [{ ...A_CLOSING, through: slot(through).date }]), '1.2.3'))
    const note = 'Closed on 2026-04-02 08:00: its statement has the figures of the closing'
    expect(closedThrough('2026-03-31')).toContain(note)
    expect(closedThrough('2026-03-30')).not.toContain(note)
  })

  it('has a line for adjustments that add to payouts without a chargeback, where there are some', () => {
    const { settlement, ...report } = aReport()
    const parts = { feesDeducted: cop(610_000), feesNotDeducted: cop(0), adjustments: cop(7), keptByGateway: cop(0) }
    const brought = {
      ...report,
      settlement: settlement && { ...settlement, adjustments: cop(7) },
      money: someMoney({ expected: cop(42_740_007), parts }),
    }
    const line = 'Adjustments not explained: added 7'
    expect([textOf(page([brought])).includes(line), textOf(page([aReport()])).includes('added 7')]).toEqual([
      true,
      false,
    ])
  })

  it('names holidays, and tells a business day without any invoice in a warning tone', () => {
    const empty = { verdict: 'empty', settlement: null, payout: null, totals: someTotals(0, 0) } as const
    const nothing = someMoney({ ...NOTHING_PAID, listed: cop(0) })
    const on = (date: string): SlotReport => aReport({ ...empty, slot: slot(date), money: nothing, discrepancies: [] })
    const html = page([on('2026-03-20'), on('2026-03-21'), on('2026-03-23')])
    expect(html).toMatch(/<td class="shade-0 warning"><span class="day"[^>]*><b>20<\/b><small>no invoices<\/small>/)
    expect(html).toMatch(/<td class="shade-0 neutral"><span class="day"[^>]*><b>21<\/b><\/span>/)
    expect(html).toMatch(/<td class="shade-0 neutral"><span class="day"[^>]*><b>23<\/b><small>Saint Joseph<\/small>/)
    expect(textOf(html)).toContain('! No invoices were settled')
  })

  it('names each open case with its pesos, and nothing of what was decided', () => {
    const claimed = aReport({
      slot: slot('2026-03-11'),
      money: someMoney({ difference: cop(-900_000), state: 'claimed' }),
      discrepancies: [
        aDiscrepancy({ state: 'claimed' }),
        aDiscrepancy({ code: 'BANK_MISSING', amount: cop(9) }),
        aDiscrepancy({ code: 'ADJUSTMENT', amount: cop(5) }),
      ],
    })
    const adjusted = {
      ...claimed,
      money: { ...claimed.money, parts: { ...NO_PARTS, adjustments: cop(-5) }, listed: cop(0), expected: cop(-5) },
      settlement: claimed.settlement && { ...claimed.settlement, adjustments: cop(-5) },
    }
    expect(textOf(page([adjusted]))).toContain(
      '14 11 Mar, 11:00 ≠ Not at the bank A payout did not arrive at the bank (9) since 12 Mar · Adjustments were made (5) Commands',
    )
  })

  it('lists the steps of the month-end, with their figures and the commands to type', () => {
    const figures = { done: null, of: null, sum: null }
    const steps = [
      { step: 'read', state: 'done', facts: { ...figures, done: 39, of: 40 }, next: null },
      { step: 'fees', state: 'to-do', facts: { ...figures, of: 1, sum: cop(333_130) }, next: 'cuadre fees' },
      { step: 'pack', state: 'not-used', facts: figures, next: null },
    ] as const
    const facts = anIndex([aReport()], [], 'en', [], [], { days: monthOf(slot().date), steps })
    expect(textOf(indexPage(facts, '1'))).toContain(
      'March 2026: 1 of 2 steps are done. ✓ done every settlement is read whole 39 / 40 → to do fees agree with tariff and invoice 1 · COP 333,130 cuadre fees · not used the pack for the auditor',
    )
  })

  it('links the days whose page is there, and no others', () => {
    const html = page([aReport(), agreeing('2026-03-11', '13')], ['2026-03-12'])
    expect([...html.matchAll(/href="([^"#]+)/g)].map(([, target]) => target)).toEqual([
      '2026-03-12/report.html',
      '2026-03-12/report.html',
    ])
  })

  it('tells the pesos of open findings by the date of the settlement and by who has to answer', () => {
    const ages = ['2026-03-12', '2026-03-11', '2026-03-06', '2026-03-05', '2026-02-10', '2026-02-09']
    const reports = ages.map((date) => {
      const found = aDiscrepancy({ slot: slot(date), firstSeen: READ_AT - 1 })
      const asked = aDiscrepancy({ slot: slot(date), code: 'UNDERPAID', severity: 'warning', amount: cop(50) })
      return aReport({ slot: slot(date), discrepancies: [found, ...(date === '2026-03-11' ? [asked] : [])] })
    })
    expect(textOf(page(reports))).toContain(
      'as of 2026-03-12 22:30. Each peso is in one case. Age Operator Tenant or bank Total Cases ' +
        'under a day 1,850,000 0 1,850,000 1 1 to 6 days 3,700,000 50 3,700,050 3 7 to 30 days 3,700,000 0 3,700,000 2 ' +
        '31 days or more 1,850,000 0 1,850,000 1 Total 11,100,000 50 11,100,050 7',
    )
  })

  it('links the pages over several days under the month in which they end; those of a part of it say which days', () => {
    const range = (kind: 'statement' | 'fees', from: string, to: string): RangePage => {
      const days = { from: slot(from).date, to: slot(to).date }
      return { kind, days, path: `${kind}/${from}_${to}/${kind}.html` }
    }
    const pages = [range('statement', '2026-03-01', '2026-03-31'), range('fees', '2026-02-25', '2026-03-12')]
    const html = indexPage(anIndex([aReport(), agreeing('2026-02-27', '11')], [], 'es', pages), '1.2.3')
    const links = [...html.matchAll(/<a href="((?:statement|fees)[^"]*)">([^<]*)</g)].map(([, ...link]) => link)
    expect(links).toEqual([
      ['statement/2026-03-01_2026-03-31/statement.html#behind', 'Saldo final'],
      ['statement/2026-03-01_2026-03-31/statement.html#behind', 'Abonado de más (1)'],
      ['statement/2026-03-01_2026-03-31/statement.html', 'Cuenta con el operador'],
      ['fees/2026-02-25_2026-03-12/fees.html', 'Comisiones frente a la tarifa, 25/02/2026 – 12/03/2026'],
    ])
    expect(html.indexOf('fees.html')).toBeLessThan(html.indexOf('febrero de 2026'))
    expect(page([aReport()])).not.toContain('class="links"')
  })

  it('folds away what is older than three months, and stays small over five years', () => {
    const days = Array.from({ length: 1_825 }, (_, n) => new Date(Date.UTC(2022, 0, 1 + n)).toISOString().slice(0, 10))
    const reports = days.flatMap((date) => ['11', '13', '16', '18', '20'].map((cycle) => agreeing(date, cycle)))
    const html = page(reports, days)
    expect(html.match(/<details>/g)).toHaveLength(1)
    expect(html.indexOf('<details>')).toBeLessThan(html.indexOf('September 2026'))
    expect(html.length).toBeLessThan(1_500_000)
  })
})
