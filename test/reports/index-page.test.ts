import { describe, expect, it } from 'vitest'
import { indexFacts } from '../../reports/pages/index-facts.ts'
import { indexPage } from '../../reports/pages/index-page.tsx'
import type { SlotReport } from '../../src/domain/assessment/slot-report.ts'
import type { SlotDate } from '../../src/domain/slot.ts'
import type { Language } from '../../src/i18n/language.ts'
import { BOGOTA, cop, slot } from '../domain/a.ts'
import { aDiscrepancy, anUnreadReport, aReport, READ_AT } from './a-slot.ts'

const page = (reports: readonly SlotReport[], pages: readonly string[] = [], language: Language = 'en'): string =>
  indexPage(indexFacts('default', reports, new Set(pages as SlotDate[]), language, BOGOTA), '1.2.3')

const textOf = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\u00a0/g, ' ')
    .replace(/\s+/g, ' ')

const agreeing = (date: string, cycle: string): SlotReport =>
  aReport({ slot: slot(date, cycle), verdict: 'reconciled', discrepancies: [], unexplained: cop(0) })

describe('the page of all days', () => {
  it('has a cell for each cycle of a day, told by sign and by name', () => {
    const html = page([aReport(), agreeing('2026-03-11', '13'), anUnreadReport({ slot: slot('2026-03-11', '11') })])
    expect(html).toMatch(/class="cell v-discrepant" role="img" aria-label="Discrepant" title="Discrepant">≠</)
    expect(html).toMatch(/class="cell v-not-pulled" role="img" aria-label="Not pulled" title="Not pulled">\?</)
    expect(textOf(html)).toMatch(/March 2026 payout reported COP 89,180,000 · unexplained COP 1,850,000 Day 11 13/)
    expect(textOf(html)).toMatch(/Thu 2026-03-12 ≠ 44,590,000 1,850,000 Wed 2026-03-11 \? ✓ 44,590,000 0/)
  })

  it('lists the gravest first, and of what was never read the number alone', () => {
    const unread = Array.from({ length: 25 }, (_, n) => anUnreadReport({ slot: slot('2026-03-13', String(n)) }))
    const failed = aReport({ slot: slot('2026-02-01'), verdict: 'failed' })
    const attempt = anUnreadReport({ slot: slot('2026-03-13', '99'), verdict: 'incomplete' })
    const text = textOf(page([...unread, attempt, aReport(), failed]))
    const part = text.slice(text.indexOf('Slots in trouble'), text.indexOf('The next night'))
    expect([...part.matchAll(/(\d{4}-\d\d-\d\d) · \d+/g)].map(([, date]) => date)).toEqual([
      '2026-02-01',
      '2026-03-12',
      '2026-03-13',
    ])
    expect(part).toMatch(/Due and never read: 25\. $/)
  })

  it.each([
    ['en', 'Age error warning info', '1 info'],
    ['es', 'Antigüedad error advertencia info', '1 info'],
  ] as const)('calls a severity by one name in every table, in %s', (language, heads, number) => {
    const text = textOf(page([aReport({ discrepancies: [aDiscrepancy({ severity: 'info' })] })], [], language))
    expect(text).toContain(heads)
    expect(text).toContain(number)
  })

  it('links the days whose page is there, and no others', () => {
    const html = page([aReport(), agreeing('2026-03-11', '13')], ['2026-03-12'])
    expect([...html.matchAll(/href="([^"#]+)/g)].map(([, target]) => target)).toEqual([
      '2026-03-12/report.html',
      '2026-03-12/report.html',
    ])
  })

  it('tells ages by the date of the settlement and the newest reading, so that another day alone changes nothing', () => {
    const ages = ['2026-03-12', '2026-03-11', '2026-03-06', '2026-03-05', '2026-02-10', '2026-02-09']
    const reports = ages.map((date) =>
      aReport({ slot: slot(date), discrepancies: [aDiscrepancy({ slot: slot(date), firstSeen: READ_AT - 1 })] }),
    )
    expect(textOf(page(reports))).toContain(
      'As of the newest reading, 2026-03-12 22:30:00. Age error warning info under a day 1 0 0 1 to 6 days 2 0 0 7 to 30 days 2 0 0 31 days or more 1 0 0',
    )
  })

  it('is in Spanish, with pesos as Colombians write them', () => {
    const text = textOf(page([aReport()], [], 'es'))
    expect(text).toContain('1 de 1 ciclos no cuadra $ 1.850.000 sin explicar')
    expect(text).toContain('marzo de 2026 pago declarado $ 44.590.000 · sin explicar $ 1.850.000')
  })

  it('folds away what is older than three months, and stays small over five years', () => {
    const days = Array.from({ length: 1_825 }, (_, n) => new Date(Date.UTC(2022, 0, 1 + n)).toISOString().slice(0, 10))
    const reports = days.flatMap((date) => ['11', '13', '16', '18', '20'].map((cycle) => agreeing(date, cycle)))
    const html = page(reports, days)
    expect(html.match(/<details>/g)).toHaveLength(1)
    expect(html.indexOf('<details>')).toBeLessThan(html.indexOf('September 2026'))
    expect(html.length).toBeLessThan(1_500_000)
  })

  it('says so when nothing was read yet', () => {
    expect(textOf(page([]))).toContain('Nothing has been read yet.')
  })
})
