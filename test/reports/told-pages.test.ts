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
import type { Discrepancy } from '../../src/core/findings/discrepancy.ts'
import { assumptionsOf } from '../../src/core/policy.ts'
import type { PastPull } from '../../src/core/pull/pull.ts'
import { nameOf, type SlotDate } from '../../src/core/slot.ts'
import { operatorAccount } from '../../src/rules/account/operator-account.ts'
import { positionOf } from '../../src/rules/account/position-of.ts'
import { timesAsItStands } from '../../src/rules/account/settlement-times.ts'
import { chargebackAccount } from '../../src/rules/assessment/chargeback-account.ts'
import { LANGUAGES, type Language } from '../../src/words/language.ts'
import { at, BOGOTA, cop, slot } from '../core/a.ts'
import { anInvoice, aProof, DAY_SOURCES } from './a-day.ts'
import { A_CAUSE, MONTH_POLICY, monthFacts, monthReports } from './a-month.ts'
import { aDiscrepancy } from './a-slot.ts'
import { aStatement, aStatementOfClosedDays } from './a-statement.ts'
import { casesInOrderOf, INDEX_SOURCES } from './an-index.ts'
import { pageText } from './page-text.ts'
import { somePulls } from './some-pulls.ts'

const stored = (name: string): string => join(import.meta.dirname, '../expected/reports', `${name}.txt`)

const NO_CHARGEBACKS = chargebackAccount([], [], MONTH_POLICY)

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-05', '2026-03-06', '2026-03-09', '2026-03-10', '2026-03-12']

