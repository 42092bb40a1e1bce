import { join } from 'node:path'
import { expect, test } from 'vitest'
import { merchantsFacts } from '../../reports/pages/all-merchants/merchants-facts.ts'
import { merchantsPage } from '../../reports/pages/all-merchants/merchants-page.tsx'
import { auditPage } from '../../reports/pages/audit-page.tsx'
import { dayFacts } from '../../reports/pages/day-facts.ts'
import { dayPage } from '../../reports/pages/day-page.tsx'
import { indexFacts } from '../../reports/pages/index-facts.ts'
import { indexPage } from '../../reports/pages/index-page.tsx'
import { nightPage } from '../../reports/pages/queue/night-page.tsx'
import { sinceClosingPage } from '../../reports/statements/since-closing-page.tsx'
import { statementPage } from '../../reports/statements/statement-page.tsx'
import { moneyTotals } from '../../src/domain/account/money-totals.ts'
import { assumptionsOf } from '../../src/domain/policy.ts'
import type { PastPull } from '../../src/domain/pull/pull.ts'
import type { SlotDate } from '../../src/domain/slot.ts'
import { LANGUAGES, type Language } from '../../src/i18n/language.ts'
import { at, BOGOTA, cop, slot } from '../domain/a.ts'
import { anInvoice, aProof } from './a-day.ts'
import { MONTH_POLICY, monthFacts, monthReports } from './a-month.ts'
import { aStatement, aStatementOfClosedDays } from './a-statement.ts'
import { pageText } from './page-text.ts'
import { somePulls } from './some-pulls.ts'

const stored = (name: string): string => join(import.meta.dirname, '../expected/reports', `${name}.txt`)

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10', '2026-03-12']

const factsOf = (date: string, language: Language, cycle?: string) =>
  dayFacts(
    {
      merchant: 'casa',
      date: date as SlotDate,
      neighbours: { previous: '2026-03-01' as SlotDate, next: '2026-03-13' as SlotDate },
      reports: monthReports()
        .filter(({ slot: one }) => one.date === date && one.cycle === (cycle ?? one.cycle))
        .toReversed(),
      decisions: {
        '02130aaaaaaaaaaa': { by: 'Ana', reason: 'as agreed', ticket: 'T-1', until: '2026-03-20' as SlotDate },
      },
      invoices: [
        anInvoice({ id: 'inv-7', slot: slot('2026-03-01', '13'), paid: cop(1_000), amount: cop(1_200) }),
        anInvoice({ id: 'inv-9', slot: slot('2026-03-12'), paid: null, reference: null, status: 'chargeback' }),
      ],
      moreInvoices: 1_234,
      assumptions: assumptionsOf(MONTH_POLICY).slice(0, 3),
      masked: cycle !== undefined,
    },
    language,
    MONTH_POLICY,
    BOGOTA,
  )

test.each(DAYS)('the page of %s', async (date) => {
  await expect(pageText(dayPage(factsOf(date, 'en'), aProof))).toMatchFileSnapshot(stored(`day-${date}`))
})

test('the page of a day in Spanish', async () => {
  await expect(pageText(dayPage(factsOf('2026-03-02', 'es'), aProof))).toMatchFileSnapshot(stored('day-in-spanish'))
})

test.each(LANGUAGES)('the page of all days (%s)', async (language) => {
  const account = monthFacts()
  const facts = indexFacts(
    {
      merchant: 'casa',
      reports: account.reports as ReturnType<typeof monthReports>,
      account,
      pages: new Set(['2026-03-02', '2026-03-09'] as SlotDate[]),
      rangePages: [
        { kind: 'statement', days: { from: '2026-03-01' as SlotDate, to: '2026-03-31' as SlotDate }, path: 'a.html' },
        { kind: 'fees', days: { from: '2026-02-20' as SlotDate, to: '2026-03-10' as SlotDate }, path: 'b.html' },
      ],
    },
    language,
    BOGOTA,
  )
  await expect(pageText(indexPage(facts, '1.2.3'))).toMatchFileSnapshot(stored(`index-${language}`))
})

test.each(LANGUAGES)('the account with the operator on a sheet (%s)', async (language) => {
  await expect(pageText(statementPage(aStatement(language), 'ff'))).toMatchFileSnapshot(stored(`statement-${language}`))
})

test.each(LANGUAGES)('the sheet of closed days, and what has changed since (%s)', async (language) => {
  const statement = aStatementOfClosedDays(language)
  await expect(
    `${pageText(statementPage(statement, 'ff'))}\n${pageText(sinceClosingPage(statement, 'ff'))}`,
  ).toMatchFileSnapshot(stored(`closed-${language}`))
})

test('the page above all merchants', async () => {
  const march = monthReports()
  const standing = (merchant: string, reports: ReturnType<typeof monthReports>, readAt: number | null) => ({
    merchant,
    totals: moneyTotals(reports),
    businessDays: 1,
    readAt,
    isReadable: true,
    page: `${merchant}/index.html`,
  })
  const facts = merchantsFacts(
    [
      standing('casa', march, at('2026-03-13T22:30:00-05:00')),
      standing('torre', march.slice(0, 2), at('2026-03-13T10:29:59-05:00')),
      standing('plaza', march.slice(2, 4), at('2026-03-13T10:30:00-05:00')),
      { ...standing('nueva', [], null), page: null },
      { ...standing('rota', [], null), isReadable: false, page: null },
    ],
    'en',
    BOGOTA,
  )
  await expect(pageText(merchantsPage(facts, '1.2.3'))).toMatchFileSnapshot(stored('merchants'))
})

test('the page of a night in the queue', async () => {
  const one = { attempts: 1, exitStatus: 0, line: null, worker: null, ageMs: 61_000 }
  const page = (merchants: Parameters<typeof nightPage>[0]['merchants']): string =>
    pageText(
      nightPage(
        { night: '2026-03-13', language: 'en', asOf: '2026-03-13 23:00:00', zone: 'America/Bogota', merchants },
        '1.2.3',
      ),
    )
  const done = { ...one, merchant: 'casa', state: 'done' } as const
  const running = { ...one, merchant: 'torre', state: 'running', exitStatus: null } as const
  const line = { en: 'the key was refused', es: 'la llave fue rechazada' }
  const stopped = { ...one, merchant: 'plaza', state: 'person', attempts: 1_003, exitStatus: 2, line } as const
  await expect([page([done]), page([done, running]), page([stopped, done])].join('\n')).toMatchFileSnapshot(
    stored('nights'),
  )
})

test.each(['2026-03-02', '2026-03-06'])('the page of an evidence pack (%s)', async (date) => {
  const page = auditPage({
    facts: factsOf(date, 'en', '11'),
    pulls: somePulls(),
    zone: BOGOTA,
    version: '1.2.3',
    judgedBy: date === '2026-03-02' ? { cuadre: '1.2.2' } : null,
    answers: 12,
  })
  await expect(pageText(page)).toMatchFileSnapshot(stored(`pack-${date}`))
})

test('the page of an evidence pack shows the sixty newest readings that changed something, and says what it leaves out', () => {
  const [first, quiet] = somePulls() as readonly [PastPull, PastPull, ...PastPull[]]
  const pulls = [
    first,
    quiet,
    ...Array.from({ length: 61 }, (_, place) => ({
      ...first,
      id: place + 10,
      number: place + 10,
      invoices: { added: 0, left: 0, changed: place + 1 },
    })),
  ]
  const text = pageText(
    auditPage({
      facts: factsOf('2026-03-02', 'en', '11'),
      pulls,
      zone: BOGOTA,
      version: '1.2.3',
      judgedBy: null,
      answers: 1,
    }),
  )
  expect(text).toContain(
    '63 readings and attempts in pulls.csv; the 1 in which nothing changed and the 2 oldest of the others are not shown here.',
  )
  expect(text.match(/invoices? changed$/gm)).toHaveLength(60)
  expect(text).not.toContain('1 invoice changed\n')
})