const factsOf = (date: string, language: Language, cycle?: string) =>
  dayFacts(
    {
      ...DAY_SOURCES,
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
      ...INDEX_SOURCES,
      reports: account.reports as ReturnType<typeof monthReports>,
      found: casesInOrderOf(monthReports()),
      ...(language === 'es' && { canAsk: false, merchants: ['casa', 'torre'] }),
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
    position: positionOf(reports),
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

test.each([
  ['2026-03-02', 'en'],
  ['2026-03-06', 'en'],
  ['2026-03-06', 'es'],
] as const)('the page of an evidence pack (%s, %s)', async (date, language) => {
  const page = auditPage({
    facts: factsOf(date, language, '11'),
    pulls: somePulls(),
    zone: BOGOTA,
    version: '1.2.3',
    judgedBy: date === '2026-03-02' ? { cuadre: '1.2.2' } : null,
    answers: 12,
  })
  await expect(pageText(page)).toMatchFileSnapshot(stored(`pack-${date}${language === 'en' ? '' : '-es'}`))
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
    '63 readings and attempts in pulls.csv; one in which nothing changed and the 2 oldest of the others are not shown here.',
  )
  expect(text.match(/invoices? changed$/gm)).toHaveLength(60)
  expect(text).not.toContain('1 invoice changed\n')
})

test('pages of nothing, and of what agrees: no table, no picture and no line of what is not there', async () => {
  const [agreeing] = monthReports()
  if (agreeing === undefined) throw new Error('the month has settlements')
  const calm = {
    ...agreeing,
    pulledAt: null,
    totals: null,
    money: { ...agreeing.money, listed: null, paidOut: cop(0) },
  }
  const read = (reports: Parameters<typeof indexFacts>[0]['reports']) => ({
    ...INDEX_SOURCES,
    reports,
    account: { ...monthFacts(), reports },
  })
  const day = (reports: ReturnType<typeof monthReports>) => ({
    ...factsOf('2026-03-12', 'en'),
    ...dayFacts({ ...DAY_SOURCES, date: '2026-02-26' as SlotDate, reports }, 'en', MONTH_POLICY, BOGOTA),
  })
  const statement = aStatement()
  const withoutMethods = { ...agreeing, totals: agreeing.totals && { ...agreeing.totals, byMethod: new Map() } }
  const february = { from: '2026-02-01' as SlotDate, to: '2026-02-28' as SlotDate }
  const empty = operatorAccount(
    { ...monthFacts(), reports: [withoutMethods], chargebacks: NO_CHARGEBACKS, bank: null },
    february,
  )
  const closed = aStatementOfClosedDays()
  const nothingPaid = {
    ...agreeing,
    money: { ...agreeing.money, listed: cop(20_000), expected: cop(0), paidOut: cop(0) },
  }
  const pages = [
    dayPage(day([]), { slots: [], files: [], version: '1.2.3' }),
    dayPage(day([agreeing]), aProof),
    indexPage(indexFacts(read([]), 'en', BOGOTA), '1.2.3'),
    indexPage(
      indexFacts(
        { ...read([agreeing]), account: { ...read([agreeing]).account, chargebacks: NO_CHARGEBACKS } },
        'en',
        BOGOTA,
      ),
      '1',
    ),
    indexPage(
      indexFacts({ ...read([calm]), account: { ...read([calm]).account, times: new Map() } }, 'en', BOGOTA),
      '1',
    ),
    indexPage(indexFacts(read([nothingPaid]), 'en', BOGOTA), '1'),
    merchantsPage(merchantsFacts([], 'en', BOGOTA), '1'),
    statementPage({ ...statement, days: february, account: empty, position: positionOf([agreeing]) }, 'ff'),
    sinceClosingPage({ ...closed, closed: { ...closed.closed, restatements: [] } }, 'ff'),
  ]
  await expect(pages.map(pageText).join('\n')).toMatchFileSnapshot(stored('pages-of-nothing'))
})

test('a day with more than a page holds', async () => {
  const many = (code: string, instead: Partial<Discrepancy>) =>
    Array.from({ length: 10 }, (_, place) =>
      aDiscrepancy({
        code,
        id: `${code}${place}`.slice(-16).padStart(16, 'x'),
        subject: `invoice:i-${place}`,
        causes: [],
        ...instead,
      }),
    )
  const [first] = monthReports().filter(({ slot: one }) => one.date === '2026-03-02')
  if (first === undefined) throw new Error('the month has that day')
  const cause = (place: number, tiedWith: readonly string[]) => ({ ...A_CAUSE, detail: `cause ${place}`, tiedWith })
  const tied = aDiscrepancy({ causes: Array.from({ length: 9 }, (_, place) => cause(place, place === 8 ? ['X'] : [])) })
  const counted = aDiscrepancy({ code: 'COUNT_MISMATCH', id: 'c'.repeat(16), amount: null, causes: [cause(0, [])] })
  const discrepancies = [
    tied,
    counted,
    ...many('INVOICE_OUTSIDE_SLOT', { amount: cop(5) }),
    ...many('NOT_PAID', { amount: null }),
    ...many('UNDERPAID', { state: 'claimed', amount: cop(7) }),
    ...many('OVERPAID', { state: 'accepted', amount: cop(0) }),
  ]
  const report = {
    ...first,
    discrepancies,
    settlement: first.settlement && {
      ...first.settlement,
      status: 'unheard-of',
      invoiceCount: 5,
    },
  }
  const facts = factsOf('2026-03-02', 'en')
  const busy = dayFacts(
    {
      ...DAY_SOURCES,
      date: facts.date,
      neighbours: { previous: null, next: '2026-03-05' as SlotDate },
      reports: [report],
      decisions: {
        [discrepancies.find(({ state }) => state === 'claimed')?.id ?? '']: {
          by: 'Ana',
          reason: 'r',
          ticket: null,
          until: null,
        },
      },
      invoices: [
        anInvoice({ id: 'i-0', status: 'gone', slot: report.slot, contract: null, customer: null }),
        anInvoice({ id: 'i-1', status: 'new' }),
      ],
      moreInvoices: 1,
      assumptions: [{ setting: 'x', value: { en: '', es: '' }, meaning: 'unset' } as never],
      masked: false,
    },
    'en',
    MONTH_POLICY,
    BOGOTA,
  )
  await expect(pageText(dayPage(busy, aProof))).toMatchFileSnapshot(stored('day-busy'))
})

test('all days of five months, with more in trouble than is listed', async () => {
  const [agreeing, , off] = monthReports()
  if (agreeing === undefined || off === undefined) throw new Error('the month has settlements')
  const dates = ['2025-11-05', '2025-12-05', '2026-01-05', '2026-02-05', '2026-03-05']
  const calm = dates
    .toReversed()
    .map((date) => ({ ...agreeing, slot: slot(date), pulledAt: at(`${date}T22:30:00-05:00`) }))
  const older = { ...agreeing, slot: slot('2025-11-04'), pulledAt: at('2025-11-05T22:30:00-05:00') }
  const troubled = Array.from({ length: 22 }, (_, place) => ({ ...off, slot: slot('2026-02-06', `${place + 10}`) }))
  const never = { ...agreeing, slot: slot('2026-02-07'), verdict: 'not-pulled', discrepancies: [] } as const
  const reports = [...calm, older, ...troubled.toReversed(), never]
  const times = reports.map(({ slot: one, money }) => [nameOf(one), timesAsItStands(one, money)] as const)
  const facts = indexFacts(
    {
      ...INDEX_SOURCES,
      reports,
      account: { ...monthFacts(), reports, times: new Map(times), chargebacks: NO_CHARGEBACKS },
      rangePages: [
        { kind: 'statement', days: { from: '2026-03-01' as SlotDate, to: '2026-03-05' as SlotDate }, path: 'a.html' },
        { kind: 'fees', days: { from: '2026-03-05' as SlotDate, to: '2026-03-31' as SlotDate }, path: 'b.html' },
      ],
    },
    'en',
    BOGOTA,
  )
  await expect(pageText(indexPage(facts, '1'))).toMatchFileSnapshot(stored('index-busy'))
})
